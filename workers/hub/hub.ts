/**
 * Entry of the hub's worker, of either kind: the SharedWorker, one hub for all tabs of this origin and build, or, where
 * browsers have none, the dedicated worker of the tab that holds the leader lock.
 */
import * as Comlink from 'comlink';
import { hearErrors } from '../shared/hear-errors.ts';
import { openDoor } from './dedicated.ts';
import { HubCore } from './hub-core.ts';
import { browserPlatform, buildOf, streamOf } from './platform/browser-platform.ts';
import type { HubApi } from './surface/api.ts';

declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope;

const build = buildOf(self.name);
const hub = new HubCore(browserPlatform(build));
hearErrors(self, (text) => hub.noteError(text));

if ('onconnect' in self) {
  const api: HubApi = { ...hub.api, join: (hello, port) => hub.join(hello, streamOf(port)) };
  self.addEventListener('connect', (event) => {
    for (const port of event.ports) Comlink.expose(api, port);
  });
} else openDoor(hub, build);
