/** Browsers that lack what the hub would like best: the inbox works all the same. */
import { Agent, moved } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { NarrowWay } from './support/narrow-way.ts';
import { crash } from './support/processes.ts';
import { expectFresh } from './support/screen.ts';
import { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

test('without SharedWorker the tabs share one dedicated worker, and survive the tab that ran it', async ({
  browser,
  serverOfTest: server,
}) => {
  test.setTimeout(240_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 3, (context) =>
    context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker')),
  );
  expect(await server.sockets()).toEqual(['ana@charla.test']);
  const before = await ana.counters();
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('hola');
  await ana.expectCounters(moved(before, { active: 1 }));

  // It dies without a word, and its worker with it.
  const leader = ana.tabs.shift();
  if (leader) await crash(leader);
  await visitor.say('quiero hablar con una persona');
  await ana.expectCounters(moved(before, { pending: 1 }));
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  await ana.showState('pending');
  await expectFresh(browser, ana.tab);
  await ana.context.close();
  await visitor.context.close();
});

test('without IndexedDB it works from memory and says so', async ({ browser }) => {
  const server = await ServerProcess.launch(
    "Object.defineProperty(self, 'indexedDB', { value: undefined });",
  );
  try {
    const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
    const before = await ana.counters();
    await expect(ana.tab.getByText('Este navegador no deja guardar datos')).toBeVisible();
    const visitor = await Visitor.open(browser, server.url);
    await visitor.say('hola');
    await ana.expectCounters(moved(before, { active: 1 }));
    await ana.showState('active');
    await expectFresh(browser, ana.tab);
    await ana.context.close();
    await visitor.context.close();
  } finally {
    await server.close();
  }
});

test('CHAT-10 a customer behind a proxy without websockets chats all the same', async ({
  browser,
  serverOfTest: server,
}) => {
  const way = await NarrowWay.open(server.url);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const before = await ana.counters();
  const visitor = await Visitor.open(browser, way.url);
  await visitor.say('quiero hablar con una persona');
  await ana.expectCounters(moved(before, { pending: 1 }));
  expect(way.refused).toBeGreaterThan(0);
  await visitor.context.close();
  await ana.context.close();
  await way.close();
});
