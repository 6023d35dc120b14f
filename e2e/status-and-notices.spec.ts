/** What reaches a person on any screen: their own status in every tab, conversations that are handed over, the bell. */
import type { Page } from '@playwright/test';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';

test('a derived conversation: the dialog, the bell, reading and archiving', async ({ browser, server }) => {
  const admin = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  const { page } = ana;
  await ana.screen('/dashboard', /^Hola/);
  const bell = page.getByRole('button', { name: /^Notificaciones/ });
  await expect(bell).toHaveAccessibleName(/: \d+ sin leer/);
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  const before = await unread();
  await expect.poll(() => server.sockets()).toContain(AGENT);
  const { body: listed } = await call<{ conversations: { id: string; lead_name: string }[] }>(
    admin.page,
    'POST',
    '/svc/conversations/conversations/filter_conversation',
    { filters: { bot_id: 64, state: 'pending' }, items: 1 },
  );
  const [card] = listed.conversations;
  const given = await call(admin.page, 'PUT', `/svc/conversations/conversations/${card?.id}`, {
    state: 'taken',
    agent_id: await ownId(page),
    reason: 'Pregunta por su boleta',
  });
  expect(given.status).toBe(200);

  const told = page.getByRole('dialog', { name: 'Te derivaron una conversación' });
  await expect(told).toContainText('Andrés Bello');
  await expect(told).toContainText('Pregunta por su boleta');
  await expect(told).toContainText('Tomadas');
  await ana.looksRightInBoth('the handover dialog');
  await told.getByRole('button', { name: 'Más tarde' }).click();
  await expect.poll(unread).toBe(before + 1);

  await bell.click();
  const menu = page.getByRole('dialog', { name: 'Notificaciones' });
  const first = menu.getByRole('listitem').first();
  await expect(first).toContainText(card?.lead_name ?? 'nobody');
  await ana.looksRightInBoth('the notification menu');
  const text = (await first.textContent()) ?? '';
  await first.getByRole('button', { name: 'Marcar como leída' }).click();
  await expect.poll(unread).toBe(before);
  await first.getByRole('button', { name: 'Archivar' }).click();
  await expect(first).not.toHaveText(text);
  await menu.getByText('Archivadas', { exact: true }).click();
  await expect(menu.getByRole('listitem').filter({ hasText: card?.lead_name ?? 'nobody' })).not.toHaveCount(
    0,
  );
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(bell).toBeFocused();
  await admin.close();
  await ana.close();
});

test('the status is the same in every tab, and moves with the bot switch: inactive there, active here', async ({
  browser,
  server,
}) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  const { page } = ana;
  await ana.screen('/dashboard', /^Hola/);
  const other = await ana.context.newPage();
  await other.goto(`${server.url}/profile`);
  const status = (tab: Page) => tab.getByRole('button', { name: /^Tu estado/ });
  const id = await ownId(page);
  const told = async (bot: number) =>
    (await server.events<{ agent_id: number; status: string }>(bot, 'AGENT_STATUS'))
      .filter(({ data }) => data.agent_id === id)
      .map(({ data }) => data.status);
  for (const label of ['Conectado', 'Ausente', 'Conectado']) {
    await expect(status(page)).toBeEnabled();
    await status(page).click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    for (const tab of [page, other]) await expect(status(tab)).toHaveAccessibleName(`Tu estado: ${label}`);
  }
  // Closed by hand it stays so, over a reload too, until somebody chooses otherwise or comes back from away.
  await status(page).click();
  await ana.looksRightInBoth('the status menu');
  await page.getByRole('menuitem', { name: /^Sesión cerrada/ }).click();
  for (const tab of [page, other])
    await expect(status(tab)).toHaveAccessibleName('Tu estado: Sesión cerrada');
  await page.reload();
  await expect(status(page)).toHaveAccessibleName('Tu estado: Sesión cerrada');
  expect((await told(64)).at(-1)).toBe('close_session');
  await status(page).click();
  await page.getByRole('menuitem', { name: 'Conectado', exact: true }).click();
  for (const tab of [page, other]) await expect(status(tab)).toHaveAccessibleName('Tu estado: Conectado');
  // While another tab still shows the bot, it stays as it is there.
  const switcher = page.getByRole('group', { name: 'Chatbot' });
  await switcher.getByRole('button', { name: 'Óptica Ñuñoa' }).click();
  // Who chose to be disconnected at a bot stays so when they switch to it, until they choose otherwise.
  await expect(status(page)).toHaveAccessibleName('Tu estado: Desconectado');
  await status(page).click();
  await page.getByRole('menuitem', { name: 'Conectado', exact: true }).click();
  await expect(status(page)).toHaveAccessibleName('Tu estado: Conectado');
  await expect(status(other)).toHaveAccessibleName('Tu estado: Conectado');
  expect((await told(64)).at(-1)).toBe('active');
  await switcher.getByRole('button', { name: 'Tienda Andes' }).click();
  await expect(switcher.getByRole('button', { name: 'Tienda Andes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(async () => (await told(3126)).slice(-2)).toEqual(['active', 'inactive']);
  await other.close();
  const before = (await told(64)).length;
  const show = async (bot: string) => {
    await switcher.getByRole('button', { name: bot }).click();
    await expect(switcher.getByRole('button', { name: bot })).toHaveAttribute('aria-pressed', 'true');
    await expect(status(page)).toHaveAccessibleName('Tu estado: Conectado');
  };
  // The hub may hear a moment later that the other tab is closed; until then a switch leaves the bot as it is there.
  await expect
    .poll(async () => {
      await show('Tienda Andes');
      await show('Óptica Ñuñoa');
      return (await told(64)).slice(before);
    })
    .toEqual(['inactive']);
  await expect.poll(async () => (await told(3126)).at(-1)).toBe('active');

  // Who chose Desconectado stays so, and is reminded of it in the inbox: once after a sign-in.
  const disconnect = async () => {
    await status(page).click();
    await page.getByRole('menuitem', { name: /^Desconectado/ }).click();
    await expect(status(page)).toHaveAccessibleName('Tu estado: Desconectado');
  };
  const reminder = page.getByRole('status').filter({ hasText: 'Sigues Desconectado, como lo elegiste' });
  const enterInbox = async () => {
    await ana.go('/charla-live-2');
    await expect(page.getByRole('heading', { level: 1, name: 'Pendientes' })).toBeVisible();
    await expect(status(page)).toHaveAccessibleName('Tu estado: Desconectado');
  };
  await disconnect();
  await enterInbox();
  await expect(reminder).toBeVisible();
  await ana.looksRightInBoth('the reminder of the status');
  await reminder.getByRole('button', { name: 'Conectarme' }).click();
  await expect(status(page)).toHaveAccessibleName('Tu estado: Conectado');
  await expect(reminder).toHaveCount(0);
  await disconnect();
  await enterInbox();
  await expect(reminder).toHaveCount(0);
  await ana.close();
});

test('the notifications come page by page while one scrolls', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  const items = page.getByRole('dialog', { name: 'Notificaciones' }).getByRole('listitem');
  await expect(items).not.toHaveCount(0);
  const count = await items.count();
  await expect
    .poll(async () => {
      await items.last().scrollIntoViewIfNeeded();
      return items.count();
    })
    .toBeGreaterThan(count);
  await owner.close();
});
