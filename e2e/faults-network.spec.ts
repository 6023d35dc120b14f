/** The network goes and comes back, and the world went on meanwhile: events, tokens, rights, clocks. */
import { LIMITS } from '../contract/limits.ts';
import { SERVER_LIMITS } from '../contract/server-limits.ts';
import { Agent, moved } from './support/agent.ts';
import { Api } from './support/api.ts';
import { Cable } from './support/cable.ts';
import { Customer, crowd } from './support/customer.ts';
import { expectFact } from './support/diagnostics.ts';
import { PASSWORD } from './support/enter.ts';
import { expect, test } from './support/fixtures.ts';
import { PHONE } from './support/person.ts';
import { expectFresh } from './support/screen.ts';
import { ServerProcess } from './support/server-process.ts';

const LOST = /Sin conexión con el servidor/;

/** A conversation that this agent has taken and has open. */
async function takenBy(ana: Agent, url: string): Promise<Customer> {
  const customer = await Customer.asking(url);
  await ana.showState('pending');
  await ana.openConversation(customer.conversation);
  await ana.act('Tomar');
  await ana.showState('taken');
  await ana.openConversation(customer.conversation);
  return customer;
}

test('a minute without network: events go on, the screen says so, then it is the present', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  const customer = await takenBy(ana, server.url);
  const before = await ana.counters();
  cable.cut();
  await server.advance(60_000);
  await customer.say('¿sigue ahí?');
  await crowd(server.url, 5, 'quiero hablar con una persona');
  for (const tab of ana.tabs) await expect(tab.getByText(LOST)).toBeVisible();
  await ana.reply('Sí, aquí estoy');
  await expect(ana.tab.getByRole('log')).toContainText('Sí, aquí estoy');
  expect(await ana.counters()).toEqual(before);

  cable.mend();
  for (const tab of ana.tabs) await expect(tab.getByText(LOST)).toHaveCount(0, { timeout: 90_000 });
  await ana.expectCounters(moved(before, { pending: 5 }));
  await expect(ana.tab.getByRole('log')).toContainText('¿sigue ahí?');
  await expect.poll(() => customer.heard.filter((text) => text === 'Sí, aquí estoy')).toHaveLength(1);
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  await expectFresh(browser, ana.tab);
  customer.leave();
  await ana.context.close();
  await cable.remove();
});

/** Longer than people may make them: what waits is too much before the server misses the answer to its ping. */
const longTags = Array.from({ length: LIMITS.tags }, (_, n) => `etiqueta ${n} `.padEnd(200, 'x'));

test('a socket that does not read is closed instead of waited for, and its browser is the present again', async ({
  browser,
  serverOfTest: server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  const customer = await takenBy(ana, server.url);
  const tagged = await Customer.asking(server.url);
  await expect.poll(async () => (await ana.counters()).pending).toBe((await ana.freshCounters()).pending);
  const before = await ana.counters();
  cable.stopReading();
  await customer.say('¿sigue ahí?');
  await crowd(server.url, 5, 'quiero hablar con una persona');
  // What the systems between take, what may wait in the server, and then some.
  const most = 10_000;
  let events = 0;
  for (; events < most && (await server.overflowed()) === 0; events += 500) {
    await server.retag(tagged.conversation, 500, longTags);
  }
  expect(await server.overflowed(), `closed after ${events} events`).toBe(1);
  await expect.poll(() => server.sockets()).toEqual([]);
  await customer.say('espero');
  expect(await ana.counters()).toEqual(before);

  cable.readOn();
  for (const tab of ana.tabs) {
    await expect.poll(() => ana.counters(tab), { timeout: 90_000 }).toEqual(moved(before, { pending: 5 }));
  }
  await ana.expectCounters(moved(before, { pending: 5 }));
  await expect(ana.tab.getByRole('log')).toContainText('espero');
  await expect.poll(() => server.sockets()).toEqual(['ana@charla.test']);
  await expectFresh(browser, ana.tab);
  await ana.showState('pending');
  await expect(ana.row(tagged.conversation)).toBeVisible();
  await expectFresh(browser, ana.tab);
  customer.leave();
  tagged.leave();
  await ana.context.close();
  await cable.remove();
});

test('on a phone the word about the connection covers nothing that one touches', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test');
  await ana.tab.setViewportSize(PHONE);
  await ana.tab.locator('[data-conversation]').first().click();
  await expect(ana.tab.getByRole('log')).toBeVisible();
  cable.cut();
  await expect(ana.tab.getByText(LOST)).toBeVisible();
  await ana.tab.getByRole('button', { name: 'Volver a la lista' }).click({ timeout: 20_000 });
  await expect(ana.tab.locator('[data-conversation]').first()).toBeVisible();
  await expect(ana.tab.getByText(LOST)).toBeVisible();
  await ana.context.close();
  await cable.remove();
});

test('a token that ends in mid-catch-up ends the session, keeps the draft, and leaves nothing else', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test');
  const customer = await takenBy(ana, server.url);
  await ana.tab.getByLabel('Respuesta', { exact: true }).fill('lo veo después');
  await expect.poll(() => ana.kept()).toContain('lo veo después');
  cable.cut();
  await customer.say('esto llega tarde');
  // More than one page of the replay.
  await server.restless('carla@charla.test', 64, SERVER_LIMITS.replayPage + 20);
  const first = cable.holdAfter('"more":true');
  cable.mend();
  await first;
  await expect(ana.tab.getByText('Poniéndose al día…')).toBeVisible();
  await server.endTokens('ana@charla.test');
  cable.cut();
  await expect.poll(() => server.sockets()).toEqual([]);
  cable.release();
  cable.mend();
  await ana.tab.waitForURL(/\/login/, { timeout: 90_000 });
  await expect(ana.tab.getByText(/Tu sesión terminó/)).toBeVisible();
  await expect.poll(() => ana.kept()).not.toContain('esto llega tarde');
  expect(await ana.kept()).toContain('lo veo después');
  await expect.poll(() => server.sockets()).toEqual([]);

  await ana.tab.getByLabel('Correo').fill('ana@charla.test');
  await ana.tab.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await ana.tab.getByRole('button', { name: 'Iniciar sesión' }).click();
  await ana.tab.waitForURL((url) => url.pathname !== '/login');
  await ana.tab.goto(`${cable.url}/charla-live-2?bot=64&state=taken&conversation=${customer.conversation}`);
  await ana.ready();
  await expect(ana.tab.getByLabel('Respuesta', { exact: true })).toHaveValue('lo veo después');
  // Nobody else's row shows this draft.
  await ana.tab.getByLabel('Respuesta', { exact: true }).fill('');
  await expectFresh(browser, ana.tab);
  customer.leave();
  await ana.context.close();
  await cable.remove();
});

test('areas, then the role, change while offline: what may no longer be seen is gone, what may is there', async ({
  browser,
  serverOfTest: server,
}) => {
  const cable = await Cable.lay(server.url);
  const owner = await Api.signIn(server.url, 'propietaria@charla.test');
  const link = await owner.linkOf('Ana Riquelme', 64);
  const customer = await Customer.asking(server.url);
  await customer.say('el secreto de ventas');
  await owner.change(customer.conversation, { category: 'ventas' });
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  await ana.showState('pending');
  await ana.openConversation(customer.conversation);
  await expect(ana.tab.getByRole('log')).toContainText('el secreto de ventas');
  await expect.poll(() => ana.kept()).toContain('el secreto de ventas');

  await test.step('other areas', async () => {
    cable.cut();
    await expect(ana.tab.getByText(LOST)).toBeVisible();
    await owner.call('PUT', `/svc/main/userbot/relation/${link}`, { category: ['soporte'] });
    cable.mend();
    await expect(ana.row(customer.conversation)).toHaveCount(0, { timeout: 90_000 });
    await expect(ana.tab.getByText('el secreto de ventas')).toHaveCount(0);
    await expect.poll(() => ana.kept()).not.toContain('el secreto de ventas');
    await expect(ana.tab.getByText('No puedes ver esta conversación')).toBeVisible();
    await ana.expectCounters(await ana.freshCounters());
    await ana.tab.goto(`${cable.url}/charla-live-2?bot=64&state=pending`);
    await ana.ready();
    await expectFresh(browser, ana.tab);
  });

  await test.step('another role', async () => {
    const roles = await owner.call<{ id: number; name: string }[]>('GET', '/svc/main/role/role_bot/64');
    const admin = roles.find(({ name }) => name === 'administrador');
    await expect(ana.tab.getByRole('button', { name: 'Supervisión' })).toHaveCount(0);
    cable.cut();
    await expect(ana.tab.getByText(LOST)).toBeVisible();
    await owner.call('PUT', `/svc/main/userbot/relation/${link}`, { role_id: admin?.id ?? 0 });
    cable.mend();
    await expect(ana.row(customer.conversation)).toBeVisible({ timeout: 90_000 });
    // Not only what is listed: what the screen lets an administrator do.
    await expect(ana.tab.getByRole('button', { name: 'Supervisión' })).toBeVisible();
    await ana.expectCounters(await ana.freshCounters());
    await expectFresh(browser, ana.tab);
  });
  customer.leave();
  await ana.context.close();
  await cable.remove();
});

/** A machine whose clock is off: what its pages and its worker run first. @param ahead ms */
const wrongClock = (ahead: number) => `{
  const Right = Date;
  self.Date = class extends Right {
    constructor(...given) { given.length > 0 ? super(...given) : super(Right.now() + ${ahead}); }
    static now() { return Right.now() + ${ahead}; }
  };
}`;

for (const [words, ahead] of [
  ['1 h 0 min atrasado', -3_600_000],
  ['1 h 0 min adelantado', 3_600_000],
] as const) {
  test(`a clock that is ${words}: ages and waits are the server's`, async ({ browser }) => {
    const server = await ServerProcess.launch(wrongClock(ahead));
    try {
      const ana = await Agent.open(browser, server.url, 'ana@charla.test', 1, (context) =>
        context.addInitScript({ content: wrongClock(ahead) }),
      );
      const customer = await Customer.asking(server.url);
      await ana.showState('pending');
      const row = ana.row(customer.conversation);
      await expect(row).toContainText(/espera [0-3] min/);
      await expect(row.locator('time')).toHaveText(/^\s*espera [0-3] min$/);
      // Seeded as waiting for some 20 to 55 minutes; who waits longest stands first.
      await expect(ana.tab.locator('[data-conversation]').first()).toContainText(/espera ([2-9]\d min|1 h)/);
      await expectFact(ana.tab, 'Reloj de este equipo', words);
      await ana.openConversation(customer.conversation);
      await ana.act('Tomar');
      await ana.showState('taken');
      await ana.openConversation(customer.conversation);
      await ana.reply('Hola, dime');
      await expect.poll(() => customer.heard).toContain('Hola, dime');
      await customer.say('gracias');
      await expect(ana.tab.getByRole('log').getByRole('article').last()).toContainText('gracias');
      await expectFresh(browser, ana.tab);
      customer.leave();
      await ana.context.close();
    } finally {
      await server.close();
    }
  });
}
