/**
 * The service worker: shows what is pushed while no tab is open, and brings anyone who clicks on a notice to what it is
 * about, in a tab that is there before a new one; and keeps what the inbox opens with (keep-files.ts).
 */

import { parsedUrl } from '../../contract/parsed-url.ts';
import { openMessage, type PushPayload, pushPayload } from '../../contract/push.ts';
import { keepFiles } from './keep-files.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/favicon.svg';

keepFiles();

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Something is always shown: browsers take the permission away from those who push in silence. */
async function show(data: PushMessageData | null): Promise<void> {
  const said = read(data);
  await self.registration.showNotification(said?.title ?? 'Tienes un aviso nuevo', {
    body: said?.body ?? '',
    tag: said?.tag ?? 'push',
    icon: ICON,
    lang: 'es',
    data: { url: said?.url ?? '/dashboard' },
  });
}

function read(data: PushMessageData | null): PushPayload | null {
  try {
    const parsed = pushPayload.safeParse(data?.json());
    return parsed.success ? parsed.data : null;
  } catch (error) {
    console.warn('A push was not JSON.', error);
    return null;
  }
}

/** To the tab that is looked at, else to one in sight, else to any; with none, to a new one. */
async function open(data: unknown): Promise<void> {
  const url = addressOf(data);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const rank = (tab: WindowClient) => (tab.focused ? 2 : tab.visibilityState === 'visible' ? 1 : 0);
  const [tab] = tabs
    .filter((each) => !/^\/(login|signin|registro|preview_bot)/.test(new URL(each.url).pathname))
    .sort((a, b) => rank(b) - rank(a));
  if (!tab) {
    await self.clients.openWindow(url);
    return;
  }
  // A browser may keep a tab in the background; what was clicked on is open there when it comes forward.
  await tab.focus().catch((error: unknown) => console.warn('The tab could not be focused.', error));
  tab.postMessage(openMessage.parse({ type: 'open', url }));
}

/** A path of this origin; anything else leads to the dashboard. */
function addressOf(data: unknown): string {
  const url = (data as { url?: unknown } | null)?.url;
  const target = typeof url === 'string' ? parsedUrl(url, self.location.origin) : null;
  return target?.origin === self.location.origin ? `${target.pathname}${target.search}` : '/dashboard';
}
