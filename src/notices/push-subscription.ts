/** This browser as a push subscriber: on, off, and kept alive while the browser changes its addresses. */
import { pushCalls } from '../../contract/calls/push.ts';
import { type PushSubscriber, pushSubscription } from '../../contract/push.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { remembered } from '../ui/stored-state.ts';
import { pushWorker } from './push-worker.ts';

const RENEWED = 'push-renewed';

/** Bytes of base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
const sameKey = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && new Uint8Array(a).join() === b.join();

/** The browser's subscription under the server's key; made when there is none, or one of another key. */
async function subscription(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { public_key } = await call(pushCalls.pushKey, {});
  const applicationServerKey = bytesOf(public_key);
  const known = await registration.pushManager.getSubscription();
  if (known && sameKey(known.options.applicationServerKey, applicationServerKey)) return known;
  // The server has a new key: the old subscription reaches nobody.
  await known?.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (error) {
    // The browser's own push service: out of reach, or switched off by its settings.
    console.warn('The browser gave no push subscription.', error);
    throw new ApiError(0, 'push_service', 'El servicio de avisos del navegador no respondió.');
  }
}

/** Tells the server where to send. @throws when the browser or the server refuses */
async function tellServer(userId: number, sid: string | undefined): Promise<PushSubscriber> {
  const registration = await pushWorker();
  if (!registration) {
    throw new ApiError(0, 'push_service', 'Este navegador no puede recibir avisos cerrado.');
  }
  const parsed = pushSubscription.parse((await subscription(registration)).toJSON());
  return call(pushCalls.addPushSubscriber, {
    body: {
      push_subscriber: { user_id: userId, active: true, subscription: parsed, ...(sid ? { sid } : {}) },
    },
  });
}

/** Switches this browser on; ask for the permission first. */
export const turnOnPush = (userId: number): Promise<PushSubscriber> => tellServer(userId, undefined);

/**
 * Browsers change addresses by themselves, and a server may have got new keys: what this browser has is sent again,
 * if it is still to get pushes.
 */
export async function renewPush(userId: number): Promise<void> {
  const registration = await pushWorker();
  const endpoint = (await registration?.pushManager.getSubscription())?.endpoint ?? null;
  // Once a day, and when the browser changed its address or lost it: a tab that opens asks nobody.
  const told = `${userId} ${new Date().toISOString().slice(0, 10)} ${endpoint}`;
  if (remembered(RENEWED) === told) return;
  const subscribers = await call(pushCalls.pushSubscribers, { params: { userId } });
  const mine = subscribers.find((each) => each.current && each.active);
  if (mine) await tellServer(userId, mine.sid);
  localStorage.setItem(RENEWED, JSON.stringify(told));
}

/** Switches one of the person's browsers off; this one also lets go of its address. */
export async function turnOffPush(userId: number, subscriber: PushSubscriber): Promise<void> {
  await call(pushCalls.updatePushSubscriber, {
    body: { push_subscriber: { user_id: userId, sid: subscriber.sid, active: false } },
  });
  if (!subscriber.current) return;
  const registration = await pushWorker();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
