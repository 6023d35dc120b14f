/** The notifications of the shown bot: pages that load while one scrolls, read and unread, archive. */

import { ActionIcon, Button, Loader, SegmentedControl } from '@mantine/core';
import { noticeCalls } from '../../../contract/calls/notices.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Notification } from '../../../contract/entities/notification.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { shortAge } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './notification-menu.module.css';
import { NOTIFICATIONS_KEY } from './notifications-key.ts';
import { PermissionHint } from './permission-hint.tsx';

const ICONS: Record<string, typeof IconBell> = {
  transfer: IconArrowsExchange,
  ticket: IconTicket,
  conversation: IconMessage,
  mention: IconAt,
  connection: IconPlugConnectedX,
  billing: IconCreditCard,
};
const VIEWS = [
  { value: 'all', label: 'Todas' },
  { value: 'unread', label: 'Sin leer' },
  { value: 'archived', label: 'Archivadas' },
] as const;
type View = (typeof VIEWS)[number]['value'];

function useNotifications(view: View) {
  const { place, user } = usePlace();
  return useInfiniteQuery({
    queryKey: [NOTIFICATIONS_KEY, place.bot.id, 'list', view],
    queryFn: ({ pageParam, signal }) =>
      call(noticeCalls.notifications, {
        params: { botId: place.bot.id, userId: user.id, page: pageParam },
        query: view === 'all' ? {} : { [view]: 'true' as const },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: 0,
  });
}

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
  const { place, user } = usePlace();
  const queries = useQueryClient();
  const [view, setView] = useState<View>('all');
  const list = useNotifications(view);
  const items = list.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  // A new one moves the pages: the last of one page may come again on the next.
  const shown = [...new Map(items.map((entry) => [entry.item.id, entry])).values()];
  const unread = list.data?.pages[0]?.unread ?? 0;
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  const end = useReached(more);
  const readAll = useMutation({
    mutationFn: () =>
      call(noticeCalls.readAllNotifications, { params: { botId: place.bot.id, userId: user.id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY] }),
    onError: (error) => toastFailure('No pudimos marcarlas como leídas', error),
  });
  return (
    <div className={classes.menu}>
      <header className={classes.head}>
        <h2>Notificaciones</h2>
        {unread > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
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
        onChange={(value) => setView(value as View)}
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
            <Row key={entry.item.id} entry={entry} onClose={onClose} />
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
    </div>
  );
}

function Row({ entry, onClose }: { entry: Notification; onClose: () => void }) {
  const { user } = usePlace();
  const now = useServerNow();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { item, read, archived } = entry;
  const params = { id: item.id, userId: user.id };
  const renew = () => void queries.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY] });
  const setRead = useMutation({
    mutationFn: (value: boolean) =>
      call(noticeCalls.updateNotificationStatus, { params, body: { read: value } }),
    onSettled: renew,
    onError: (error) => toastFailure('No pudimos cambiar la notificación', error),
  });
  const setArchived = useMutation({
    mutationFn: () => call(noticeCalls.archiveNotification, { params, body: { archived: !archived } }),
    onSettled: renew,
    onError: (error) => toastFailure('No pudimos archivar la notificación', error),
  });
  const Icon = ICONS[item.icon] ?? IconBell;
  const open = () => {
    if (!read) setRead.mutate(true);
    onClose();
    void navigate({ href: item.link });
  };
  return (
    <li className={classes.row} data-unread={!read || undefined}>
      <button type="button" className={classes.open} onClick={open}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        <span>
          {read ? null : <span className="visually-hidden">Sin leer: </span>}
          {item.body}
          <time dateTime={item.created_at}>{shortAge(item.created_at, now)}</time>
        </span>
      </button>
      <ActionIcon
        size="md"
        aria-label={read ? 'Marcar como no leída' : 'Marcar como leída'}
        title={read ? 'Marcar como no leída' : 'Marcar como leída'}
        loading={setRead.isPending}
        onClick={() => setRead.mutate(!read)}
      >
        {read ? <IconMail size={16} aria-hidden="true" /> : <IconMailOpened size={16} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        size="md"
        aria-label={archived ? 'Sacar del archivo' : 'Archivar'}
        title={archived ? 'Sacar del archivo' : 'Archivar'}
        loading={setArchived.isPending}
        onClick={() => setArchived.mutate()}
      >
        {archived ? (
          <IconArchiveOff size={16} aria-hidden="true" />
        ) : (
          <IconArchive size={16} aria-hidden="true" />
        )}
      </ActionIcon>
    </li>
  );
}
