/** What happened to or with a client, newest first, in pages; all of it, or one kind. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  clientCalls,
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
} from '../../../../contract/calls/clients.ts';
import type { Audit } from '../../../../contract/entities/audit.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { config, inboxPath } from '../../../base/client-config.ts';
import { useMay } from '../../../bot/place-context.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { consentText } from '../../inbox/client/client-consents.tsx';
import { useOwnFields } from '../../inbox/client/lead-query.ts';
import { changedFields } from './changed-fields.ts';
import { proofText } from './identities.tsx';
import classes from './record.module.css';

const KINDS: Record<TimelineKind, string> = {
  created: 'Creación',
  conversation: 'Conversaciones',
  note: 'Notas',
  consent: 'Consentimientos',
  change: 'Cambios',
  merge: 'Fusiones',
  import: 'Importaciones',
};

export function RecordTimeline({ lead }: { lead: Lead }) {
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const [page, setPage] = useState(1);
  const found = useQuery({
    queryKey: ['lead', lead._id, 'timeline', kind, page],
    queryFn: ({ signal }) =>
      call(clientCalls.leadTimeline, {
        params: { id: lead._id },
        query: { page, ...(kind ? { kind } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <label className={classes.kinds}>
        Mostrar
        <select
          value={kind}
          onChange={(event) => {
            setKind(TIMELINE_KINDS.find((one) => one === event.currentTarget.value) ?? '');
            setPage(1);
          }}
        >
          <option value="">Todo</option>
          {TIMELINE_KINDS.map((one) => (
            <option key={one} value={one}>
              {KINDS[one]}
            </option>
          ))}
        </select>
      </label>
      {found.isPending ? <LoadRows label="Cargando la historia…" rows={4} /> : null}
      {found.error && !found.data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data?.entries.length === 0 ? (
        <Empty title="No hay nada de eso" next={{ none: 'another kind is chosen above' }} />
      ) : null}
      <ol className={classes.list} aria-busy={found.isPlaceholderData}>
        {found.data?.entries.map((entry) => (
          <li key={entry.id} className={classes.change} data-kind={entry.event.kind}>
            <header>
              <Headline lead={lead} entry={entry} />
              <time dateTime={entry.at}>{dateTimeText(entry.at)}</time>
            </header>
            <Detail lead={lead} entry={entry} />
          </li>
        ))}
      </ol>
      {found.data ? (
        <Pager
          label="Páginas de la historia"
          page={found.data.page}
          pages={found.data.pages}
          onPage={setPage}
        />
      ) : null}
    </>
  );
}

function Headline({ lead, entry: { event } }: { lead: Lead; entry: TimelineEntry }) {
  const mayLive = useMay()('live', 'read');
  switch (event.kind) {
    case 'created':
      return <span>Apareció por primera vez</span>;
    case 'conversation': {
      const text = `Conversación por ${CHANNEL_LABELS[event.channel]}`;
      return (
        <span>
          {mayLive ? (
            <Link
              to={inboxPath()}
              search={{ bot: lead.bot_id, state: event.state, conversation: event.conversation_id }}
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      );
    }
    case 'note':
      return (
        <span>
          <strong>{event.author ?? 'El sistema'}</strong> anotó
        </span>
      );
    case 'consent':
      return (
        <span>
          <strong>{event.consent.user_name ?? 'El sistema'}</strong> anotó un consentimiento
        </span>
      );
    case 'change':
      return (
        <span>
          <strong>{event.audit.user_name ?? 'El sistema'}</strong> corrigió sus datos
        </span>
      );
    case 'merge':
      return (
        <span>
          <strong>{event.user_name ?? 'El sistema'}</strong> lo fusionó con {event.loser_name}
          {event.proof ? `: ${proofText(event.proof)}` : ''}
          {event.undone ? ' (después se deshizo)' : ''}
        </span>
      );
    case 'import':
      return (
        <span>
          {event.created ? 'Creado' : 'Actualizado'} por el archivo {event.file_name}
        </span>
      );
  }
}

function Detail({ lead, entry: { event } }: { lead: Lead; entry: TimelineEntry }) {
  switch (event.kind) {
    case 'conversation':
      return (
        <p>
          {withProduct(STATE_LABELS[event.state], config().product.name)}
          {event.agent_name ? ` · ${event.agent_name}` : ''} ·{' '}
          {event.messages === 1 ? '1 mensaje' : `${event.messages} mensajes`}
          {event.last_message ? ` · ${event.last_message}` : ''}
        </p>
      );
    case 'note':
      return <p className={classes.note}>{event.text}</p>;
    case 'consent':
      return (
        <p>
          {consentText(event.consent)} · {event.consent.source}
        </p>
      );
    case 'change':
      return <Changes lead={lead} audit={event.audit} />;
    default:
      return null;
  }
}

function Changes({ lead, audit }: { lead: Lead; audit: Audit }) {
  const own = useOwnFields(lead.bot_id);
  return (
    <dl>
      {changedFields(audit.changes, own.data ?? []).map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before ? (
              <del>
                <span className="visually-hidden">Antes: </span>
                {before}
              </del>
            ) : null}
            <ins>
              <span className="visually-hidden">Después: </span>
              {after || 'Sin dato'}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
