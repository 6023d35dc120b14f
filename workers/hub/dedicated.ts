/**
 * Entry of the dedicated worker, where there is no SharedWorker: the tab that holds the leader lock runs it, every tab
 * (that one too) reaches it by BroadcastChannel. A tab knocks at the door; the worker opens the tab's own two channels.
 */
import * as Comlink from 'comlink';
import { broadcastPort, type DoorMessage, doorName, pairNames } from '../shared/broadcast-port.ts';
import { hearErrors } from '../shared/hear-errors.ts';
import { tabLock } from '../shared/lock-names.ts';
import { HubCore } from './hub-core.ts';
import { browserPlatform, buildOf, streamOf } from './platform/browser-platform.ts';
import type { HubApi } from './surface/api.ts';

declare const self: DedicatedWorkerGlobalScope;

const build = buildOf(self.name);
const hub = new HubCore(browserPlatform(build));
hearErrors(self, (text) => hub.noteError(text));
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
