/** All conversations of a client that one may see, latest first; each opens to be read. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { conversationListCalls } from '../../../../contract/calls/conversation-lists.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, TEXTS, withProduct } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { config } from '../../../base/client-config.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { dateTimeText } from '../../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import classes from './record.module.css';

const ConversationReader = lazyPart(() => import('../../inbox/client/conversation-reader.tsx'));

export function RecordConversations({ botId, leadId }: { botId: number; leadId: string }) {
  const may = useMay();
  const allowed = may('live', 'read');
  const [page, setPage] = useState(1);
  const [reading, setReading] = useState<Conversation | null>(null);
  const found = useQuery({
    // An event at the bot makes it stale (hub, `stale`).
    queryKey: [`search/${botId}`, 'of-lead', leadId, 'page', page],
    queryFn: ({ signal }) =>
      call(conversationListCalls.listConversations, {
        query: { bot_id: botId, lead_id: leadId, page },
        signal,
      }),
    enabled: allowed,
    placeholderData: keepPreviousData,
  });
  if (!allowed) return <p>{TEXTS.noModuleAccess}</p>;
  if (found.isPending) return <LoadRows label="Cargando conversaciones…" rows={4} />;
  if (!found.data) {
    return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  }
  if (found.data.total === 0) {
    return (
      <Empty
        title="No hay conversaciones que puedas ver"
        next={{ none: "'Escribir al cliente' stands at the head of the record" }}
      >
        Las que atienden otras personas no aparecen aquí.
      </Empty>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-busy={found.isPlaceholderData}>
        {found.data.conversations.map((one) => (
          <li key={one.id}>
            <button type="button" className={classes.row} onClick={() => setReading(one)}>
              <span>
                <ChannelIcon channel={one.channel} />
                {withProduct(STATE_LABELS[one.state], config().product.name)}
                <span className={classes.owner}>
                  {CHANNEL_LABELS[one.channel]}
                  {one.agent_name ? ` · ${one.agent_name}` : ''}
                </span>
              </span>
              <time dateTime={one.last_message_date}>{dateTimeText(one.last_message_date)}</time>
              <span className={classes.preview}>{one.last_message || 'Sin mensajes'}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pager
        label="Páginas de conversaciones"
        page={found.data.page}
        pages={found.data.pages}
        onPage={setPage}
      />
      {reading ? <ConversationReader card={reading} onClose={() => setReading(null)} /> : null}
    </>
  );
}
