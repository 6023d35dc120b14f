/** Views beside the states: what one has, what nobody has, what one follows and is named in, what is snoozed; then the saved ones, each with how many it finds. */
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { type ReactNode, useState } from 'react';
import { inboxToolCalls, type SavedView } from '../../../../contract/calls/inbox-tools.ts';
import type { Figure } from '../../../../machines/inbox/counter-moves.ts';
import { call } from '../../../api/call.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { useCounters } from '../../../hub/hooks.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { figure } from '../../../ui/money.ts';
import row from '../../../ui/row-button.module.css';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import classes from './choices.module.css';
import { inboxFilters, type WireFilters, wireFilters } from './list-filters.ts';
import { useCounts, useSavedViews, viewsChanged } from './list-queries.ts';
import { withOrder } from './order.ts';
import SaveViewDialog from './save-view-dialog.tsx';
import own from './saved-views.module.css';
import { stateName } from './state-name.ts';
import type { Selection } from './use-selection.ts';

interface SavedViewsProps {
  selection: Selection;
  /** The way to what is behind a figure of the counters. */
  explain: (figure: Figure, name: string, value: number | undefined) => ReactNode;
  /** A choice was made (the phone goes on to the list). */
  onChoose?: () => void;
}

const SNOOZED: WireFilters = { archived: false, snoozed: true };
const NOBODYS: WireFilters = { state: 'pending', snoozed: false };
/** What is one's own, and what one sees of which an answer is late: its figure is the counters', its list the fold's. */
const OWN = [
  { key: 'mine', figure: 'mine', state: 'held', Icon: IconUser, snoozed: false },
  { key: 'following', figure: 'following', state: 'followed', Icon: IconBell },
  { key: 'mentions', figure: 'mentions', state: 'mentioned', Icon: IconAt },
  { key: 'overdue', figure: 'overdue', state: 'overdue', Icon: IconAlert },
] as const;
/** Without a menu beside the figure. */
const OWN_VIEWS: ReadonlySet<string> = new Set([
  'mine',
  'nobodys',
  'following',
  'mentions',
  'overdue',
  'snoozed',
]);
const same = (a: object, b: object): boolean => {
  const plain = (value: object) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return plain(a) === plain(b);
};

export default function SavedViews({ selection, explain, onChoose }: SavedViewsProps) {
  const { botId, filters, showFilters, supervising } = selection;
  const { user, place } = usePlace();
  const { data: views = [], error, refetch } = useSavedViews(botId);
  const [editing, setEditing] = useState<SavedView | null>(null);
  // A search reads every message: its figure is not worth that each minute.
  const counted = views.filter((view) => view.filters.search === undefined);
  const counts = useCounts(botId, [SNOOZED, ...counted.map((view) => view.filters)]);
  const zone = useZone();
  const counters = useCounters(botId);
  const nobodysCount = counters?.byState.pending;
  const shown = wireFilters(filters, zone, user.id);
  const head = place.link.role.base !== 'agente';
  const go = (wire: SavedView['filters']) => {
    showFilters(inboxFilters(wire, zone, user.id));
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
    name: ReactNode,
    wire: SavedView['filters'],
    count: number | null | undefined,
  ) => (
    <button
      type="button"
      className={`${row.row} ${classes.item}`}
      aria-pressed={!supervising && same(withOrder(wire), shown)}
      data-testid={`view-${key}`}
      onClick={() => go(wire)}
    >
      {name}
      <span className={`${classes.count} ${OWN_VIEWS.has(key) ? '' : own.figure}`}>
        {count === undefined ? <span className={classes.unknown} /> : count === null ? null : figure(count)}
      </span>
    </button>
  );
  // Where answers have no deadline, none is ever late.
  const shownOwn = OWN.filter(
    ({ key }) => key !== 'overdue' || place.bot.has_deadlines || (counters?.own.overdue ?? 0) > 0,
  );
  const ownViews = shownOwn.map(({ key, figure: name, state, Icon, ...more }) => {
    const count = counters?.own[name] ?? undefined;
    const whose = state === 'overdue' ? {} : { agent_id: user.id };
    const wire: WireFilters = { [state]: true, ...whose, ...more };
    return (
      <li key={key}>
        {entry(
          key,
          <>
            <Icon size={16} aria-hidden="true" />
            <span className={classes.name}>{stateName(key)}</span>
          </>,
          wire,
          count,
        )}
        {explain({ state, channel: null, ...whose }, stateName(key), count)}
      </li>
    );
  });
  return (
    <>
      <h2 id="inbox-views">Vistas</h2>
      <ul aria-labelledby="inbox-views">
        {ownViews.slice(0, 1)}
        <li>
          {entry(
            'nobodys',
            <>
              <IconInbox size={16} aria-hidden="true" />
              <span className={classes.name}>De nadie</span>
            </>,
            NOBODYS,
            nobodysCount,
          )}
          {explain({ state: 'pending', channel: null }, 'De nadie', nobodysCount)}
        </li>
        {ownViews.slice(1)}
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
