/** Deadlines for answers: set by a head, on the rows, told at their moment, listed, counted and supervised, ended by an answer. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { chips, rows, waiting } from './support/list.ts';

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

const figureOf = async (tab: Page) =>
  Number(((await tab.getByTestId('view-overdue').textContent()) ?? '').replace(/\D/g, ''));
/** What the bell says. */
const unread = async (tab: Page) => {
  const label = await tab.getByRole('button', { name: /^Notificaciones/ }).getAttribute('aria-label');
  return Number((label ?? '').replace(/\D/g, ''));
};

test('a head sets deadlines; who waits has one, near and late are told and counted by themselves, and an answer ends it', async ({
  browser,
  server,
}, info) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const carla = await Agent.open(browser, server.url, 'carla@charla.test', 2);
  const carlaId = await ownId(carla.tab);

  await test.step('in the settings of the bot', async () => {
    const page = await admin.openTab();
    await page.goto(`${server.url}/chatbot/configuracion`);
    const form = page.getByRole('region', { name: 'Plazos de respuesta' });
    await form.getByLabel('Primera respuesta', { exact: true }).selectOption({ label: '10 minutos' });
    await form.getByLabel('Siguientes respuestas', { exact: true }).selectOption({ label: '5 minutos' });
    await form.getByLabel('Cómo corre el plazo').selectOption({ label: 'Todas las horas' });
    await form.getByText('Plazos propios por prioridad').click();
    await form.getByLabel('Primera respuesta, prioridad Urgente').selectOption({ label: '2 minutos' });
    await form.getByText('Plazos propios por área').click();
    await form.getByLabel('Primera respuesta, área facturación').selectOption({ label: '15 minutos' });
    await page.screenshot({ path: info.outputPath('settings-wide-light.png'), fullPage: true });
    await looksRight(page, 'the deadlines’ form');
    await form.getByRole('button', { name: 'Guardar plazos' }).click();
    await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
    await page.reload();
    await expect(form.getByLabel('Primera respuesta', { exact: true })).toHaveValue('10');
    await form.getByText('Plazos propios por área').click();
    await expect(form.getByLabel('Primera respuesta, área facturación')).toHaveValue('15');
    await page.close();
  });

  const { id, visitor } = await waiting(browser, server.url, carla);
  await expect(carla.row(id)).toContainText('vence en 10 min');
  // Those of the demo who waited long before are late at once.
  await server.advance(0);
  await carla.tab.reload();
  await expect(carla.tab.getByTestId('view-overdue')).toHaveText(/\d/);
  const before = await figureOf(carla.tab);
  await carla.openConversation(id);
  await carla.act('Tomar');
  await carla.showState('taken');
  const second = carla.tabs[1] ?? carla.tab;
  const told = await unread(carla.tab);

  await test.step('near: in the row of every tab, and in the bell of who has it', async () => {
    await server.advance(8 * MINUTE);
    await expect(carla.row(id)).toContainText('vence en 2 min');
    await expect.poll(() => unread(carla.tab)).toBe(told + 1);
    expect(await figureOf(carla.tab)).toBe(before);
  });

  await test.step('late: counted in every tab and explained', async () => {
    await server.advance(2 * MINUTE);
    await expect(carla.row(id)).toContainText(/recién vencida|vencida hace/);
    await expect.poll(() => figureOf(carla.tab)).toBe(before + 1);
    await second.reload();
    await expect.poll(() => figureOf(second)).toBe(before + 1);
    await expect.poll(() => unread(carla.tab)).toBe(told + 2);
    await carla.tab.getByTestId('view-overdue').click();
    await expect(carla.tab.getByRole('heading', { name: 'Vencidas', level: 1 })).toBeVisible();
    await expect(carla.row(id)).toBeVisible();
    await expect(rows(carla.tab)).toHaveCount(before + 1);
    await carla.tab.screenshot({ path: info.outputPath('list-wide-light.png') });
    await looksRight(carla.tab, 'the late ones');
    await carla.tab.getByRole('button', { name: /^Explicar la cifra.*Vencidas/ }).click();
    const dialog = carla.tab.getByRole('dialog');
    await expect(dialog).toContainText('dio por vencido el plazo de la respuesta');
    await carla.tab.keyboard.press('Escape');
  });

  await test.step('supervision says whose, and opens them', async () => {
    const { tab } = admin;
    await tab.getByRole('button', { name: 'Supervisión' }).click();
    const member = tab.locator(`[data-agent="${carlaId}"]`);
    const late = member.getByRole('button', { name: /vencidas?, Carla/ });
    await expect(late).toBeVisible();
    await tab.screenshot({ path: info.outputPath('supervision-wide-light.png') });
    await looksRight(tab, 'supervision with late answers');
    await late.click();
    await expect(chips(tab).filter({ hasText: 'Respuesta vencida' })).toBeVisible();
    await expect(admin.row(id)).toBeVisible();
  });

  await test.step('on a phone, in the dark', async () => {
    await second.setViewportSize(PHONE);
    await second.emulateMedia({ colorScheme: 'dark' });
    await second.goto(`${server.url}/charla-live-2?state=overdue`);
    await expect(carla.row(id, second)).toContainText(/recién vencida|vencida hace/);
    await second.screenshot({ path: info.outputPath('list-phone-dark.png') });
    await looksRight(second, 'the late ones on a phone');
    const wide = await second.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  await test.step('an answer ends it everywhere; the next words of the customer begin another', async () => {
    await carla.openConversation(id);
    await carla.reply('Perdón por la espera');
    await expect.poll(() => figureOf(carla.tab)).toBe(before);
    await expect(carla.row(id, second)).toHaveCount(0);
    await carla.showState('taken');
    await expect(carla.row(id)).not.toContainText('venc');
    await visitor.write('¿y el despacho?');
    // The server's clock was moved on, the browser's was not.
    await expect(carla.row(id)).toContainText(/vence en \d+ min/);
  });
});
