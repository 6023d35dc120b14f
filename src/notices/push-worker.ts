/** The service worker that receives pushes and clicks on notices (workers/push), as this page reaches it. */
import { PUSH_WORKER } from '../../contract/push.ts';
import { noticePermission } from './permission.ts';

let registering: Promise<ServiceWorkerRegistration | null> | null = null;

/** Registered once somebody allowed notices, never before; null where there is none to be had. */
export function pushWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || noticePermission() !== 'granted') return Promise.resolve(null);
  registering ??= register();
  return registering;
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    await navigator.serviceWorker.register(PUSH_WORKER, { scope: '/' });
    return await navigator.serviceWorker.ready;
  } catch (error) {
    console.warn('The service worker of notices did not start.', error);
    registering = null;
    return null;
  }
}

/** Whether this browser can show notices while it is closed. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;
