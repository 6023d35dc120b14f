/** One message: who, what, when, and how far it got. */
import { memo } from 'react';
import type { Message } from '../../../contract/entities/message.ts';
import { dateTimeText, timeText } from '../../ui/dates.ts';
import { SafeText } from '../../ui/safe-text.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { DeliveryState } from './delivery-state.tsx';
import classes from './message-bubble.module.css';

/** Decides looks and name: a note looks like nothing else. */
export function bubbleKind(
  message: Pick<Message, 'from' | 'note'>,
): 'client' | 'bot' | 'agent' | 'note' | 'system' {
  if (message.note) return 'note';
  return message.from === 'Cliente' ? 'client' : message.from;
}

function authorName(message: Message, lead: string): string {
  switch (bubbleKind(message)) {
    case 'client':
      return lead;
    case 'bot':
      return 'Bot';
    case 'note':
      return `Nota interna · ${message.agent?.name ?? 'Equipo'}`;
    default:
      return message.agent?.name ?? 'Equipo';
  }
}

interface MessageBubbleProps {
  message: Message;
  lead: string;
  first: boolean;
  last: boolean;
  onRetry: (message: Message) => void;
}

export const MessageBubble = memo(function MessageBubble({
  message,
  lead,
  first,
  last,
  onRetry,
}: MessageBubbleProps) {
  const kind = bubbleKind(message);
  if (kind === 'system') {
    return (
      <p className={classes.system}>
        <SafeText text={message.text} />{' '}
        <time dateTime={message.created_at}>{timeText(message.created_at)}</time>
      </p>
    );
  }
  const failed = message.message_status === 'failed';
  const outbound = kind === 'agent' || kind === 'bot';
  return (
    <article
      className={classes.line}
      data-kind={kind}
      data-first={first || undefined}
      data-status={message.message_status}
      aria-label={`${authorName(message, lead)}, ${timeText(message.created_at)}`}
    >
      {first ? <p className={classes.author}>{authorName(message, lead)}</p> : null}
      <div className={classes.bubble}>
        {message.text ? (
          <p className={classes.text}>
            <SafeText text={message.text} />
          </p>
        ) : null}
        <AttachmentList attachments={message.attachments} />
      </div>
      {message.buttons.length > 0 ? (
        <ul className={classes.chips} aria-label="Opciones que ofreció el bot">
          {message.buttons.map((button) => (
            <li key={button.id}>{button.label}</li>
          ))}
        </ul>
      ) : null}
      {last || failed ? (
        <p className={classes.foot}>
          <time dateTime={message.created_at} title={dateTimeText(message.created_at)}>
            {timeText(message.created_at)}
          </time>
          {outbound ? (
            <DeliveryState
              status={message.message_status}
              reason={message.reason}
              onRetry={() => onRetry(message)}
            />
          ) : null}
        </p>
      ) : null}
    </article>
  );
});
