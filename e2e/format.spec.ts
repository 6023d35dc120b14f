/** Words with marks: by key and by button, as the customer sees them; what is pasted from a page becomes text. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';

const PHONE = { width: 390, height: 844 };
const HOSTILE = `<meta charset="utf-8"><b style="font-weight:normal" id="docs"><p>Hola <b>Marta</b>, <i>gracias</i>:</p>
<ul><li>uno</li><li>dos <a href="https://ejemplo.cl/guia">la guía</a></li></ul>
<a href="javascript:window.hacked=1">premio</a><script>window.hacked=1</script>
<img src="x" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg><p>Chao</p></b>`;

const field = (page: Page) => page.getByLabel('Respuesta', { exact: true });
const choose = (page: Page, word: string) =>
  field(page).evaluate((area: HTMLTextAreaElement, found) => {
    const from = area.value.indexOf(found);
    area.focus();
    area.setSelectionRange(from, from + found.length);
  }, word);
const paste = (page: Page, data: Record<string, string>) =>
  field(page).evaluate((area, kinds) => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text);
    area.focus();
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

test('FMT-1 words are marked by key and by button, seen as the customer will see them, and arrive so', async ({
  browser,
  server,
}, info) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await owner.openConversation(id);
  await owner.act('Tomar');
  await field(page).fill('Llega mañana sin costo');
  await choose(page, 'mañana');
  await field(page).press('ControlOrMeta+b');
  await expect(field(page)).toHaveValue('Llega **mañana** sin costo');
  // The same key takes it away again, and the browser's undo knows of it.
  await field(page).press('ControlOrMeta+b');
  await expect(field(page)).toHaveValue('Llega mañana sin costo');
  await field(page).press('ControlOrMeta+b');
  await field(page).press('ControlOrMeta+z');
  await expect(field(page)).toHaveValue('Llega mañana sin costo');

  // The bar is this agent's choice, and stays.
  const opener = page.getByRole('button', { name: 'Formato', exact: true });
  await expect(opener).toHaveAttribute('aria-pressed', 'false');
  await opener.click();
  const bar = page.getByRole('toolbar', { name: 'Formato' });
  const preview = page.getByRole('region', { name: 'Cómo lo verá el cliente' });
  await expect(bar.getByRole('button')).toHaveCount(9);
  await expect(preview).toHaveCount(0);
  await choose(page, 'mañana');
  await bar.getByRole('button', { name: 'Negrita' }).click();
  await expect(field(page)).toBeFocused();
  await expect(preview.locator('strong')).toHaveText('mañana');
  await field(page).press('End');
  await field(page).press('Shift+Enter');
  await bar.getByRole('button', { name: 'Lista', exact: true }).click();
  await page.keyboard.type('uno');
  // A list goes on by itself, and ends at an item without words.
  await field(page).press('Shift+Enter');
  await page.keyboard.type('dos');
  await field(page).press('Shift+Enter');
  await expect(field(page)).toHaveValue('Llega **mañana** sin costo\n- uno\n- dos\n- ');
  await field(page).press('Shift+Enter');
  await field(page).press('Backspace');
  await expect(field(page)).toHaveValue('Llega **mañana** sin costo\n- uno\n- dos');
  await expect(preview.locator('li')).toHaveText(['uno', 'dos']);
  await looksRight(page, 'the formats');
  await page.screenshot({ path: info.outputPath('wide.png') });
  await field(page).press('Enter');
  await expect(visitor.log.locator('strong')).toHaveText('mañana');
  await expect(visitor.log.locator('strong')).toHaveCSS('font-weight', '700');
  await expect(visitor.log.locator('li')).toHaveText(['uno', 'dos']);
  await expect(preview).toHaveCount(0);
  // The row has the words alone.
  await expect(owner.row(id)).toContainText('Equipo: Llega mañana sin costo • uno • dos');

  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(bar).toBeVisible();
  await field(page).fill('**Hola** [la guía](https://ejemplo.cl/guia)');
  await expect(preview.getByRole('link', { name: 'la guía' })).toHaveAttribute(
    'href',
    'https://ejemplo.cl/guia',
  );
  await looksRight(page, 'the formats on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath('phone.png') });
});

test('FMT-2 what is pasted from a page becomes text with marks, and nothing of it runs or hides', async ({
  browser,
  server,
}) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await owner.openConversation(id);
  await owner.act('Tomar');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  await paste(page, { 'text/html': HOSTILE, 'text/plain': 'Hola Marta' });
  await expect(field(page)).toHaveValue(
    'Hola **Marta**, _gracias_:\n\n- uno\n- dos [la guía](https://ejemplo.cl/guia)\n\npremio\n\nChao',
  );
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await field(page).press('Enter');
  await expect(visitor.log.locator('strong')).toHaveText('Marta');
  await expect(visitor.log.locator('em')).toHaveCSS('font-style', 'italic');
  await expect(visitor.log.getByRole('link')).toHaveAttribute('href', 'https://ejemplo.cl/guia');

  // HTML that says no more than its words, none at all, and one that is too much: the plain text, as it is.
  const deep = `<b>${'<div>'.repeat(20_000)}x`;
  for (const html of [
    '<span style="color:red">no soy esto</span>',
    '',
    deep,
    `<b>${'x'.repeat(300_000)}</b>`,
  ]) {
    await field(page).fill('antes  después');
    await field(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
    const plain = { 'text/plain': 'lo copiado' };
    // A real paste of plain text is the browser's; the event alone writes nothing.
    await paste(page, html === '' ? plain : { 'text/html': html, ...plain });
    if (html.startsWith('<b>')) await expect(field(page)).toHaveValue('antes lo copiado después');
    else await expect(field(page)).toHaveValue('antes  después');
  }
});
