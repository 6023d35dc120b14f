/** Tabs and their processes that crash, freeze, and come back. */
import type { Page } from '@playwright/test';
import { Agent, moved } from './support/agent.ts';
import { Cable } from './support/cable.ts';
import { Customer, crowd } from './support/customer.ts';
import { expectFact } from './support/diagnostics.ts';
import { expect, test } from './support/fixtures.ts';
import { crash, renderers, sharedWorkers } from './support/processes.ts';
import { expectFresh, screenOf } from './support/screen.ts';

test('a tab crashes, then the one that had started the worker: the others go on', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 3);
  const [creator, second, last] = ana.tabs as [Page, Page, Page];
  const before = await ana.counters();
  const workers = await sharedWorkers(browser);
  expect(workers).toHaveLength(1);

  await crash(second);
  await expectFact(last, 'Pestañas', /^2 /);
  expect(await sharedWorkers(browser)).toEqual(workers);

  await crash(creator);
  await expect.poll(() => sharedWorkers(browser)).toEqual([expect.not.stringMatching(workers[0] ?? '')]);
  ana.tabs.splice(0, 2);
  await expectFact(last, 'Pestañas', /^1 /);
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  const customer = await Customer.asking(server.url);
  await ana.expectCounters(moved(before, { pending: 1 }));
  await ana.showState('pending');
  await ana.openConversation(customer.conversation);
  await expectFresh(browser, last);
  customer.leave();
  await ana.context.close();
});

test('a tab that the browser froze holds nobody up, and shows the present when it wakes', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const [awake, frozen] = ana.tabs as [Page, Page];
  await ana.showState('active', frozen);
  const before = await ana.counters();
  const asleep = await screenOf(frozen);
  const devtools = await ana.context.newCDPSession(frozen);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await crowd(server.url, 20);
  await expect.poll(() => ana.counters(awake)).toEqual(moved(before, { active: 20 }));
  // It is still one of the tabs: a frozen page is not a closed one.
  await expectFact(awake, 'Pestañas', /^2 /);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await frozen.bringToFront();
  await expect.poll(() => screenOf(frozen)).not.toEqual(asleep);
  await ana.expectCounters(moved(before, { active: 20 }));
  await expectFresh(browser, frozen);
  await ana.context.close();
});

test('processes that were stopped while the network went away say so when they wake, and catch up', async ({
  browser,
  server,
}) => {
  const others = await renderers(browser);
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  await ana.showState('pending');
  const before = await ana.counters();
  const hers = (await renderers(browser)).filter((pid) => !others.includes(pid));
  expect(hers.length).toBeGreaterThan(0);
  for (const pid of hers) process.kill(pid, 'SIGSTOP');
  try {
    cable.cut();
    await server.advance(60_000);
    await crowd(server.url, 5, 'quiero hablar con una persona');
  } finally {
    for (const pid of hers) process.kill(pid, 'SIGCONT');
  }
  for (const tab of ana.tabs) await expect(tab.getByText(/Sin conexión con el servidor/)).toBeVisible();
  expect(await ana.counters()).toEqual(before);
  cable.mend();
  for (const tab of ana.tabs)
    await expect.poll(() => ana.counters(tab)).toEqual(moved(before, { pending: 5 }));
  await expect(ana.tab.getByText(/Sin conexión con el servidor/)).toHaveCount(0);
  await expectFresh(browser, ana.tab);
  await ana.context.close();
  await cable.remove();
});
