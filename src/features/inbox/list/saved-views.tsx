/** Saved views beside the states: one's own and the shared ones, each with how many it finds; and what is snoozed. */
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import IconPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useState } from 'react';
import { inboxToolCalls, type SavedView } from '../../../../contract/calls/inbox-tools.ts';
import { TIME_ZONE } from '../../../../contract/days.ts';
import { call } from '../../../api/call.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { figure } from '../../../ui/money.ts';
import row from '../../../ui/row-button.module.css';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import classes from './choices.module.css';
import { inboxFilters, wireFilters } from './list-filters.ts';
import { useCounts, useSavedViews, viewsChanged } from './list-queries.ts';
import { withOrder } from './order.ts';
import SaveViewDialog from './save-view-dialog.tsx';
import own from './saved-views.module.css';
import type { Selection } from './use-selection.ts';

interface SavedViewsProps {
  selection: Selection;
  /** A choice was made (the phone goes on to the list). */
  onChoose?: () => void;
}

const SNOOZED = wireFilters({ state: 'all', snoozed: true }, TIME_ZONE);
const same = (a: object, b: object): boolean => {
  const plain = (value: object) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return plain(a) === plain(b);
};

export default function SavedViews({ selection, onChoose }: SavedViewsProps) {
  const { botId, filters, showFilters } = selection;
  const { user, place } = usePlace();
  const { data: views = [], error, refetch } = useSavedViews(botId);
  const [editing, setEditing] = useState<SavedView | null>(null);
  // A search reads every message: its figure is not worth that each minute.
  const counted = views.filter((view) => view.filters.search === undefined);
  const counts = useCounts(botId, [SNOOZED, ...counted.map((view) => view.filters)]);
  const zone = useZone();
  const shown = wireFilters(filters, zone);
  const head = place.link.role.base !== 'agente';
  const go = (wire: SavedView['filters']) => {
    showFilters(inboxFilters(wire, zone));
    onChoose?.();
  };
  const remove = async (view: SavedView) => {
    const sure = await ask({
      title: `¿Eliminar la vista «${view.name}»?`,
      ...(view.shared ? { text: 'Dejará de verla todo el equipo.' } : {}),
      confirm: 'Eliminar',
      danger: true,
    });
    if (!sure) return;
    try {
      await call(inboxToolCalls.deleteSavedView, { params: { botId, id: view.id } });
      await viewsChanged(botId);
    } catch (failure) {
      toastFailure('No se pudo eliminar la vista', failure);
    }
  };
  const renew = async (view: SavedView) => {
    try {
      const body = { name: view.name, shared: view.shared, filters: shown };
      await call(inboxToolCalls.updateSavedView, { params: { botId, id: view.id }, body });
      await viewsChanged(botId);
      toastSuccess('Vista actualizada');
    } catch (failure) {
      toastFailure('No se pudo actualizar la vista', failure);
    }
  };
  const countOf = (view: SavedView) =>
    view.filters.search === undefined ? counts?.[counted.indexOf(view) + 1] : null;
  /** @param count undefined: not known yet; null: not counted */
  const entry = (
    key: string,
    name: React.ReactNode,
    wire: SavedView['filters'],
    count: number | null | undefined,
  ) => (
    <button
      type="button"
      className={`${row.row} ${classes.item}`}
      aria-pressed={same(withOrder(wire), shown)}
      data-testid={`view-${key}`}
      onClick={() => go(wire)}
    >
      {name}
      <span className={`${classes.count} ${key === 'snoozed' ? '' : own.figure}`}>
        {count === undefined ? <span className={classes.unknown} /> : count === null ? null : figure(count)}
      </span>
    </button>
  );
  return (
    <>
      <h2 id="inbox-views">Vistas</h2>
      <ul aria-labelledby="inbox-views">
        <li>
          {entry(
            'snoozed',
            <>
              <IconPause size={16} aria-hidden="true" />
              <span className={classes.name}>Pospuestas</span>
            </>,
            SNOOZED,
            counts?.[0],
          )}
        </li>
        {views.map((view) => (
          <li key={view.id} className={own.view}>
            {entry(
              view.id,
              <>
                <span className={classes.name} title={view.name}>
                  {view.name}
                </span>
                {view.shared ? (
                  <span title={`Compartida por ${view.user_name}`}>
                    <IconUsers size={13} aria-hidden="true" />
                    <span className="visually-hidden">, compartida por {view.user_name}</span>
                  </span>
                ) : null}
              </>,
              view.filters,
              countOf(view),
            )}
            {view.shared && !head ? null : (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon size={24} className={own.more} aria-label={`Opciones de la vista ${view.name}`}>
                    <IconDots size={15} aria-hidden="true" />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setEditing(view)}>Cambiar el nombre…</Menu.Item>
                  <Menu.Item disabled={same(withOrder(view.filters), shown)} onClick={() => void renew(view)}>
                    Guardar aquí los filtros actuales
                  </Menu.Item>
                  <Menu.Item onClick={() => void remove(view)}>Eliminar…</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
        {error ? (
          <li className={own.error} role="alert">
            No pudimos cargar tus vistas.{' '}
            <button type="button" onClick={() => void refetch()}>
              Reintentar
            </button>
          </li>
        ) : null}
      </ul>
      {editing ? (
        <SaveViewDialog
          key={`${editing.id}-${user.id}`}
          selection={selection}
          view={editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}
