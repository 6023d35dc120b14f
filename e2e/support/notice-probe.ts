/** What tabs showed and rang: counted in the pages themselves, which a headless browser lets nobody see or hear. */
import type { BrowserContext, Page, Worker } from '@playwright/test';

declare global {
  interface Window {
    probe: { shown: { title: string; body: string; tag: string }[]; tones: number; asked: number };
    attention: { visible: boolean; focused: boolean };
  }
}

/** Counts notices, tones and questions for the permission in every page; pages have attention until told otherwise. */
export async function addProbe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.probe = { shown: [], tones: 0, asked: 0 };
    window.attention = { visible: true, focused: true };
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
      window.probe.shown.push({ title, body: options?.body ?? '', tag: options?.tag ?? '' });
      return show.call(this, title, options);
    };
    const tone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.probe.tones += 1;
      return tone.call(this);
    };
    // What is asked before a click would be asked on load.
    const ask = Notification.requestPermission;
    Notification.requestPermission = (...args) => {
      window.probe.asked += 1;
      return ask.apply(Notification, args);
    };
    Object.defineProperty(document, 'visibilityState', {
      get: () => (window.attention.visible ? 'visible' : 'hidden'),
    });
    document.hasFocus = () => window.attention.focused;
  });
}

/** The page is looked at, only in sight, or in the background. */
export async function attention(page: Page, state: 'focused' | 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((now) => {
    window.attention = { visible: now !== 'hidden', focused: now === 'focused' };
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(now === 'focused' ? 'focus' : 'blur'));
  }, state);
}

export const probe = (page: Page) => page.evaluate(() => window.probe);

/** Of all tabs together. */
export async function probes(pages: readonly Page[]) {
  const each = await Promise.all(pages.map(probe));
  return {
    shown: each.flatMap(({ shown }) => shown),
    tones: each.reduce((sum, { tones }) => sum + tones, 0),
    asked: each.reduce((sum, { asked }) => sum + asked, 0),
  };
}

/**
 * The browser's push service is out of reach here: the page gets a subscription of the test's own, as the real one
 * would give it, and keeps it as a browser does.
 */
export async function addPushService(
  context: BrowserContext,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  await context.addInitScript((given) => {
    const KEY = 'test-push-key';
    const made = (key: string): PushSubscription => {
      const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
      return {
        endpoint: given.endpoint,
        expirationTime: null,
        options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
        getKey: () => null,
        toJSON: () => ({ ...given, expirationTime: null }),
        unsubscribe: async () => {
          localStorage.removeItem(KEY);
          return true;
        },
      } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(KEY);
      return key === null ? null : made(key);
    };
    PushManager.prototype.subscribe = async (options) => {
      const bytes = new Uint8Array(options?.applicationServerKey as Uint8Array<ArrayBuffer>);
      const key = btoa(String.fromCharCode(...bytes));
      localStorage.setItem(KEY, key);
      return made(key);
    };
  }, subscription);
}

/** The notices that stand, as the service worker knows them. */
export const standing = (worker: Worker | undefined) =>
  worker?.evaluate(
    `self.registration.getNotifications().then((all) => all.map(({ title, tag }) => ({ title, tag })))`,
  ) as Promise<{ title: string; tag: string }[]> | undefined;

/** A click on the first of them; false when none stands. */
export const clickNotice = (worker: Worker | undefined) =>
  worker?.evaluate(
    `self.registration.getNotifications().then(([notification]) =>
       notification !== undefined && self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
  ) as Promise<boolean> | undefined;
