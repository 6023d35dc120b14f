/** The service worker that receives pushes and clicks on notices, and keeps the inbox's files (workers/push), as this page reaches it. */
import { PUSH_WORKER } from '../../contract/push.ts';
import { noticePermission } from './permission.ts';

let registering: Promise<ServiceWorkerRegistration | null> | null = null;

/** Registers it, which lets the browser look for a newer one; null where there is none to be had. */
export function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return Promise.resolve(null);
  registering ??= register();
  return registering;
}

/** For notices: null until somebody allowed them. */
export function pushWorker(): Promise<ServiceWorkerRegistration | null> {
  return noticePermission() === 'granted' ? serviceWorker() : Promise.resolve(null);
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registration = await navigator.serviceWorker.register(PUSH_WORKER, { scope: '/' });
    if (registration.active || (await isInstalled(registration))) return await navigator.serviceWorker.ready;
    registering = null;
    return null;
  } catch (error) {
    console.warn('The service worker did not start.', error);
    registering = null;
    return null;
  }
}

/** False: the files that it was to keep were not all to be had, as in the middle of a deploy. The next page tries again. */
function isInstalled({ installing }: ServiceWorkerRegistration): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (installing?.state === 'redundant') resolve(false);
      else if (!installing || installing.state !== 'installing') resolve(true);
    };
    installing?.addEventListener('statechange', look);
    look();
  });
}

/** Whether this browser can show notices while it is closed. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;
