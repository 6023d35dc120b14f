/**
 * Which request or packet a line of the log belongs to, which events it has written, for whom it works and whether
 * anybody still waits for it, without handing all of it through every function.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** More ids than these don't make a line of the log clearer: a bulk change writes hundreds. */
const IDS_KEPT = 10;

interface Scope {
  reqId: string;
  /** For whom it works: work of one takes turns with work of others. */
  worker: string;
  /** Ends when nobody waits for what is being read any more; absent: it is done in any case. */
  gone?: AbortSignal | undefined;
  /** What it has appended to logs so far; absent: nothing. */
  events?: { count: number; ids: string[] };
}

const scope = new AsyncLocalStorage<Scope | undefined>();

/** Somebody who has not proved yet who they are; a person; all of a bot's visitors together. */
export const workers = {
  stranger: (address: string, said: unknown = '') => `a:${address} ${String(said).slice(0, 100)}`,
  person: (userId: number) => `u:${userId}`,
  visitors: (botId: number) => `v:${botId}`,
};

/** Runs what belongs to a request or packet, and returns what it does. */
export const inRequest = <T>(reqId: string, worker: string, work: () => T): T =>
  scope.run({ reqId, worker }, work);

/**
 * Runs what only reads for the request being answered: what it asks of the database ends with the signal. Not for
 * anything that others wait for too, or that goes on after the answer.
 */
export function whileWaited<T>(gone: AbortSignal, work: () => T): T {
  const store = scope.getStore();
  return store ? scope.run({ ...store, gone }, work) : work();
}

/** Runs what a request sets off and does not wait for: it is the server's own work, not the caller's. */
export const inBackground = <T>(work: () => T): T => scope.run(undefined, work);

/** The request being answered turned out to be this one's. */
export function workFor(worker: string): void {
  const store = scope.getStore();
  if (store) store.worker = worker;
}

/** For whom the work at hand is done, and whether they still wait; outside of requests the server's own. */
export function workAtHand(): { worker: string; gone: AbortSignal | undefined } {
  const store = scope.getStore();
  return { worker: store?.worker ?? '', gone: store?.gone };
}

/** The request being answered has appended these events; called after their commit. */
export function noteEvents(ids: readonly string[]): void {
  const store = scope.getStore();
  if (!store) return;
  store.events ??= { count: 0, ids: [] };
  store.events.count += ids.length;
  store.events.ids.push(...ids.slice(0, IDS_KEPT - store.events.ids.length));
}

/** Whether the request being answered has appended events. */
export const wroteEvents = (): boolean => scope.getStore()?.events !== undefined;

/** For the log's lines: the request, if one is being answered, and what it wrote. */
export function requestOfLine(): object {
  const store = scope.getStore();
  return store ? { reqId: store.reqId, ...(store.events ? { events: store.events } : {}) } : {};
}
