/** Whether this browser shows notices of ours. It is asked by a click alone, never by loading a page. */
import { useSyncExternalStore } from 'react';

/** `unsupported`: the browser knows no notices, or not for this address (no https). */
export type NoticePermission = NotificationPermission | 'unsupported';

const readers = new Set<() => void>();
let watching = false;

/** What the browser says now. */
export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' || !isSecureContext ? 'unsupported' : Notification.permission;
}

const tell = () => {
  for (const reader of readers) reader();
};

/** The person may change it in the browser's own settings at any time. */
function watch(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('focus', tell);
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', tell))
    .catch((error: unknown) => console.warn('Changes of the permission are noticed on focus only.', error));
}

function subscribe(reader: () => void): () => void {
  watch();
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
}

export const useNoticePermission = (): NoticePermission => useSyncExternalStore(subscribe, noticePermission);

/** Asks; call it in a click. Answers what holds afterwards. */
export async function askNoticePermission(): Promise<NoticePermission> {
  if (noticePermission() === 'default') await Notification.requestPermission();
  tell();
  return noticePermission();
}
