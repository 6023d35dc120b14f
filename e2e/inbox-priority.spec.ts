/** A conversation's priority: set by key, by menu and for many; seen by every tab and colleague; filtered by. */
import { Agent } from './support/agent.ts';
import { expect, test } from './support/fixtures.ts';
import { bar, chips, openFilters, param, rows, waiting } from './support/list.ts';

test('a conversation is marked urgent by key; colleagues see it at once, filter by it, and take the mark away for many', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id } = await waiting(browser, server.url, ana);
  await admin.showState('pending');
  await ana.row(id).click();
  await expect(ana.tab.getByRole('log')).toBeVisible();
  await ana.tab.getByRole('log').click();
  await ana.tab.keyboard.press('p');
  const dialog = ana.tab.getByRole('dialog', { name: 'Prioridad de la conversación' });
  await expect(dialog.getByRole('button', { name: 'Sin prioridad' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Urgente' }).click();
  await expect(dialog).toHaveCount(0);
  // In the row and in the conversation, and who did it.
  await expect(ana.row(id)).toContainText('Prioridad Urgente');
  await expect(ana.tab.locator('header').getByText('Prioridad Urgente')).toBeVisible();
  await expect(ana.tab.getByRole('log')).toContainText('cambió la prioridad a Urgente');
  const second = ana.tabs[1] ?? ana.tab;
  await second.getByTestId('state-pending').click();
  await expect(ana.row(id, second)).toContainText('Prioridad Urgente');
  await expect(admin.row(id)).toContainText('Prioridad Urgente');

  // Filtered by it, live: another one comes as it is marked.
  const panel = await openFilters(admin.tab);
  await panel.getByLabel('Prioridad').selectOption({ label: 'Alta' });
  await panel.getByRole('button', { name: 'Listo' }).click();
  await expect(chips(admin.tab)).toHaveText('Prioridad: Alta');
  expect(param(admin.tab, 'priority')).toBe('high');
  await expect(admin.row(id)).toHaveCount(0);
  await ana.act('Prioridad…');
  await expect(dialog.getByRole('button', { name: 'Urgente ahora' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Alta' }).click();
  await expect(admin.row(id)).toContainText('Prioridad Alta');

  // For many; of a list by priority nothing is left then.
  const box = admin.tab.getByRole('checkbox', { name: /^Seleccionar la conversación con/ });
  await rows(admin.tab).first().focus();
  await admin.tab.keyboard.press('x');
  await expect(box.first()).toBeChecked();
  await bar(admin.tab).getByRole('button', { name: 'Prioridad…' }).click();
  await admin.tab.getByRole('dialog').getByRole('button', { name: 'Sin prioridad' }).click();
  await expect(admin.tab.getByText('1 conversación sin prioridad')).toBeVisible();
  await expect(ana.row(id)).not.toContainText('Prioridad');
  await ana.context.close();
  await admin.context.close();
});

test('Mías and De nadie: what one has and what nobody has, with figures that follow and explain themselves', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test', 2);
  const { id } = await waiting(browser, server.url, admin);
  const page = admin.tab;
  const figureOf = async (view: 'mine' | 'nobodys', tab = page) =>
    Number(((await tab.getByTestId(`view-${view}`).textContent()) ?? '').replace(/\D/g, ''));
  await page.getByTestId('view-nobodys').click();
  await expect(page.getByRole('heading', { name: 'Pendientes', level: 1 })).toBeVisible();
  await expect(admin.row(id)).toBeVisible();
  const before = { mine: await figureOf('mine'), nobodys: await figureOf('nobodys') };
  expect(before.nobodys).toBe((await admin.freshCounters()).pending);
  await admin.openConversation(id);
  await admin.act('Tomar');
  await expect.poll(() => figureOf('mine')).toBe(before.mine + 1);
  const second = admin.tabs[1] ?? page;
  await expect.poll(() => figureOf('mine', second)).toBe(before.mine + 1);

  await page.getByTestId('view-mine').click();
  await expect(page.getByRole('heading', { name: 'Mías', level: 1 })).toBeVisible();
  await expect(admin.row(id)).toContainText('Tomadas');
  // Gone quiet it is theirs still.
  await admin.act('Marcar inactiva');
  await expect(admin.row(id)).toContainText('Inactivas');
  expect(await figureOf('mine')).toBe(before.mine + 1);
  // A fresh load says the same, and so does the address in another tab.
  await second.goto(page.url());
  await expect(admin.row(id, second)).toContainText('Inactivas');
  await expect.poll(() => figureOf('mine', second)).toBe(before.mine + 1);

  await page.getByRole('button', { name: /^Explicar la cifra de Mías/ }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Mías: ${before.mine + 1}$`) });
  await expect(dialog.getByRole('heading', { name: `Conversaciones (${before.mine + 1})` })).toBeVisible();
  await expect(dialog.getByText('la tomó').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await admin.act('Cerrar');
  await expect.poll(() => figureOf('mine'), { timeout: 15_000 }).toBe(before.mine);
  await admin.context.close();
});
