/** Segments: filters kept under a name, one's own and the team's, each with how many meet it now. */
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientCalls, type Segment } from '../../../../contract/calls/clients.ts';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { usePlace } from '../../../bot/place-context.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import line from '../../../ui/list-line.module.css';
import { figure } from '../../../ui/money.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import classes from './clients.module.css';
import type { ClientsSearch, GoTo } from './clients-search.ts';

const SegmentDialog = lazyPart(() => import('./segment-dialog.tsx'));

interface SegmentBarProps {
  botId: number;
  segments: UseQueryResult<Segment[]>;
  search: ClientsSearch;
  /** The chosen one. */
  segment: Segment | undefined;
  /** What is in force. */
  filter: LeadFilter | undefined;
  onGo: GoTo;
}

export function SegmentBar({ botId, segments, search, segment, filter, onGo }: SegmentBarProps) {
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const all = segments.data ?? [];
  const changed = search.filter !== undefined;
  const gone = search.segment !== undefined && segments.data !== undefined && segment === undefined;
  if (all.length === 0 && !filter && !segments.error && !gone) return null;
  return (
    <nav className={classes.segments} aria-label="Segmentos">
      <ul>
        <li>
          <button
            type="button"
            className={classes.segment}
            aria-pressed={search.segment === undefined && !changed}
            onClick={() => onGo({ segment: undefined, filter: undefined })}
          >
            Todos
          </button>
        </li>
        {all.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={classes.segment}
              aria-pressed={one.id === segment?.id}
              title={one.shared ? `Compartido por ${one.user_name}` : undefined}
              onClick={() => onGo({ segment: one.id, filter: undefined })}
            >
              {one.shared ? <IconUsers size={14} aria-label="Compartido:" /> : null}
              {one.name}
              <span>{one.count === null ? 'nombra un campo que ya no existe' : figure(one.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {segments.error ? (
        <p className={classes.fault} role="alert">
          No pudimos cargar los segmentos. {sentence(segments.error)}{' '}
          <button type="button" className={line.link} onClick={() => void segments.refetch()}>
            Reintentar
          </button>
        </p>
      ) : null}
      {gone ? (
        <p className={classes.fault} role="alert">
          Ese segmento ya no existe.
        </p>
      ) : null}
      {changed && filter ? (
        <button type="button" className={line.link} onClick={() => setNaming('new')}>
          Guardar como segmento
        </button>
      ) : null}
      {segment ? (
        <OfSegment
          key={segment.id}
          segment={segment}
          changed={changed ? filter : undefined}
          onRename={() => setNaming('rename')}
          onGo={onGo}
        />
      ) : null}
      {naming === 'new' && filter ? (
        <SegmentDialog
          botId={botId}
          segment={null}
          filter={filter}
          onSaved={(id) => onGo({ segment: id, filter: undefined })}
          onClose={() => setNaming(null)}
        />
      ) : null}
      {naming === 'rename' && segment ? (
        <SegmentDialog
          botId={botId}
          segment={segment}
          filter={segment.filter as unknown as LeadFilter}
          onClose={() => setNaming(null)}
        />
      ) : null}
    </nav>
  );
}

interface OfSegmentProps {
  segment: Segment;
  /** The filter that it would have. */
  changed: LeadFilter | undefined;
  onRename: () => void;
  onGo: GoTo;
}

/** What its owner, or for a shared one the bot's heads, may do with it. */
function OfSegment({ segment, changed, onRename, onGo }: OfSegmentProps) {
  const { user, place } = usePlace();
  const queries = useQueryClient();
  const { id, name, shared } = segment;
  const renew = () => queries.invalidateQueries({ queryKey: ['segments', segment.bot_id] });
  const save = useMutation({
    mutationFn: (filter: LeadFilter) =>
      call(clientCalls.updateSegment, { params: { id }, body: { name, shared, filter: filter as never } }),
    onSuccess: async () => {
      await renew();
      onGo({ filter: undefined });
      toastSuccess('Segmento guardado');
    },
    onError: (error) => toastFailure('No se pudo guardar el segmento', error),
  });
  const drop = useMutation({
    mutationFn: () => call(clientCalls.deleteSegment, { params: { id } }),
    onSuccess: async () => {
      onGo({ segment: undefined, filter: undefined });
      await renew();
      toastSuccess('Segmento eliminado');
    },
    onError: (error) => toastFailure('No se pudo eliminar el segmento', error),
  });
  const head = place.link.role.base !== 'agente';
  if (shared ? !head : segment.user_id !== user.id) return null;
  const confirmDrop = async () => {
    const text = shared
      ? 'Deja de verlo todo el equipo. Los clientes siguen como están.'
      : 'Los clientes siguen como están.';
    const sure = await ask({
      title: `¿Eliminar el segmento «${name}»?`,
      text,
      confirm: 'Eliminar',
      danger: true,
    });
    if (sure) drop.mutate();
  };
  return (
    <>
      {changed ? (
        <button
          type="button"
          className={line.link}
          disabled={save.isPending}
          onClick={() => save.mutate(changed)}
        >
          Guardar cambios en «{name}»
        </button>
      ) : null}
      <button type="button" className={line.link} onClick={onRename}>
        {head ? 'Nombre y equipo' : 'Cambiar nombre'}
      </button>
      <button
        type="button"
        className={line.link}
        disabled={drop.isPending}
        onClick={() => void confirmDrop()}
      >
        Eliminar segmento
      </button>
    </>
  );
}
