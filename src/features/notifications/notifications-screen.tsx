/** `/notificaciones`: everything of all of one's bots, by kind and bot; read, archived; as long as it is (docs/product.md §7). */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  NOTICE_KIND_NAMES,
  NOTICE_KINDS,
  type NoticeKind,
  WAYS_OF_KIND,
} from '../../../contract/notice-settings.ts';
import { usePlace } from '../../bot/place-context.ts';
import {
  type NoticeView,
  type NoticeWish,
  useReadAll,
  useUnread,
} from '../../notices/notification-queries.ts';
import button from '../../ui/link-button.module.css';
import { figure } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';

const VIEWS = [
  { value: 'all', label: 'Todas' },
  { value: 'unread', label: 'Sin leer' },
  { value: 'archived', label: 'Archivadas' },
];
const KINDS = NOTICE_KINDS.filter((kind) => WAYS_OF_KIND[kind].includes('bell'));

export function NotificationsScreen() {
  const { places } = usePlace();
  const [wish, setWish] = useState<NoticeWish>({ botId: null, kind: null, view: 'all' });
  const unread = useUnread(wish.botId).data;
  const readAll = useReadAll();
  const { botId, kind, view } = wish;
  const actions = (
    <>
      <Link to="/notificaciones/ajustes" className={button.link}>
        Ajustes
      </Link>
      <Button
        disabled={!unread || unread.count === 0}
        loading={readAll.isPending}
        onClick={() => unread && readAll.mutate({ botId, kind, upTo: unread.cursor })}
      >
        Marcar todas como leídas
      </Button>
    </>
  );
  return (
    <Screen title="Notificaciones" lead="Lo que pasó en tus chatbots y te concierne." actions={actions}>
      <search className={classes.filters}>
        <SegmentedControl
          aria-label="Qué notificaciones mostrar"
          value={view}
          onChange={(value) => setWish({ ...wish, view: value as NoticeView })}
          data={VIEWS}
        />
        <NativeSelect
          label="Tipo"
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setWish({ ...wish, kind: value === '' ? null : (value as NoticeKind) })
          }
          data={[
            { value: '', label: 'Todos los tipos' },
            ...KINDS.map((value) => ({ value, label: NOTICE_KIND_NAMES[value] })),
          ]}
        />
        {places.length > 1 ? (
          <NativeSelect
            label="Chatbot"
            value={botId === null ? '' : String(botId)}
            onChange={({ currentTarget: { value } }) =>
              setWish({ ...wish, botId: value === '' ? null : Number(value) })
            }
            data={[
              { value: '', label: 'Todos los chatbots' },
              ...places.map(({ bot }) => ({ value: String(bot.id), label: bot.bot_name })),
            ]}
          />
        ) : null}
      </search>
      <p role="status" className={classes.count}>
        {unread === undefined
          ? ' '
          : unread.count === 0
            ? 'Estás al día.'
            : unread.count === 1
              ? '1 sin leer'
              : `${figure(unread.count)} sin leer`}
      </p>
      <NotificationList key={`${botId} ${kind} ${view}`} wish={wish} />
    </Screen>
  );
}
