/** Following a conversation and being named in a note: by key and menu, live in every tab, counted, told and explained. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';

type View = 'following' | 'mentions';
const figureOf = async (tab: Page, view: View) =>
  Number(((await tab.getByTestId(`view-${view}`).textContent()) ?? '').replace(/\D/g, ''));
/** What the bell says. */
const unread = async (tab: Page) => {
  const label = await tab.getByRole('button', { name: /^Notificaciones/ }).getAttribute('aria-label');
  return Number((label ?? '').replace(/\D/g, ''));
};
const followers = (tab: Page) => tab.getByTestId('followers');
/** Nothing is open: what happens in it is news. */
const leave = async (tab: Page, view: View) => {
  const url = new URL(tab.url());
  url.searchParams.delete('conversation');
  await tab.goto(url.href);
  await tab.getByTestId(`view-${view}`).click();
};

test('a conversation is followed by key and by menu; its news are marked, told once, and gone in every tab once looked at', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id, visitor } = await waiting(browser, server.url, ana);
  const second = ana.tabs[1] ?? ana.tab;
  const before = await figureOf(ana.tab, 'following');
  await ana.openConversation(id);
  await ana.tab.getByRole('log').click();
  await ana.tab.keyboard.press('s');
  await expect(followers(ana.tab)).toHaveText('Sigues esta conversación');
  await expect.poll(() => figureOf(ana.tab, 'following')).toBe(before + 1);
  await expect.poll(() => figureOf(second, 'following')).toBe(before + 1);

  await admin.showState('pending');
  await admin.openConversation(id);
  await expect(followers(admin.tab)).toContainText('Lo sigue: Ana');
  await admin.act('Seguir');
  await expect(followers(admin.tab)).toContainText('Lo siguen: tú y Ana');
  await expect(followers(ana.tab)).toContainText('Lo siguen: tú y ');

  // What the customer writes is news for who does not have it open.
  await leave(ana.tab, 'following');
  await expect(ana.tab.getByRole('heading', { name: 'Siguiendo', level: 1 })).toBeVisible();
  await expect(ana.row(id)).toContainText('Pendientes');
  // The page is new: its bell says nothing before it knows.
  await expect(ana.tab.getByRole('button', { name: /^Notificaciones/ })).toHaveAccessibleName(/ sin leer$/);
  const unreadBefore = await unread(ana.tab);
  await visitor.write('¿siguen ahí?');
  await expect(ana.row(id)).toContainText('Novedades');
  await second.getByTestId('view-following').click();
  await expect(ana.row(id, second)).toContainText('Novedades');
  await expect.poll(() => unread(ana.tab), { timeout: 20_000 }).toBe(unreadBefore + 1);
  await ana.openConversation(id);
  await expect(ana.row(id)).not.toContainText('Novedades');
  await expect.poll(() => unread(ana.tab)).toBe(unreadBefore);
  await expect(ana.row(id, second)).not.toContainText('Novedades');

  // It survives a reload, and the figure explains itself.
  await second.reload();
  await expect.poll(() => figureOf(second, 'following')).toBe(before + 1);
  await second.getByRole('button', { name: /^Explicar la cifra de Siguiendo/ }).click();
  const dialog = second.getByRole('dialog', { name: `Siguiendo: ${before + 1}` });
  await expect(dialog.getByText('la empezó a seguir').first()).toBeVisible();
  await second.keyboard.press('Escape');

  // A colleague has it: out of sight, it is in no list and no figure.
  await admin.act('Tomar');
  await expect.poll(() => figureOf(second, 'following')).toBe(before);
  await expect(ana.row(id, second)).toHaveCount(0);
  await admin.act('Dejar de seguir');
  await expect(followers(admin.tab)).toContainText('Lo sigue: Ana');
  await ana.context.close();
  await admin.context.close();
});

test('who is named in a note finds it in Menciones, counted until they look, in every tab', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id } = await waiting(browser, server.url, ana);
  const second = ana.tabs[1] ?? ana.tab;
  await ana.tab.getByTestId('view-mentions').click();
  await second.getByTestId('view-mentions').click();
  const before = await figureOf(ana.tab, 'mentions');
  await admin.showState('pending');
  await admin.openConversation(id);
  await admin.tab.getByRole('tab', { name: 'Nota interna' }).click();
  const note = admin.tab.getByLabel('Nota interna', { exact: true }).and(admin.tab.locator('textarea'));
  await expect(note).toBeEditable();
  await note.pressSequentially('¿Lo ves, @ana');
  await expect(admin.tab.getByRole('listbox', { name: 'Colegas' })).toBeVisible();
  await note.press('Enter');
  await expect(admin.tab.getByRole('listbox', { name: 'Colegas' })).toHaveCount(0);
  await note.press('Enter');
  for (const tab of [ana.tab, second]) {
    await expect.poll(() => figureOf(tab, 'mentions')).toBe(before + 1);
    await expect(ana.row(id, tab)).toContainText('Te mencionan');
  }
  await second.getByRole('button', { name: /^Explicar la cifra de Menciones/ }).click();
  const dialog = second.getByRole('dialog', { name: `Menciones: ${before + 1}` });
  await expect(dialog.getByText('mencionó a alguien en una nota').first()).toBeVisible();
  await second.keyboard.press('Escape');

  await ana.openConversation(id);
  for (const tab of [ana.tab, second]) {
    await expect.poll(() => figureOf(tab, 'mentions')).toBe(before);
    await expect(ana.row(id, tab)).not.toContainText('Te mencionan');
  }
  await ana.context.close();
  await admin.context.close();
});
