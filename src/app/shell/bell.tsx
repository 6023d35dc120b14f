/** The notification bell, at bots that have the flag (docs/product.md §2, §9). Its menu loads when it is opened. */

import { ActionIcon, Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useState } from 'react';
import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useUnread } from '../../notices/notification-queries.ts';
import classes from './bell.module.css';

const NotificationMenu = lazyPart(() => import('./notification-menu.tsx'));

export function Bell() {
  const botId = usePlace().place.bot.id;
  const [open, setOpen] = useState(false);
  const unread = useUnread(botId).data?.count ?? 0;
  const label = unread === 0 ? 'Notificaciones' : `Notificaciones: ${unread} sin leer`;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon aria-label={label} title={label} className={classes.bell} onClick={() => setOpen(!open)}>
          <IconBell size={19} stroke={1.7} aria-hidden="true" />
          {unread > 0 ? (
            <span className={classes.count} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          ) : null}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notificaciones">
        <NotificationMenu onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
