/** One conversation of the list. A link, so that it opens in another tab as links do. */
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useCallback } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { isUnread } from '../../../../machines/inbox/unread.ts';
import type { PresenceView } from '../../../../workers/hub/surface/views.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import classes from './conversation-row.module.css';
import type { InboxSearch } from './inbox-search.ts';
import { RowFacts } from './row-facts.tsx';

/** What a search found in a conversation. */
export interface Find {
  /** Null: as always. */
  name: ReactNode;
  preview: ReactNode;
  messageId: string | null;
}

import { RowTime, waits } from './row-time.tsx';

/** Who waits is previewed by what they asked; what the bot said when it handed over tells nothing about them. */
function previewOf(card: Conversation): string {
  const question = waits(card) ? (card.last_question ?? '') : '';
  return question === '' ? `${previewAuthor(card)}${card.last_message}` : question;
}
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

export const leadName = leadNameOf;

interface ConversationRowProps {
  card: Conversation;
  open: boolean;
  /** How one's own draft begins; undefined: there is none. */
  draft: string | undefined;
  /** It left this list while the pointer held it. */
  gone: boolean;
  /** Who types and looks here, without oneself. */
  here: PresenceView[string] | undefined;
  selected: boolean;
  /** Boxes stand open: something is selected. */
  selecting: boolean;
  /** @param range with shift: everything from the last chosen one */
  onSelect: (id: string, range: boolean) => void;
  /** The list holds several states: the row says its own. */
  mixed: boolean;
  find: Find | null;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { card, open, draft, gone, here, selected, selecting, onSelect, mixed, find } = props;
  const now = useServerNow();
  const unread = isUnread(card);
  const name = leadName(card);
  const message = find?.messageId ?? undefined;
  const { id, bot_id: bot } = card;
  // The same while it leads to the same: the router works out an address anew for another.
  const search = useCallback(
    (before: InboxSearch) => ({ ...before, bot, conversation: id, message, at: undefined }),
    [bot, id, message],
  );
  const typing = here?.typing.map((one) => one.name ?? (one.who === 'visitor' ? name : 'Alguien')) ?? [];
  return (
    <div className={classes.frame} data-selected={selected || undefined}>
      <Link
        to={inboxPath()}
        search={search}
        className={classes.row}
        aria-current={open ? 'true' : undefined}
        data-unread={unread || undefined}
        data-gone={gone || undefined}
        data-conversation={id}
        preload={false}
      >
        <span className={classes.face}>
          <PersonAvatar name={name} id={card.lead_id} size={36} />
          {card.isUserOnline ? (
            <span className={classes.online}>
              <span className="visually-hidden">En línea</span>
            </span>
          ) : null}
        </span>
        <span className={classes.text}>
          <span className={classes.top}>
            <bdi className={classes.name}>{find?.name ?? name}</bdi>
            <RowTime card={card} now={now} />
          </span>
          <span className={classes.middle}>
            <span className={classes.preview}>
              {draft !== undefined ? (
                <>
                  <span className={classes.draft}>Borrador: </span>
                  <bdi>{plainLine(draft, 200) || 'archivo'}</bdi>
                </>
              ) : typing.length > 0 ? (
                <em className={classes.typing}>{typing.join(', ')} escribe…</em>
              ) : find?.preview ? (
                find.preview
              ) : (
                <bdi>{plainLine(previewOf(card), 200) || 'Sin mensajes'}</bdi>
              )}
            </span>
            {unread ? (
              <span className={classes.unread}>
                <span className="visually-hidden">Sin leer: </span>
                {card.pending_messages_count > 0 ? card.pending_messages_count : ''}
              </span>
            ) : null}
          </span>
          <RowFacts card={card} now={now} gone={gone} mixed={mixed} viewing={here?.viewing ?? []} />
        </span>
      </Link>
      <label className={classes.check} data-shown={selecting || undefined}>
        <input
          type="checkbox"
          checked={selected}
          tabIndex={selecting ? 0 : -1}
          aria-label={`Seleccionar la conversación con ${name}`}
          onChange={(event) => onSelect(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </div>
  );
});
