/** Proactive messages: an owner writes one, a visitor gets it seldom and answers it, an agent reads it as the bot's. */
import type { Browser, Page } from '@playwright/test';
import type { BotProactive, ProactiveRule } from '../contract/entities/proactive.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { looksRightInBoth } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { Site } from './support/site.ts';

const SCREEN = '/chatbot/sitio/mensajes';
const HEADING = 'Mensajes proactivos';
const BOT = { id: 64, token: 'demo-bot-token-64' };
const WORDS = '¿Dudas con el despacho? Te respondemos en minutos.';
const KEPT = 'charla:64:proactive';
const policyOf = (url: string) =>
  `default-src 'none'; script-src ${url} 'unsafe-inline'; connect-src ${url} ${url.replace('http', 'ws')}; img-src ${url}`;

const RULE: ProactiveRule = {
  id: 'carro',
  name: 'En el carro',
  enabled: true,
  paths: [{ how: 'is', path: '/carro' }],
  hosts: [],
  seconds: 1,
  visit: 1,
  hours: 'any',
  every: 7,
  text: `${WORDS} <img src=x onerror="document.title='mal'">`,
};

async function save(url: string, rules: readonly ProactiveRule[]): Promise<void> {
  const api = await Api.signIn(url, 'propietaria@charla.test');
  const { revision } = await api.call<BotProactive>('GET', '/svc/main/bot/64/proactive');
  await api.call('PUT', '/svc/main/bot/64/proactive', { revision, rules });
}
test.afterEach(({ server }) => save(server.url, []));

const bubble = (page: Page) => page.locator('.hint');
const answerIt = (page: Page) => bubble(page).getByRole('button', { name: /Dudas con el despacho/ });

/** A site in a browser of its own, which has heard of the messages; its clock can be driven. */
async function open(
  browser: Browser,
  url: string,
  options: Parameters<typeof Site.open>[3] = {},
): Promise<Site> {
  const site = await Site.open(browser, url, BOT, { policy: policyOf(url), ...options });
  await site.page.clock.install();
  return site;
}
async function visit(site: Site, path: string): Promise<void> {
  const heard = site.page.waitForResponse(/\/visitor\/proactive\/64\?/);
  await site.visit(path);
  await heard;
}

test('an owner writes a message and tries it out; a visitor gets it in a page that changes without loading and answers it; an agent reads it as the bot’s first', async ({
  browser,
  server,
}) => {
  await save(server.url, []);
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page, dialog } = owner;
  await owner.screen(SCREEN, HEADING);
  await expect(page.getByText('Aún no hay mensajes')).toBeVisible();
  await owner.looksRightInBoth('proactive messages, none');
  await page.getByRole('button', { name: 'Nuevo mensaje' }).click();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(dialog.getByText('Escribe el mensaje que verá el visitante.')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('En el carro');
  await dialog.getByLabel('Mensaje').fill(WORDS);
  await dialog.getByRole('button', { name: 'Agregar dirección' }).click();
  await dialog.getByLabel('Dirección 1', { exact: true }).fill('/carro');
  await dialog.getByLabel('Segundos en la página').fill('1');
  await owner.looksRightInBoth('proactive message');
  await page.screenshot({ path: test.info().outputPath('dialog-wide.png') });
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const tryOut = page.getByRole('region', { name: '¿Qué vería un visitante en esta página?' });
  await tryOut.getByLabel('Dirección de la página').fill('tienda.cl/carro/pago');
  await expect(tryOut).toContainText('Al primer segundo, por «En el carro»');
  await expect(tryOut).toContainText('Con lo que todavía no guardas.');
  await tryOut.getByLabel('Dirección de la página').fill('tienda.cl/contacto');
  await expect(tryOut).toContainText('Nada: ninguna regla calza.');
  await expect(tryOut).toContainText('En el carro: es para otras páginas');
  await page.getByRole('button', { name: 'Guardar mensajes' }).click();
  await expect(page.getByText('Mensajes guardados')).toBeVisible();

  const site = await Site.open(browser, server.url, BOT, { policy: policyOf(server.url) });
  const visitor = site.page;
  let conversation = '';
  visitor.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      conversation = /"conversation_id":"([^"]+)"/.exec(String(payload))?.[1] ?? conversation;
    }),
  );
  const faults: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await visit(site, 'inicio');
  const height = await visitor.evaluate(() => document.documentElement.scrollHeight);
  await visitor.evaluate(() => history.pushState(null, '', '/carro'));
  await expect(answerIt(visitor)).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  await expect(bubble(visitor)).toHaveAttribute('role', 'status');
  await looksRightInBoth(visitor, 'proactive message at a site');
  await visitor.screenshot({ path: test.info().outputPath('bubble-wide.png') });
  await answerIt(visitor).click();
  await expect(bubble(visitor)).toBeEmpty();
  const log = visitor.getByRole('log', { name: 'Mensajes' });
  await expect(log.locator('.row.bot').last()).toContainText(WORDS);
  // Another page of the site: the chat stands open, and so does what it said.
  await visitor.evaluate(() => location.assign('/despachos'));
  await expect(log.locator('.row.bot').last()).toContainText(WORDS);
  await visitor.screenshot({ path: test.info().outputPath('opened-wide.png') });
  await visitor.getByLabel('Escribe tu mensaje').fill('sí, ¿llegan a Ñuñoa?');
  await visitor.getByLabel('Escribe tu mensaje').press('Enter');
  await expect(log.locator('.row.own')).toHaveCount(1);
  await expect(log.getByText(WORDS)).toHaveCount(1);
  await expect.poll(() => conversation).not.toBe('');

  const agent = await Agent.open(browser, server.url, 'admin@charla.test');
  await agent.showState('active');
  await agent.openConversation(conversation);
  const said = agent.tab.getByRole('log');
  await expect(said).toContainText('sí, ¿llegan a Ñuñoa?');
  const read = (await said.textContent()) ?? '';
  expect(read.indexOf(WORDS)).toBeGreaterThanOrEqual(0);
  expect(read.indexOf(WORDS)).toBeLessThan(read.indexOf('Ñuñoa'));
  await agent.tab.screenshot({ path: test.info().outputPath('agent-wide.png') });

  await owner.screen(SCREEN, HEADING);
  await expect(page.getByRole('list', { name: 'Mensajes proactivos' })).toContainText(
    'Mostrado 1 · Abierto 1 · Respondido 1',
  );
  await page.screenshot({ path: test.info().outputPath('screen-wide.png'), fullPage: true });
  expect(faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
  await agent.context.close();
  await site.close();
  await owner.close();

  const phone = await Person.signedIn(browser, server.url, 'propietaria@charla.test', {
    bot: 64,
    viewport: PHONE,
    colorScheme: 'dark',
  });
  await phone.screen(SCREEN, HEADING);
  await phone.page.getByLabel('Dirección de la página').fill('tienda.cl/carro');
  await expect(phone.page.getByText('se muestra')).toBeVisible();
  await phone.looksRight('proactive messages on a phone');
  await phone.page.screenshot({ path: test.info().outputPath('screen-phone-dark.png'), fullPage: true });
  await phone.page.getByRole('button', { name: 'Editar «En el carro»' }).click();
  await expect(phone.dialog.getByLabel('Nombre')).toHaveValue('En el carro');
  await phone.page.screenshot({ path: test.info().outputPath('dialog-phone-dark.png') });
  await phone.close();
});

test('WID-28 what was closed does not come back, by mouse or Esc; opening by the chat’s own button answers it; signing out forgets it', async ({
  browser,
  server,
}) => {
  await save(server.url, [RULE]);
  const site = await open(browser, server.url, { viewport: PHONE });
  const { page } = site;
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(site, 'carro');
  await page.clock.fastForward(1_000);
  await expect(answerIt(page)).toBeVisible();
  await expect(bubble(page).locator('img')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('bubble-phone-dark.png') });
  // By keyboard: the message, its way out, then the chat's own button.
  await answerIt(page).focus();
  await page.keyboard.press('Tab');
  await expect(bubble(page).getByRole('button', { name: 'Cerrar mensaje' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toBeEmpty();
  await expect(site.launcher).toBeFocused();
  for (const path of ['carro', 'carro/']) {
    await visit(site, path);
    await page.clock.fastForward(60_000);
    await expect(bubble(page)).toBeEmpty();
  }
  expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toContain('"over":true');
  await page.evaluate(() => (window as { Charla?: (name: string) => void }).Charla?.('shutdown'));
  expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull();
  await site.close();

  const mouse = await open(browser, server.url);
  await visit(mouse, 'carro');
  await mouse.page.clock.fastForward(1_000);
  await bubble(mouse.page).getByRole('button', { name: 'Cerrar mensaje' }).click();
  await expect(bubble(mouse.page)).toBeEmpty();
  await expect(mouse.page.getByRole('dialog')).toHaveCount(0);
  await visit(mouse, 'carro');
  await mouse.page.clock.fastForward(60_000);
  await expect(bubble(mouse.page)).toBeEmpty();
  await mouse.close();

  const second = await open(browser, server.url);
  await visit(second, 'carro');
  await second.page.clock.fastForward(1_000);
  await expect(answerIt(second.page)).toBeVisible();
  await second.launcher.click();
  await expect(bubble(second.page)).toBeEmpty();
  await expect(second.page.getByRole('log').locator('.row.bot').last()).toContainText(WORDS);
  await second.close();
});

test('WID-22 a browser that keeps nothing gets none: it would get them at every page', async ({
  browser,
  server,
}) => {
  await save(server.url, [RULE]);
  const before = `<script>Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });</script>`;
  const site = await Site.open(browser, server.url, BOT, { before });
  const { page } = site;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const file = page.waitForResponse(/\/widget\/proactive\.js/);
  await site.visit('carro');
  await file;
  // The same module, once it has run: what it asks it asks then.
  await page.evaluate((address) => import(address), `${server.url}/widget/proactive.js`);
  await expect(site.launcher).toBeVisible();
  await expect(bubble(page)).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/visitor/proactive'))).toEqual([]);
  await site.close();
});

test('WID-29 nothing comes while the chat is open, before the page’s seconds, nor while a person has the conversation', async ({
  browser,
  server,
}) => {
  await save(server.url, [{ ...RULE, seconds: 5 }]);
  const site = await open(browser, server.url);
  const { page } = site;
  await visit(site, 'carro');
  await page.clock.fastForward(3_000);
  await expect(bubble(page)).toBeEmpty();
  await site.launcher.click();
  const field = page.getByLabel('Escribe tu mensaje');
  await field.fill('quiero hablar con una persona');
  await page.clock.fastForward(10_000);
  await field.press('Enter');
  await expect(page.getByRole('log').locator('.row.own')).toHaveCount(1);
  await expect(page.getByText(/Buscando a una persona|Te responderá una persona/).first()).toBeVisible();
  await expect(bubble(page)).toBeEmpty();
  await page.getByRole('button', { name: 'Cerrar chat' }).first().click();
  // On another page they have not opened it. The chat has come, and knows that a person is awaited.
  const connected = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"CONNECTED"')),
    );
  await visit(site, 'carro');
  await connected;
  await page.clock.fastForward(6_000);
  await page.clock.fastForward(6_000);
  await expect(site.launcher).toBeVisible();
  await expect(bubble(page)).toBeEmpty();
  await site.close();
});
