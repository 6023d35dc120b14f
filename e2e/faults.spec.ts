/** What goes wrong in a working day: the worker dies, the server dies. Nothing is lost, nothing appears twice. */
import { Agent, moved } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

test('a killed worker comes back, and every tab goes on', async ({ browser, serverOfTest: server }) => {
  test.setTimeout(120_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const before = await ana.counters();
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  const workers = targetInfos.filter((target) => target.type === 'shared_worker');
  expect(workers).toHaveLength(1);
  await devtools.send('Target.closeTarget', { targetId: workers[0]!.targetId });
  const living = async () =>
    (await devtools.send('Target.getTargets')).targetInfos
      .filter((target) => target.type === 'shared_worker')
      .map((target) => target.targetId);
  await expect.poll(living, { timeout: 20_000 }).toEqual([expect.not.stringMatching(workers[0]!.targetId)]);

  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('hola');
  await ana.expectCounters(moved(before, { active: 1 }));
  expect(await server.sockets()).toEqual(['ana@charla.test']);
  await ana.context.close();
  await visitor.context.close();
});

test('a server killed in mid-conversation loses no acknowledged message and shows no duplicate', async ({
  browser,
  serverOfTest: server,
}) => {
  test.setTimeout(180_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const before = await ana.counters();
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await ana.expectCounters(moved(before, { pending: 1 }));
  await ana.showState('pending');
  const id = await ana.tab.locator('[data-conversation]').first().getAttribute('data-conversation');
  await ana.openConversation(id!);
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
      await expect(place.getByText(text)).toHaveCount(1, { timeout: 40_000 });
    }
  }
  await ana.expectCounters(moved(before, { taken: 1 }));
  expect(await server.sockets()).toEqual(['ana@charla.test']);

  // A fresh browser reads the same.
  const again = await Agent.open(browser, server.url, 'ana@charla.test');
  await again.showState('taken');
  await again.openConversation(id!);
  for (const text of ['antes 1', 'antes 2', 'antes 3', 'caído: agente', 'caído: cliente']) {
    await expect(again.tab.getByRole('log').getByText(text)).toHaveCount(1);
  }
  for (const { context } of [ana, visitor, again]) await context.close();
});
