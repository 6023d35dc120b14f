/**
 * The hub where there is no SharedWorker: the tab that holds the leader lock runs it in a dedicated worker, every tab
 * (that one too) reaches it by BroadcastChannel. A tab knocks at the door; the worker opens the tab's own two channels.
 */
import * as Comlink from 'comlink';
import { broadcastPort, type DoorMessage, doorName, pairNames } from '../shared/broadcast-port.ts';
import { tabLock } from '../shared/lock-names.ts';
import type { HubCore } from './hub-core.ts';
import { streamOf } from './platform/browser-platform.ts';
import type { HubApi } from './surface/api.ts';

/** Lets tabs in, and says that it is there. */
export function openDoor(hub: HubCore, build: string): void {
  const door = new BroadcastChannel(doorName(build));
  const opened = new Set<string>();

  door.addEventListener('message', (event: MessageEvent<DoorMessage>) => {
    const said = event.data;
    if (said.type !== 'knock') return;
    const { tabId, attempt } = said;
    const names = pairNames(build, tabId, attempt);
    if (!opened.has(names.calls)) {
      opened.add(names.calls);
      const calls = broadcastPort(names.calls);
      const api: HubApi = {
        ...hub.api,
        join: (hello) => hub.join(hello, streamOf(broadcastPort(names.stream))),
      };
      Comlink.expose(api, calls as Comlink.Endpoint);
      navigator.locks
        .request(tabLock(tabId), () => {
          calls.close();
          opened.delete(names.calls);
        })
        .catch((error: unknown) => console.error('tab lock', error));
    }
    door.postMessage({ type: 'open', tabId, attempt } satisfies DoorMessage);
  });
  door.postMessage({ type: 'here' } satisfies DoorMessage);
}
