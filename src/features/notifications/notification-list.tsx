/** As many rows as there are, of which only those in sight are made; the next page is asked for as its end comes near. */
import { Button, Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { eachOnce, type NoticeWish, useNotifications } from '../../notices/notification-queries.ts';
import { NotificationRow } from '../../notices/notification-row.tsx';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import classes from './notifications.module.css';

/** Height of most rows in px; each is measured. */
const ROW = 64;
/** More is asked for when this few rows are left below. */
const AHEAD = 8;

const NOTHING = {
  all: 'Todavía no tienes notificaciones',
  unread: 'Estás al día',
  archived: 'Nada archivado',
} as const;

export function NotificationList({ wish }: { wish: NoticeWish }) {
  const { places } = usePlace();
  const list = useNotifications(wish);
  const rows = eachOnce(list.data?.pages);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.item.id ?? index,
    overscan: 8,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const near = (items.at(-1)?.index ?? 0) >= rows.length - AHEAD;
  const wants = near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wants) more();
  }, [wants, more]);
  if (list.isPending) return <LoadRows label="Cargando notificaciones…" rows={8} height={ROW} />;
  if (!list.data) return <LoadError message={sentence(list.error)} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) {
    return (
      <Empty
        title={NOTHING[wish.view]}
        next={<Link to="/notificaciones/ajustes">Elegir qué te avisa y por dónde</Link>}
      >
        {wish.view === 'all' ? (
          <p>Aquí quedan las derivaciones, menciones, tickets y avisos de tus conexiones.</p>
        ) : null}
      </Empty>
    );
  }
  const several = wish.botId === null && places.length > 1;
  const nameOf = (botId: number) => places.find(({ bot }) => bot.id === botId)?.bot.bot_name;
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label="Lista de notificaciones"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <ul
        className={classes.rows}
        style={{ height: virtual.getTotalSize(), paddingTop: items[0]?.start ?? 0 }}
      >
        {items.map(({ index, key }) => {
          const entry = rows[index];
          return entry ? (
            <li key={key} data-index={index} ref={virtual.measureElement}>
              <NotificationRow entry={entry} bot={several ? nameOf(entry.bot_id) : undefined} />
            </li>
          ) : null;
        })}
      </ul>
      <div className={classes.end}>
        {isFetchingNextPage ? <Loader size="xs" aria-label="Cargando más" /> : null}
        {isFetchNextPageError ? (
          <Button variant="subtle" size="compact-sm" onClick={more}>
            No pudimos cargar más. Reintentar
          </Button>
        ) : null}
      </div>
    </section>
  );
}
