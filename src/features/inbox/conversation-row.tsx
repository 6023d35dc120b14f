/** One conversation of the list. A link, so that it opens in another tab as links do. */
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { inboxPath } from '../../app/client-config.ts';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { dateTimeText, shortAge, waitText } from '../../ui/dates.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { isUnread } from '../../ui/unread.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './conversation-row.module.css';
import type { InboxSearch } from './inbox-search.ts';

/** Who wrote the previewed message, unless it was the customer. */
function previewAuthor(card: Conversation): string {
  switch (card.last_message_from) {
    case 'agent':
      return 'Equipo: ';
    case 'bot':
      return 'Bot: ';
    default:
      return '';
  }
}

export const leadName = (card: Pick<Conversation, 'lead_name' | 'custom'>): string =>
  card.custom.name || card.lead_name || 'Cliente sin nombre';

interface ConversationRowProps {
  card: Conversation;
  open: boolean;
  drafted: boolean;
  /** It left this list while the pointer held it. */
  gone: boolean;
}

export const ConversationRow = memo(function ConversationRow({
  card,
  open,
  drafted,
  gone,
}: ConversationRowProps) {
  const now = useNow();
  const unread = isUnread(card);
  const waits = card.waiting_since !== null && (card.state === 'pending' || card.state === 'taken');
  return (
    <Link
      to={inboxPath()}
      search={(before: InboxSearch) => ({ ...before, bot: card.bot_id, conversation: card.id })}
      className={classes.row}
      aria-current={open ? 'true' : undefined}
      data-unread={unread || undefined}
      data-gone={gone || undefined}
      data-conversation={card.id}
      preload={false}
    >
      <span className={classes.face}>
        <PersonAvatar name={leadName(card)} id={card.lead_id} size={36} />
        {card.isUserOnline ? (
          <span className={classes.online}>
            <span className="visually-hidden">En línea</span>
          </span>
        ) : null}
      </span>
      <span className={classes.text}>
        <span className={classes.top}>
          <span className={classes.name}>{leadName(card)}</span>
          <time dateTime={card.last_message_date} title={dateTimeText(card.last_message_date)}>
            {shortAge(card.last_message_date, now)}
          </time>
        </span>
        <span className={classes.middle}>
          <span className={classes.preview}>
            {drafted ? <span className={classes.draft}>Borrador </span> : null}
            {previewAuthor(card)}
            {card.last_message || 'Sin mensajes'}
          </span>
          {unread ? (
            <span className={classes.unread}>
              <span className="visually-hidden">Sin leer: </span>
              {card.pending_messages_count > 0 ? card.pending_messages_count : ''}
            </span>
          ) : null}
        </span>
        <span className={classes.bottom}>
          <span className={classes.channel}>
            <ChannelIcon channel={card.channel} /> {CHANNEL_LABELS[card.channel]}
          </span>
          {card.agent_name ? <span className={classes.owner}>{card.agent_name}</span> : null}
          {waits && card.waiting_since ? (
            <span className={classes.wait}>espera {waitText(card.waiting_since, now)}</span>
          ) : null}
          {gone ? <span className={classes.wait}>ya no está en esta lista</span> : null}
        </span>
      </span>
    </Link>
  );
});
