/** React's side of the hub: one hook per topic. A value is undefined until the hub has told it for the first time. */
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ListQuery } from '../../machines/inbox/inbox-state.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import { type Topic, type TopicValues, topicKey } from '../../workers/hub/surface/topics.ts';
import { type HubEvents, hubState, onHub, onHubState, tabId, topicStore } from './client.ts';
import type { HubLinkState } from './connect.ts';

export { hub, restartHub, tabId } from './client.ts';

/** Reads a topic while the component is mounted; null reads nothing. */
export function useTopic<T extends Topic>(topic: T | null): TopicValues[T['kind']] | undefined {
  const key = topic ? topicKey(topic) : null;
  const subscribe = useCallback(
    (reader: () => void) => (key === null ? () => undefined : topicStore.subscribe(key, reader)),
    [key],
  );
  return useSyncExternalStore(subscribe, () => (key === null ? undefined : topicStore.value<T['kind']>(key)));
}

/** How the hub is connected. */
export const useConnection = () => useTopic({ kind: 'connection' });
/** What waits to be sent. */
export const useOutbox = () => useTopic({ kind: 'outbox' });
/** The figures of a bot's inbox. */
export const useCounters = (botId: number | null) =>
  useTopic(botId === null ? null : { kind: 'counters', botId });
/** The people of a bot and their status. */
export const useColleagues = (botId: number | null) =>
  useTopic(botId === null ? null : { kind: 'colleagues', botId });
/** How the drafts of the bot's conversations begin, by conversation. */
export const useDrafted = (botId: number | null) =>
  useTopic(botId === null ? null : { kind: 'drafted', botId });

/** Who types and looks where, at the bot. */
export const usePresence = (botId: number | null) =>
  useTopic(botId === null ? null : { kind: 'presence', botId });

/** The list of a state, narrowed by `query`; `hub().loadMore({kind: 'list', botId, query})` shows more of it. */
export function useConversations(botId: number | null, query: ListQuery) {
  return useTopic(botId === null ? null : { kind: 'list', botId, query });
}

/** A card by id and the viewer's own place at the bot; `card` null: not there, or out of sight. */
export function useConversation(botId: number | null, conversationId: string | null) {
  return useTopic(
    botId === null || conversationId === null ? null : { kind: 'conversation', botId, conversationId },
  );
}

/** A conversation's messages as this tab reads them. */
export const messagesTopic = (botId: number, conversationId: string) =>
  ({ kind: 'messages', botId, conversationId, reader: tabId() }) as const;

/** The messages of a conversation that are known. */
export function useMessages(botId: number | null, conversationId: string | null) {
  return useTopic(botId === null || conversationId === null ? null : messagesTopic(botId, conversationId));
}

/** Whether the worker is up: `failed` is a visible error with 'Reintentar' (`restartHub`). */
export function useHubState(): HubLinkState {
  return useSyncExternalStore(onHubState, hubState);
}

function useHubEvent<K extends keyof HubEvents>(kind: K, hear: HubEvents[K]): void {
  const heard = useEffectEvent(hear as (...args: unknown[]) => void);
  useEffect(() => onHub(kind, ((...args: unknown[]) => heard(...args)) as HubEvents[K]), [kind]);
}
/** Notices that this tab alone shows or rings; mount it once, in the shell. */
export function useNotices(callback: (notice: Notice) => void): void {
  useHubEvent('notice', callback);
}
/** Query keys that an event has made stale (TanStack Query asks them again). */
export function useStale(callback: (queries: string[]) => void): void {
  useHubEvent('stale', callback);
}
