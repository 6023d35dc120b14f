/** One notification, in the bell and on its page: opens what it is about, is marked and archived. */
import { ActionIcon } from '@mantine/core';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '../../contract/entities/notification.ts';
import { shortAge } from '../ui/dates.ts';
import { useServerNow } from '../ui/use-now.ts';
import { noticeIcon } from './notice-icons.ts';
import { useMarkNotice } from './notification-queries.ts';
import classes from './notification-row.module.css';

interface NotificationRowProps {
  entry: Notification;
  /** Whose it is, where several bots stand in one list. */
  bot?: string | undefined;
  onOpen?: () => void;
}

export function NotificationRow({ entry, bot, onOpen }: NotificationRowProps) {
  const now = useServerNow();
  const navigate = useNavigate();
  const { setRead, setArchived } = useMarkNotice(entry);
  const { item, read, archived, latest } = entry;
  const Icon = noticeIcon(entry);
  const open = () => {
    if (!read) setRead.mutate(true);
    onOpen?.();
    void navigate({ href: item.link });
  };
  const readLabel = read ? 'Marcar como no leída' : 'Marcar como leída';
  const archiveLabel = archived ? 'Sacar del archivo' : 'Archivar';
  return (
    <div className={classes.row} data-unread={!read || undefined}>
      <button type="button" className={classes.open} onClick={open}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        <span>
          {read ? null : <span className="visually-hidden">Sin leer: </span>}
          {item.body}
          {latest === null ? null : <span className={classes.latest}>{latest}</span>}
          <span className={classes.when}>
            <time dateTime={item.created_at}>{shortAge(item.created_at, now)}</time>
            {bot === undefined ? null : <> · {bot}</>}
          </span>
        </span>
      </button>
      <ActionIcon
        size="md"
        aria-label={readLabel}
        title={readLabel}
        loading={setRead.isPending}
        onClick={() => setRead.mutate(!read)}
      >
        {read ? <IconMail size={16} aria-hidden="true" /> : <IconMailOpened size={16} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        size="md"
        aria-label={archiveLabel}
        title={archiveLabel}
        loading={setArchived.isPending}
        onClick={() => setArchived.mutate()}
      >
        {archived ? (
          <IconArchiveOff size={16} aria-hidden="true" />
        ) : (
          <IconArchive size={16} aria-hidden="true" />
        )}
      </ActionIcon>
    </div>
  );
}
