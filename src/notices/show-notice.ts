/**
 * Shows a notice of the browser. By the service worker where there is one, so that a click still opens the
 * conversation when this tab is gone (and because phones allow nothing else); otherwise by the page itself.
 */
import type { BrowserNotice } from './notice-text.ts';
import { pushWorker } from './push-worker.ts';

const ICON = '/favicon.svg';

/** @param open what a click does while this page lives */
export async function showNotice(notice: BrowserNotice, open: (url: string) => void): Promise<void> {
  const { title, body, tag, url } = notice;
  // Silent: the sound of the kind is the account's choice, and one of them is enough.
  const options: NotificationOptions = { body, tag, icon: ICON, lang: 'es', silent: true, data: { url } };
  const registration = await pushWorker();
  if (registration) {
    await registration.showNotification(title, options);
    return;
  }
  const shown = new Notification(title, options);
  shown.addEventListener('click', () => {
    shown.close();
    window.focus();
    open(url);
  });
}
