/**
 * The main job, end to end: a customer writes, the bot answers, a person is asked for, taken, talked to, derived,
 * closed, archived; every counter in every tab of everybody is asserted at each step.
 */
import { Agent, moved } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

test('a conversation lives its whole life, and every tab counts it right', async ({ browser, server }) => {
  test.setTimeout(300_000);
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 3);
  const carla = await Agent.open(browser, server.url, 'carla@charla.test', 3);
  const admin = await Agent.open(browser, server.url, 'admin@charla.test', 1);
  const everybody = [ana, carla, admin];
  let figures = await Promise.all(everybody.map((agent) => agent.counters()));
  for (const [index, agent] of everybody.entries()) await agent.expectCounters(figures[index]!);
  const step = async (
    changes: [Parameters<typeof moved>[1], Parameters<typeof moved>[1], Parameters<typeof moved>[1]],
  ) => {
    figures = figures.map((before, index) => moved(before, changes[index]!));
    for (const [index, agent] of everybody.entries()) await agent.expectCounters(figures[index]!);
  };
  const all = (change: Parameters<typeof moved>[1]) =>
    [change, change, change] as [typeof change, typeof change, typeof change];

  await test.step('six tabs and a supervisor make one socket per person', async () => {
    const sockets = await server.sockets();
    expect(sockets.toSorted()).toEqual(['admin@charla.test', 'ana@charla.test', 'carla@charla.test']);
  });

  const visitor = await Visitor.open(browser, server.url);
  await test.step('the customer writes and the bot answers', async () => {
    await visitor.say('hola, cuanto demora el despacho a temuco?');
    await expect(visitor.log).toContainText(/día|despach/i);
    await step(all({ active: 1 }));
  });

  await ana.showState('pending');
  await test.step('the customer asks for a person: Pendientes in every tab', async () => {
    await visitor.say('quiero hablar con una persona');
    await step(all({ active: -1, pending: 1 }));
  });

  const { conversation } = visitor;

  await test.step('one agent takes it, in one tab', async () => {
    await ana.openConversation(conversation);
    await expect(ana.tab.getByRole('log')).toContainText('cuanto demora el despacho a temuco');
    await ana.act('Tomar');
    await step([{ pending: -1, taken: 1 }, { pending: -1 }, { pending: -1, taken: 1 }]);
    await expect(visitor.page.getByRole('dialog')).toContainText('Ana Riquelme');
  });

  await test.step('both talk; the bot is silent', async () => {
    await ana.reply('Hola, soy Ana. ¿Me das tu número de pedido?');
    await expect(visitor.log).toContainText('soy Ana');
    await visitor.say('es el AND-12345');
    await expect(ana.tab.getByRole('log')).toContainText('AND-12345');
    await expect(ana.tab.getByRole('log').getByText('AND-12345')).toHaveCount(1);
    await expect(ana.tab.getByRole('log')).toContainText(/Leído|Entregado/);
    // The local log holds it: the check after the hand-over means something.
    await expect.poll(() => ana.kept()).toContain('AND-12345');
    // A second tab of hers shows the same, in the same order.
    const second = ana.tabs[1]!;
    await ana.showState('taken', second);
    await ana.openConversation(conversation, second);
    await expect(second.getByRole('log')).toContainText('AND-12345');
    await step(all({}));
  });

  await test.step('derived with a reason: the other agent hears of it once, in one tab', async () => {
    await ana.act('Derivar…');
    const dialog = ana.tab.getByRole('dialog');
    await dialog.getByText('Carla Ibáñez').click();
    await dialog.getByLabel(/Motivo/).fill('Es de facturación');
    await dialog.getByRole('button', { name: 'Derivar', exact: true }).click();
    await step([{ taken: -1 }, { taken: 1 }, {}]);
    const told = carla.tabs.map((tab) => tab.getByRole('dialog', { name: 'Te derivaron una conversación' }));
    await expect
      .poll(async () =>
        (await Promise.all(told.map((notice) => notice.count()))).reduce((sum, count) => sum + count, 0),
      )
      .toBe(1);
    const shown = carla.tabs[(await Promise.all(told.map((notice) => notice.count()))).indexOf(1)]!;
    const notice = shown.getByRole('dialog', { name: 'Te derivaron una conversación' });
    await expect(notice).toContainText('Ana Riquelme');
    await expect(notice).toContainText('Es de facturación');
    await expect(notice).toContainText('Tomadas');
    await notice.getByRole('button', { name: /Tomadas/ }).click();
    await expect(shown.getByRole('log')).toContainText('AND-12345');
    // Ana lost sight of it: in every tab, by every call, and in her browser's own log.
    await expect(ana.tabs[1]!.getByText('AND-12345')).toHaveCount(0);
    await expect.poll(() => ana.kept(), { timeout: 45_000 }).not.toContain('AND-12345');
    expect(await ana.status(`/svc/conversations/conversations/${conversation}`)).toBe(404);
    expect(await ana.status(`/svc/conversations/session_logs/by_conversation_id/${conversation}`)).toBe(404);
    expect(await carla.status(`/svc/conversations/conversations/${conversation}`)).toBe(200);
  });

  const tab = carla.tab;
  await carla.showState('taken', tab);
  await carla.openConversation(conversation, tab);
  await test.step('closing can be taken back for five seconds', async () => {
    await carla.act('Cerrar');
    await tab.getByRole('button', { name: 'Deshacer' }).click();
    await expect(tab.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
    await step(all({}));
  });

  await test.step('closed, rated, archived', async () => {
    await carla.act('Cerrar');
    await step([{}, { taken: -1, closed: 1 }, { taken: -1, closed: 1 }]);
    await visitor.page.getByText('5 estrellas').click({ force: true });
    await visitor.page.getByRole('button', { name: 'Enviar evaluación' }).click();
    await expect(visitor.page.getByText('¡Gracias por tu evaluación!')).toBeVisible();
    await carla.showState('closed', tab);
    await carla.openConversation(conversation, tab);
    await carla.act('Archivar');
    await step([{}, { closed: -1, archived: 1 }, { closed: -1, archived: 1 }]);
  });

  for (const { context } of [...everybody, visitor]) await context.close();
});
