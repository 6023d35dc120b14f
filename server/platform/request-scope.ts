/**
 * Which request or packet a line of the log belongs to, and which events it has written, without handing either
 * through every function.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** More ids than these don't make a line of the log clearer: a bulk change writes hundreds. */
const IDS_KEPT = 10;

interface Scope {
  reqId: string;
  /** What it has appended to logs so far; absent: nothing. */
  events?: { count: number; ids: string[] };
}

const scope = new AsyncLocalStorage<Scope>();

/** Runs what belongs to a request or packet, and returns what it does. */
export const inRequest = <T>(reqId: string, work: () => T): T => scope.run({ reqId }, work);

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
export const requestOfLine = (): object => scope.getStore() ?? {};
