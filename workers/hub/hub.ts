/** Entry of the SharedWorker: one hub for all tabs of this origin and build. */
import * as Comlink from 'comlink';
import { hearErrors } from '../shared/hear-errors.ts';
import { HubCore } from './hub-core.ts';
import { browserPlatform, buildOf, streamOf } from './platform/browser-platform.ts';
import type { HubApi } from './surface/api.ts';

declare const self: SharedWorkerGlobalScope;

const hub = new HubCore(browserPlatform(buildOf(self.name)));
hearErrors(self, (text) => hub.noteError(text));
const api: HubApi = { ...hub.api, join: (hello, port) => hub.join(hello, streamOf(port)) };

self.addEventListener('connect', (event) => {
  for (const port of event.ports) Comlink.expose(api, port);
});
