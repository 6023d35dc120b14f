/** One message: who, what, when, and how far it got. */
import IconHandClick from '@tabler/icons-react/dist/esm/icons/IconHandClick.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { memo, useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import { readingOf } from '../../../../contract/rules/message-reading.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { dateTimeText, timeText } from '../../../ui/dates.ts';
import { ChannelPart } from '../channel/lazy.ts';
import { loadTranslatedText } from '../help-from-model/parts.ts';
import { DeliveryState } from './delivery-state.tsx';
import { MessageFiles } from './files/message-files.tsx';
import { type LogFacts, useLog } from './log-context.ts';
import { loadMessageMenu, loadNoteTools } from './log-parts.ts';
import classes from './message-bubble.module.css';
import { MessageText } from './message-text.tsx';
import { OfferedButtons, WHATSAPP_BUTTONS } from './offered-buttons.tsx';

const ProductCards = lazyPart(() => import('./cards.ts'));
const MessageMenu = lazyPart(loadMessageMenu);
const NoteTools = lazyPart(loadNoteTools);
const TranslatedText = lazyPart(loadTranslatedText);
const NoteEditor = lazyPart(() => import('./note-editor.tsx'));

/** Decides looks and name: a note looks like nothing else. */
export function bubbleKind(
  message: Pick<Message, 'from' | 'note'>,
): 'client' | 'bot' | 'agent' | 'note' | 'system' {
  if (message.note) return 'note';
  return message.from === 'Cliente' ? 'client' : message.from;
}

function authorName(message: Message, lead: string): string {
  const agent = plainLine(message.agent?.name ?? 'Equipo');
  switch (bubbleKind(message)) {
    case 'client':
      return lead;
    case 'bot':
      return 'Bot';
    case 'note':
      return `Nota interna · ${agent}`;
    default:
      return agent;
  }
}

interface MessageBubbleProps {
  message: Message;
  first: boolean;
  last: boolean;
  /** Id of the offered button that the customer pressed. */
  chosen: string | null;
  /** It failed, and has been sent once more. */
  resent: boolean;
}

export const MessageBubble = memo(function MessageBubble({
  message,
  first,
  last,
  chosen,
  resent,
}: MessageBubbleProps) {
  const facts = useLog();
  const { lead, uses, translated } = facts;
  // What was said in a conversation that was joined is only read here.
  const elsewhere = facts.joined.get(message.conversation_id);
  const channel = elsewhere ?? facts.channel;
  const onRetry = elsewhere ? null : facts.onRetry;
  const [editing, setEditing] = useState(false);
  const [inSpanish, setInSpanish] = useState(() => translated.has(message._id));
  const kind = bubbleKind(message);
  if (kind === 'system') return <SystemLine message={message} />;
  const failed = message.message_status === 'failed';
  const outbound = kind === 'agent' || kind === 'bot';
  const pressed = kind === 'client' && message.buttons.length > 0;
  const gone = kind === 'note' && message.text === '' && message.attachments.length === 0;
  const own = isOwnNote(message, facts) && !gone && !elsewhere;
  // Quotes and reactions are this channel's, and of what has reached it.
  const tools = channel === 'whatsapp' && onRetry !== null && kind !== 'note' && !failed;
  const translate = (on: boolean) => {
    if (on) translated.add(message._id);
    else translated.delete(message._id);
    setInSpanish(on);
  };
  const words = (
    <MessageText
      id={message._id}
      text={message.text}
      reading={readingOf(message, channel)}
      mentions={message.mentions}
    />
  );
  return (
    <article
      className={classes.line}
      data-kind={kind}
      data-first={first || undefined}
      data-status={message.message_status}
      aria-label={`${authorName(message, lead)}, ${timeText(message.created_at)}`}
    >
      {first ? (
        <p className={classes.author}>
          {kind === 'note' ? <IconLock size={12} aria-hidden="true" /> : null}
          <bdi>{authorName(message, lead)}</bdi>
          {kind === 'note' ? <span> · solo la ve tu equipo</span> : null}
        </p>
      ) : null}
      <div className={classes.bubble}>
        {pressed ? (
          <p className={classes.pressed}>
            <IconHandClick size={13} aria-hidden="true" /> Eligió una opción
          </p>
        ) : null}
        {message.template ? (
          <p className={classes.pressed}>Plantilla: {plainLine(message.template.name)}</p>
        ) : null}
        {message.extra ? <ChannelPart above={message} /> : null}
        {gone ? <p className={classes.gone}>Nota eliminada</p> : null}
        {editing ? (
          <NoteEditor note={message} onDone={() => setEditing(false)} />
        ) : message.text ? (
          inSpanish ? (
            <TranslatedText messageId={message._id} onOriginal={() => translate(false)}>
              {words}
            </TranslatedText>
          ) : (
            words
          )
        ) : null}
        <MessageFiles message={message} />
        {message.cards ? <ProductCards cards={message.cards} /> : null}
        {message.extra || tools ? <ChannelPart below={message} tools={tools} /> : null}
        {uses && !gone && !editing ? (
          <MessageMenu
            message={message}
            uses={uses}
            onTranslate={kind === 'client' && uses.translates && !inSpanish ? () => translate(true) : null}
          />
        ) : null}
      </div>
      {outbound && message.buttons.length > 0 ? (
        <OfferedButtons
          buttons={message.buttons}
          chosen={chosen}
          by={kind}
          list={channel === 'whatsapp' && message.buttons.length > WHATSAPP_BUTTONS}
        />
      ) : null}
      {last || failed || own || message.edited_at ? (
        <p className={classes.foot}>
          <time dateTime={message.created_at} title={dateTimeText(message.created_at)}>
            {timeText(message.created_at)}
          </time>
          {message.edited_at && !gone ? <span title={dateTimeText(message.edited_at)}>editada</span> : null}
          {outbound ? (
            <DeliveryState
              status={message.message_status}
              reason={message.reason}
              // A template is chosen again: its values are not known here.
              onRetry={onRetry && !resent && !message.template ? () => onRetry(message) : null}
            />
          ) : null}
          {resent ? <span>Se volvió a enviar</span> : null}
          {own && !editing ? <NoteTools note={message} onEdit={() => setEditing(true)} /> : null}
        </p>
      ) : null}
    </article>
  );
});

const isOwnNote = (message: Message, { me, edits }: LogFacts): boolean =>
  edits && message.note && message.agent?.id === me;

function SystemLine({ message }: { message: Message }) {
  return (
    <p className={classes.system}>
      <bdi>{plainLine(message.text, 400)}</bdi>{' '}
      <time dateTime={message.created_at} title={dateTimeText(message.created_at)}>
        {timeText(message.created_at)}
      </time>
    </p>
  );
}
