/** The history: what was said, found again, read without touching it, and taken out as a file. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const AGENT = 'ana@charla.test';
const BOT = 64;
const NAMES = ['/historial-conversaciones', '/historial-conversaciones-2', '/conversations'];
const HEADING = 'Historial de conversaciones';

const rowsOf = ({ page }: Person) => page.locator('[data-conversation]');
/** '480 conversaciones' → 480. */
async function total({ page }: Person): Promise<number> {
  const text = await page.getByText(/^[\d.]+ conversaci(ón|ones)$/).textContent();
  return Number((text ?? '').replace(/\D/g, ''));
}

test('finds a conversation by what was said, reads it, and comes back to the list', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen(NAMES[0] ?? '', HEADING);
  await expect(rowsOf(owner)).toHaveCount(15);
  const all = await total(owner);
  expect(all).toBeGreaterThanOrEqual(400);

  await page.getByLabel('Estado', { exact: true }).selectOption('closed');
  await page.getByLabel('Canal', { exact: true }).selectOption('whatsapp');
  await expect(page).toHaveURL(/state=closed/);
  await expect.poll(() => total(owner)).toBeLessThan(all);
  await expect(rowsOf(owner).first()).toContainText('Terminadas');
  await expect(rowsOf(owner).first()).toContainText('WhatsApp');
  // What was found by the state alone stands there until the answer to both has come.
  await expect(rowsOf(owner).filter({ hasNotText: 'WhatsApp' })).toHaveCount(0);
  // A link shows the same.
  const narrowed = await total(owner);
  await page.reload();
  await expect.poll(() => total(owner)).toBe(narrowed);

  const link = rowsOf(owner).nth(1).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  const reading = page.getByRole('dialog', { name });
  await expect(reading.getByRole('log').getByRole('article').first()).toBeVisible();
  await expect(reading.getByRole('textbox')).toHaveCount(0);
  await expect(reading.getByLabel('Datos de la conversación')).toContainText('WhatsApp');
  // Why it is here: every step, from the first on.
  await expect(reading.getByRole('heading', { name: '¿Por qué llegó aquí?' })).toBeVisible();
  await expect(reading.getByRole('listitem').first()).toBeVisible();
  await reading.getByRole('button', { name: 'Conversación siguiente' }).click();
  await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect.poll(() => total(owner)).toBe(all);
  await page.getByLabel('Buscar', { exact: true }).fill('zzzz no lo dijo nadie');
  await expect(page.getByText('Ninguna conversación coincide')).toBeVisible();
  await page.getByLabel('Buscar', { exact: true }).fill('boleta');
  await expect(rowsOf(owner).first()).toBeVisible();
  expect(await total(owner)).toBeLessThan(all);
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rowsOf(owner).first()).toBeVisible();
  await owner.close();
});

test('narrows by days typed as DD/MM/YYYY', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen(NAMES[0] ?? '', HEADING);
  await expect(rowsOf(owner)).toHaveCount(15);
  const shown = await rowsOf(owner).last().getByRole('time').textContent();
  const day = (shown ?? '').slice(0, 10);
  expect(day).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  await page.getByRole('textbox', { name: 'Desde' }).fill(day);
  await page.getByRole('textbox', { name: 'Desde' }).press('Enter');
  await page.getByRole('textbox', { name: 'Hasta' }).fill(day);
  await page.getByRole('textbox', { name: 'Hasta' }).press('Enter');
  await expect(page).toHaveURL(/from=.*to=/);
  // What was there before stands until the answer has come.
  await expect(rowsOf(owner).getByRole('time').filter({ hasNotText: day })).toHaveCount(0);
  await expect(rowsOf(owner).first()).toBeVisible();
  await owner.close();
});

test('takes out what the filters show, as a file that holds exactly that', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen(`${NAMES[0]}?state=closed`, HEADING);
  const matching = await total(owner);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(owner.dialog).toContainText(`(${matching})`);
  await owner.dialog.getByLabel('CSV (.csv)').check();
  await owner.dialog.getByLabel('RUT').uncheck();
  await owner.looksRight('the export dialog');
  await owner.dialog.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const tray = page.getByRole('complementary', { name: 'Exportaciones' });
  await expect(tray).toContainText(`Listo: ${matching} conversaciones`);
  const coming = page.waitForEvent('download');
  await tray.getByRole('button', { name: 'Descargar' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^conversaciones-tienda-andes-\d{4}-\d{2}-\d{2}\.csv$/);
  const [header, ...rows]: string[][] = parse(await readFile(await download.path()), {
    bom: true,
    delimiter: ';',
  });
  expect(rows).toHaveLength(matching);
  expect(header).not.toContain('RUT');
  const state = header?.indexOf('Estado') ?? -1;
  expect(new Set(rows.map((row) => row[state]))).toEqual(new Set(['Terminadas']));
  // It is still there in another tab, until it is thrown away.
  await page.reload();
  await expect(tray).toContainText('Listo');
  await tray.getByRole('button', { name: /^Quitar / }).click();
  await expect(tray).toHaveCount(0);
  await owner.close();
});

test('shows an agent what they see, to be read only', async ({ browser, server }) => {
  const agent = await Person.signedIn(browser, server.url, AGENT, { bot: BOT });
  const { page } = agent;
  await agent.screen(`${NAMES[0]}?state=taken`, HEADING);
  await expect(rowsOf(agent).first()).toBeVisible();
  for (const row of await rowsOf(agent).allTextContents()) expect(row).toContain('Ana');
  await expect(page.getByLabel('Agente')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Exportar' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Lo sentimos, no tienes acceso a este módulo.');
  await agent.close();
});

for (const viewport of [WIDE, PHONE]) {
  test(`looks right under its three names, ${viewport === PHONE ? 'phone' : 'wide'}`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(240_000);
    const owner = await Person.signedIn(browser, server.url, OWNER, { viewport, bot: BOT });
    const { page } = owner;
    for (const path of NAMES) {
      await owner.screen(path, HEADING);
      await expect(rowsOf(owner)).toHaveCount(15);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await owner.looksRight(`list, ${colorScheme}`);
      await rowsOf(owner).nth(2).getByRole('link').click();
      await expect(page.getByRole('log').getByRole('article').first()).toBeVisible();
      await owner.looksRight(`reading, ${colorScheme}`);
      if (viewport === PHONE) {
        await page.getByRole('button', { name: 'Datos' }).click();
        await expect(page.getByLabel('Datos de la conversación')).toBeVisible();
        await owner.looksRight(`details, ${colorScheme}`);
      }
      await page.getByRole('button', { name: 'Cerrar' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await owner.close();
  });
}
