/** The notifications of the shown bot: pages that load while one scrolls, read and unread, archive. */

import { Button, Loader, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import {
  eachOnce,
  type NoticeView,
  useNotifications,
  useReadAll,
  useUnread,
} from '../../notices/notification-queries.ts';
import { NotificationRow } from '../../notices/notification-row.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import classes from './notification-menu.module.css';
import { PermissionHint } from './permission-hint.tsx';

const VIEWS = [
  { value: 'all', label: 'Todas' },
  { value: 'unread', label: 'Sin leer' },
  { value: 'archived', label: 'Archivadas' },
] as const;

/** Calls `reached` whenever the element comes into sight. */
function useReached(reached: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(reached);
  useEffect(() => {
    latest.current = reached;
  });
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return end;
}

export default function NotificationMenu({ onClose }: { onClose: () => void }) {
  const botId = usePlace().place.bot.id;
  const [view, setView] = useState<NoticeView>('all');
  const list = useNotifications({ botId, kind: null, view });
  const shown = eachOnce(list.data?.pages);
  const unread = useUnread(botId).data;
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  const end = useReached(more);
  const readAll = useReadAll();
  return (
    <div className={classes.menu}>
      <header className={classes.head}>
        <h2>Notificaciones</h2>
        {unread && unread.count > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate({ botId, kind: null, upTo: unread.cursor })}
          >
            Marcar todas como leídas
          </Button>
        ) : null}
      </header>
      <PermissionHint onFollow={onClose} />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Qué notificaciones mostrar"
        value={view}
        onChange={(value) => setView(value as NoticeView)}
        data={[...VIEWS]}
      />
      <section className={classes.scroll} aria-label="Lista de notificaciones">
        {list.isPending ? <LoadRows label="Cargando notificaciones…" rows={4} /> : null}
        {list.error && !list.data ? (
          <LoadError message={sentence(list.error)} onRetry={() => void list.refetch()} />
        ) : null}
        {list.data && shown.length === 0 ? (
          <p className={classes.none}>{view === 'archived' ? 'Nada archivado.' : 'Estás al día.'}</p>
        ) : null}
        <ul className={classes.list}>
          {shown.map((entry) => (
            <li key={entry.item.id}>
              <NotificationRow entry={entry} onOpen={onClose} />
            </li>
          ))}
        </ul>
        <div ref={end} className={classes.end}>
          {list.isFetchingNextPage ? <Loader size="xs" /> : null}
          {list.hasNextPage && !list.isFetchingNextPage ? (
            <Button variant="subtle" size="compact-sm" onClick={more}>
              Cargar más
            </Button>
          ) : null}
        </div>
      </section>
      <footer className={classes.foot}>
        <Link to="/notificaciones" onClick={onClose}>
          Ver todas
        </Link>
        <Link to="/notificaciones/ajustes" onClick={onClose}>
          Elegir qué te avisa
        </Link>
      </footer>
    </div>
  );
}
