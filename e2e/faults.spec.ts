/** What goes wrong in a working day: the worker dies, the server dies. Nothing is lost, nothing appears twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, moved } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { expect, test } from './support/fixtures.ts';
import { killWorker, sharedWorkers } from './support/processes.ts';
import { expectFresh } from './support/screen.ts';
import { Visitor } from './support/visitor.ts';

test('a killed worker comes back, and every tab goes on', async ({ browser, serverOfTest: server }) => {
  test.setTimeout(240_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const before = await ana.counters();
  const [worker = ''] = await sharedWorkers(browser);
  await killWorker(browser, worker);
  await expect
    .poll(() => sharedWorkers(browser), { timeout: 60_000 })
    .toEqual([expect.not.stringMatching(worker)]);

  const customer = await Customer.come(server.url);
  await customer.say('hola');
  await ana.expectCounters(moved(before, { active: 1 }));
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  await ana.showState('active');
  await ana.openConversation(customer.conversation);
  await expectFresh(browser, ana.tab);
  customer.leave();
  await ana.context.close();
});

test('a server killed in mid-conversation loses no acknowledged message and shows no duplicate', async ({
  browser,
  serverOfTest: server,
}) => {
  test.setTimeout(300_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const before = await ana.counters();
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await ana.expectCounters(moved(before, { pending: 1 }));
  await ana.showState('pending');
  const id = visitor.conversation;
  await ana.openConversation(id);
  await ana.act('Tomar');
  await ana.expectCounters(moved(before, { taken: 1 }));
  for (let round = 1; round <= 3; round += 1) await visitor.say(`antes ${round}`);

  await server.kill();
  // Both write while nobody answers.
  await ana.reply('mientras estaba caído: agente');
  await visitor.write('mientras estaba caído: cliente');
  await expect(visitor.log).toContainText('Se enviará al reconectar');
  await server.start();

  for (const place of [visitor.log, ana.tab.getByRole('log')]) {
    for (const text of ['antes 1', 'antes 2', 'antes 3', 'caído: agente', 'caído: cliente']) {
      await expect(place.getByText(text)).toHaveCount(1, { timeout: 120_000 });
    }
  }
  await ana.expectCounters(moved(before, { taken: 1 }));
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);

  // A fresh browser reads the same.
  const again = await Agent.open(browser, server.url, 'ana@charla.test');
  await again.showState('taken');
  await again.openConversation(id);
  for (const text of ['antes 1', 'antes 2', 'antes 3', 'caído: agente', 'caído: cliente']) {
    await expect(again.tab.getByRole('log').getByText(text)).toHaveCount(1);
  }
  await ana.showState('taken');
  await ana.openConversation(id);
  await expectFresh(browser, ana.tab);
  for (const { context } of [ana, visitor, again]) await context.close();
});

test('a database that was restored from an older backup: its numbers are used again, and nothing of before stays', async ({
  browser,
  serverOfTest: server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'charla-backup-'));
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const kept = await Customer.asking(server.url);
  await ana.showState('pending');
  await ana.openConversation(kept.conversation);
  const before = await ana.counters();
  kept.leave();

  await server.stop();
  await server.copyDataTo(folder);
  await server.start();
  const lost = await Customer.asking(server.url);
  await lost.say('esto se va a perder');
  await expect(ana.row(lost.conversation)).toBeVisible({ timeout: 90_000 });
  await ana.expectCounters(moved(before, { pending: 1 }));
  lost.leave();

  await server.restore(folder);
  for (const tab of ana.tabs) await expect(tab.getByText(/Sin conexión con el servidor/)).toBeVisible();
  await server.start();
  // The same numbers, other events: more of them than were lost.
  const others = [];
  for (let n = 0; n < 3; n += 1) others.push(await Customer.asking(server.url));
  await expect(ana.row(lost.conversation)).toHaveCount(0, { timeout: 90_000 });
  await ana.expectCounters(moved(before, { pending: 3 }));
  await expectFresh(browser, ana.tab);
  for (const tab of ana.tabs) await expect(tab.getByText('esto se va a perder')).toHaveCount(0);
  await expect.poll(() => ana.kept()).not.toContain('esto se va a perder');
  for (const other of others) other.leave();
  await ana.context.close();
  await rm(folder, { recursive: true, force: true });
});
