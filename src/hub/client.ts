/**
 * The tab's one hub: started by the app's shell, read by hooks, called through `hub()`. Everything of it exists from the
 * first import, so that components may subscribe before the worker has answered.
 */

import type { TabHub } from '../../workers/hub/surface/api.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import { connectHub, type HubLink, type HubLinkState, type HubStart } from './connect.ts';
import { TopicStore } from './store.ts';
import type { TabPlatform } from './tab-platform.ts';

/** What a page hears besides topics. */
export interface HubEvents {
  notice: (notice: Notice) => void;
  'signed-out': (reason: 'unauthorized' | 'by-hand') => void;
  /** Query keys (`queries`) that an event has made stale. */
  stale: (queries: string[]) => void;
}

export const topicStore = new TopicStore();
const hearers: { [K in keyof HubEvents]: Set<HubEvents[K]> } = {
  notice: new Set(),
  'signed-out': new Set(),
  stale: new Set(),
};
/** What came while no screen listened: before the first is drawn, and on those that stand outside the shell. */
const unheard = new Set<string>();
const notices: Notice[] = [];
/** Notices that are kept for who listens next. */
const NOTICES_KEPT = 20;
let wasHeard = false;
const stateReaders = new Set<() => void>();
let link: HubLink | null = null;

/** Opens the hub for this tab. Call once, before the first screen; `hub().signIn` hands over a later session. */
export function startHub(start: HubStart & { platform?: TabPlatform }): void {
  if (link) return;
  link = connectHub({
    ...start,
    store: topicStore,
    heard: {
      notice: (notice) => {
        if (hearers.notice.size === 0 && notices.push(notice) > NOTICES_KEPT) notices.shift();
        for (const hear of hearers.notice) hear(notice);
      },
      'signed-out': (reason) => {
        topicStore.clear();
        unheard.clear();
        notices.length = 0;
        for (const hear of hearers['signed-out']) hear(reason);
      },
      stale: tellStale,
    },
    stateChanged: () => {
      for (const reader of stateReaders) reader();
    },
  });
}

function tellStale(queries: string[]): void {
  for (const hear of hearers.stale) hear(queries);
  // What a topic is about is asked by screens, so after this; what was asked before any is not.
  if (hearers.stale.size === 0)
    for (const query of queries) if (wasHeard || !query.startsWith('topic/')) unheard.add(query);
}

/** The hub's calls. Rejects with `HubGone` when the worker dies under a call. */
export function hub(): TabHub {
  if (!link) throw new Error('startHub() was not called');
  return link.api;
}

/** This tab's random id, as `selectBot` and `saveDraft` want it. */
export function tabId(): string {
  if (!link) throw new Error('startHub() was not called');
  return link.tabId;
}

/** Listens to notices, sign-outs or stale queries; the answer stops. */
export function onHub<K extends keyof HubEvents>(kind: K, hear: HubEvents[K]): () => void {
  hearers[kind].add(hear);
  if (kind === 'notice') for (const notice of notices.splice(0)) (hear as HubEvents['notice'])(notice);
  if (kind === 'stale') {
    wasHeard = true;
    // Whoever begins to listen in the same moment hears it too.
    queueMicrotask(() => {
      const queries = [...unheard];
      unheard.clear();
      if (queries.length > 0) tellStale(queries);
    });
  }
  return () => {
    hearers[kind].delete(hear);
  };
}

/** `failed` after several starts in a row: the page shows an error with 'Reintentar' (`restartHub`). */
export function hubState(): HubLinkState {
  return link?.state ?? 'starting';
}
/** Calls back when the way to the hub changes. */
export function onHubState(reader: () => void): () => void {
  stateReaders.add(reader);
  return () => {
    stateReaders.delete(reader);
  };
}
/** Lets go of this hub and starts another. */
export function restartHub(): void {
  link?.restart();
}
