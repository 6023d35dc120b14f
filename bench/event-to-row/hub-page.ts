/** The plain list fed by the product's hub: the built SharedWorker, its surface and the tab's store, without the app. */
import * as Comlink from 'comlink';
import { TopicStore } from '../../src/hub/store.ts';
import type { HubApi } from '../../workers/hub/surface/api.ts';
import type { HubFrame } from '../../workers/hub/surface/stream.ts';
import { type Topic, topicKey } from '../../workers/hub/surface/topics.ts';
import { tabLock } from '../../workers/shared/lock-names.ts';
import type { PlainStart, PlainWindow } from './measured.ts';
import { showPlain } from './plain-list.ts';

const BUILD = 'bench';

async function join({ worker, credentials, user, botId, state }: PlainStart): Promise<void> {
  const tabId = crypto.randomUUID();
  await new Promise<void>((held) => {
    navigator.locks
      .request(tabLock(tabId), () => {
        held();
        return new Promise<never>(() => undefined);
      })
      .catch((error: unknown) => console.error(error));
  });
  const shared = new SharedWorker(worker, { type: 'module', name: `charla-hub:${BUILD}` });
  const remote = Comlink.wrap<HubApi>(shared.port);
  const { port1: stream, port2: handOver } = new MessageChannel();
  const hello = {
    tabId,
    build: BUILD,
    product: { name: 'Charla', slug: 'charla' },
    session: { credentials, user },
  };
  await remote.join(hello, Comlink.transfer(handOver, [handOver]));

  const store = new TopicStore();
  const topic: Topic = {
    kind: 'list',
    botId,
    query: { state, channel: null, agent_id: null, category: null },
  };
  stream.onmessage = ({ data }: MessageEvent<HubFrame>) => {
    if (data.type !== 'patches') return;
    store.apply(data.patches);
    stream.postMessage({ type: 'ack', n: data.n });
  };
  stream.postMessage({ type: 'visibility', visible: true, focused: document.hasFocus() });
  store.attach((frame) => stream.postMessage(frame));
  store.subscribe(topicKey(topic), () => showPlain(store.peek(topic)?.cards ?? []));
  await remote.selectBot(tabId, botId);
}

function startPlain(start: PlainStart): void {
  join(start).catch((error: unknown) => console.error(error));
}

const asked = { underWay: 0, answered: 0, failed: 0 };
Object.assign(globalThis, { startPlain, asked } satisfies PlainWindow);
