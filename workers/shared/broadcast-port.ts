/**
 * A port over a BroadcastChannel, for browsers without SharedWorker: the hub then lives in one tab's dedicated worker
 * and the other tabs reach it by name. It looks enough like a MessagePort for Comlink and for the stream of patches;
 * it can't be transferred and carries no transferables. Each pair has a channel name of its own, so nobody filters.
 */
export interface PortLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  start?(): void;
  close(): void;
}

/** @param name the pair's channel; both ends open the same one */
export function broadcastPort(name: string): PortLike {
  const channel = new BroadcastChannel(name);
  return {
    postMessage: (message) => channel.postMessage(message),
    addEventListener: (type, listener) => channel.addEventListener(type, listener),
    removeEventListener: (type, listener) => channel.removeEventListener(type, listener),
    close: () => channel.close(),
  };
}

/** The channel on which tabs knock and the dedicated hub says that it is there. One per build. */
export const doorName = (build: string): string => `charla-door:${build}`;
/** What is said at the door. `attempt` makes the channels of a second try its own. */
export type DoorMessage =
  | { type: 'knock'; tabId: string; attempt: number }
  | { type: 'open'; tabId: string; attempt: number }
  | { type: 'here' };
/** Names of the two channels of a tab's attempt. */
export const pairNames = (build: string, tabId: string, attempt: number) => ({
  calls: `charla-calls:${build}:${tabId}:${attempt}`,
  stream: `charla-stream:${build}:${tabId}:${attempt}`,
});
