/** The client's other conversations, as far as one may see them; each opens to be read. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { conversationListCalls } from '../../../../contract/calls/conversation-lists.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { config } from '../../../base/client-config.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { dateText } from '../../../ui/dates.ts';
import { ListError } from '../list/list-states.tsx';
import classes from './client-conversations.module.css';

const JoinDialog = lazyPart(() => import('../joining/join-dialog.tsx'));
const ConversationReader = lazyPart(() => import('./conversation-reader.tsx'));

/** In the panel; the record shows them all. */
const SHOWN = 5;

export function ClientConversations({ card }: { card: Conversation }) {
  const title = useId();
  const [joining, setJoining] = useState<Conversation | null>(null);
  const [reading, setReading] = useState<Conversation | null>(null);
  const found = useQuery({
    // An event at the bot makes it stale (hub, `stale`).
    queryKey: [`search/${card.bot_id}`, 'of-lead', card.lead_id, SHOWN],
    queryFn: ({ signal }) =>
      call(conversationListCalls.listConversations, {
        query: { bot_id: card.bot_id, lead_id: card.lead_id, items: SHOWN + 1 },
        signal,
      }),
  });
  const others = (found.data?.conversations ?? []).filter(({ id }) => id !== card.id);
  const more = (found.data?.total ?? 0) - 1 > SHOWN;
  return (
    <section className={classes.conversations} aria-labelledby={title}>
      <h3 id={title}>Conversaciones anteriores</h3>
      {found.isPending ? (
        <p role="status" className={classes.none}>
          Cargando…
        </p>
      ) : null}
      {found.error && !found.data ? (
        <ListError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && others.length === 0 ? <p className={classes.none}>Es su primera conversación.</p> : null}
      <ul>
        {others.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => setReading(one)} aria-label={labelOf(one)}>
              <span className={classes.top}>
                <ChannelIcon channel={one.channel} size={14} />
                <span>{withProduct(STATE_LABELS[one.state], config().product.name)}</span>
                <time dateTime={one.last_message_date}>{dateText(one.last_message_date)}</time>
              </span>
              <span className={classes.preview}>{one.last_message || 'Sin mensajes'}</span>
            </button>
            <Join card={card} one={one} onJoin={() => setJoining(one)} />
          </li>
        ))}
      </ul>
      {more ? (
        <Link to="/clients/detail-lead/$id" params={{ id: card.lead_id }} className={classes.all}>
          Ver las {found.data?.total} en la ficha
        </Link>
      ) : null}
      {joining ? <JoinDialog card={card} source={joining} onClose={() => setJoining(null)} /> : null}
      {reading ? <ConversationReader card={reading} onClose={() => setReading(null)} /> : null}
    </section>
  );
}

/** One element before and after, so that who came by keyboard stays there. */
function Join({ card, one, onJoin }: { card: Conversation; one: Conversation; onJoin: () => void }) {
  const may = useMay()('live', 'edit');
  const joined = card.joined?.some(({ id }) => id === one.id) ?? false;
  if (!joined && !(may && isOpen(one) && isOpen(card))) return null;
  const label = `Unir a esta conversación la de ${CHANNEL_LABELS[one.channel]}: ${one.last_message || 'sin mensajes'}`;
  return (
    <button
      type="button"
      className={classes.join}
      aria-disabled={joined || undefined}
      aria-label={joined ? undefined : label}
      onClick={joined ? undefined : onJoin}
    >
      {joined ? 'Unida a esta conversación' : 'Unir a esta conversación'}
    </button>
  );
}

const isOpen = ({ state }: Conversation): boolean => state !== 'closed' && state !== 'archived';

const labelOf = ({ state, last_message_date, last_message }: Conversation): string =>
  `Leer la conversación del ${dateText(last_message_date)}, ${withProduct(
    STATE_LABELS[state],
    config().product.name,
  )}: ${last_message || 'sin mensajes'}`;
