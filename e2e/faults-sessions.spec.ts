/** Who is there and who is not (flag of bot 3126), and sessions that end under somebody's hands. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { SERVER_LIMITS } from '../contract/server-limits.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { Cable } from './support/cable.ts';
import { Customer } from './support/customer.ts';
import { PASSWORD } from './support/enter.ts';
import { expect, test } from './support/fixtures.ts';
import { launchBrowser } from './support/processes.ts';
import { expectFresh } from './support/screen.ts';
import type { ServerProcess } from './support/server-process.ts';

const BOT = 3126;

/** Ana at bot 3126, 'Conectado'. */
async function connected(ana: Agent, url: string): Promise<void> {
  await ana.tab.goto(`${url}/charla-live-2?bot=${BOT}`);
  await expect(ana.tab.getByTestId('state-archived')).toHaveText(/\d/);
  await ana.tab.getByRole('button', { name: /Tu estado|Desconectado/ }).click();
  await ana.tab
    .getByRole('menuitem', { name: /Conectado/ })
    .or(ana.tab.getByRole('option', { name: /Conectado/ }))
    .first()
    .click();
}

/** What the server says of Ana at bot 3126. */
async function watch(server: ServerProcess) {
  const owner = await Api.signIn(server.url, 'propietaria@charla.test');
  const ana = async () => {
    const people = await owner.call<{ id: number; name: string; status: string }[]>(
      'GET',
      `/svc/main/userbot/user_for_bot/${BOT}`,
    );
    const found = people.find(({ name }) => name === 'Ana Riquelme');
    if (!found) throw new Error('Ana does not work there');
    return found;
  };
  return {
    status: async () => (await ana()).status,
    closings: async () => {
      const { id } = await ana();
      const events = await server.events<{ status: string; agent_id: number }>(BOT, 'AGENT_STATUS');
      return events.filter(({ data }) => data.agent_id === id && data.status === 'close_session').length;
    },
  };
}

test('bot 3126: a crash of the whole browser closes the session when the lease ends, once', async ({
  launchOptions,
  serverOfTest: server,
}) => {
  const own = await launchBrowser(launchOptions);
  const seen = await watch(server);
  const ana = await Agent.open(own.browser, server.url, 'ana@charla.test', 2);
  await connected(ana, server.url);
  await expect.poll(seen.status).toBe('active');
  const before = await seen.closings();
  await own.kill();
  await expect.poll(() => server.sockets()).toEqual([]);
  // Nobody said farewell: it may be a network that comes back.
  await server.advance(LIMITS.farewellGrace + 1_000);
  expect(await seen.status()).toBe('active');
  await server.advance(SERVER_LIMITS.presenceLease);
  expect(await seen.status()).toBe('close_session');
  await server.advance(SERVER_LIMITS.presenceLease);
  expect(await seen.closings()).toBe(before + 1);
});

test('bot 3126: a minute without network does not close the session', async ({
  browser,
  serverOfTest: server,
}) => {
  const cable = await Cable.lay(server.url);
  const seen = await watch(server);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  await connected(ana, cable.url);
  await expect.poll(seen.status).toBe('active');
  const before = await seen.closings();
  cable.cut();
  await expect.poll(() => server.sockets()).toEqual([]);
  await expect(ana.tab.getByText(/Sin conexión con el servidor/)).toBeVisible();
  await server.advance(60_000);
  expect(await seen.status()).toBe('active');
  cable.mend();
  await expect.poll(() => server.sockets(), { timeout: 90_000 }).toEqual(['ana@charla.test']);
  await expect(ana.tab.getByText(/Sin conexión con el servidor/)).toHaveCount(0);
  const longest = async () => Math.max(0, ...(await server.leases('ana@charla.test', BOT)));
  await expect.poll(longest).toBeGreaterThan(60_000);
  // The lost socket's lease runs out now; the new one's holds.
  await server.advance(61_000);
  expect(await seen.status()).toBe('active');
  expect(await seen.closings()).toBe(before);
  await ana.context.close();
  await cable.remove();
});

/** Begins a sign-out by hand. @returns the question, which says what would be lost */
async function askToSignOut(page: Page, lost: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Menú de Ana Riquelme' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  const asked = page.getByRole('dialog', { name: '¿Cerrar sesión?' });
  await expect(asked).toContainText(lost);
  return asked;
}
const stored = (context: BrowserContext) =>
  context.storageState().then(({ origins }) => JSON.stringify(origins));

test('a sign-out while another tab is sending: asked first, everywhere at once, nothing stays, nothing twice', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  const [first, second] = ana.tabs as [Page, Page];
  const customer = await Customer.asking(server.url);
  await ana.showState('pending', second);
  await ana.openConversation(customer.conversation, second);
  await ana.act('Tomar', second);
  await ana.showState('taken', second);
  await ana.openConversation(customer.conversation, second);
  await second.getByLabel('Respuesta', { exact: true }).fill('Va saliendo');
  // Whoever goes to another tab leaves the field; what was typed last is known there.
  await second.getByLabel('Respuesta', { exact: true }).blur();
  const asked = await askToSignOut(first, '1 borrador');
  await first.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  // On its way, and not there: the line holds it.
  cable.hold();
  await second.getByLabel('Respuesta', { exact: true }).press('Enter');
  await expect(second.getByRole('log')).toContainText('Va saliendo');
  await askToSignOut(first, '1 mensaje');
  await first.getByRole('button', { name: 'Borrar y cerrar sesión' }).click();
  cable.release();
  for (const tab of ana.tabs) await tab.waitForURL(/\/login/);
  await expect.poll(() => server.sockets()).toEqual([]);
  await expect.poll(() => ana.kept()).not.toContain('Va saliendo');
  await expect.poll(() => stored(ana.context)).not.toContain('access-token');

  await first.getByLabel('Correo').fill('ana@charla.test');
  await first.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await first.getByRole('button', { name: 'Iniciar sesión' }).click();
  await first.waitForURL((url) => url.pathname !== '/login');
  await first.goto(`${cable.url}/charla-live-2?bot=64&state=taken&conversation=${customer.conversation}`);
  await expect(first.getByRole('log')).toContainText('quiero hablar con una persona');
  await expectFresh(browser, first);
  // It had left before the sign-out, or it never will: at most once, and the same for both sides.
  const arrived = customer.heard.filter((text) => text === 'Va saliendo').length;
  expect(arrived).toBeLessThanOrEqual(1);
  await expect(first.getByRole('log').getByText('Va saliendo')).toHaveCount(arrived);
  await expect(first.getByLabel('Respuesta', { exact: true })).toHaveValue('');
  customer.leave();
  await ana.context.close();
  await cable.remove();
});
