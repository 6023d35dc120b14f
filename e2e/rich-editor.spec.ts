/** The editor with formats: what is written as it will look is the same draft as in the plain field, in every tab. */
import type { Locator, Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';

const PHONE = { width: 390, height: 844 };
const HOSTILE = `<meta charset="utf-8"><b style="font-weight:normal" id="docs"><p>Hola <b>Marta</b>, <i>gracias</i>:</p>
<ul><li>uno</li><li>dos <a href="https://ejemplo.cl/guia">la guía</a></li></ul>
<a href="javascript:window.hacked=1">premio</a><script>window.hacked=1</script>
<img src="x" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg><p>Chao</p></b>`;

const field = (page: Page) => page.getByRole('textbox', { name: 'Respuesta', exact: true });
const plain = (page: Page) => page.locator('#composer-panel textarea');
const rich = (page: Page) => page.locator('#composer-panel [contenteditable="true"]');
const paste = (area: Locator, data: Record<string, string>) =>
  area.evaluate((element, kinds) => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
/** Turns the editor with formats on by its keys. */
async function enrich(page: Page): Promise<void> {
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await expect(rich(page)).toBeFocused();
}

test('FMT-4 what is written as it will look is one draft with the plain field of another tab, and arrives so', async ({
  browser,
  server,
}, info) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await owner.openConversation(id);
  await owner.act('Tomar');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(plain(other)).toBeVisible();

  // What was written before stays, and so does the cursor.
  await plain(page).fill('Llega **mañana** y 2*3*4');
  await enrich(page);
  await expect(rich(page).locator('strong')).toHaveText('mañana');
  await page.keyboard.type(' hoy');
  await expect(plain(other)).toHaveValue('Llega **mañana** y 2*3*4 hoy');

  // Keys and buttons, a list that goes on by itself and ends, signs that are no marks.
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('ControlOrMeta+i');
  await page.keyboard.type('con gusto');
  await page.keyboard.press('ControlOrMeta+i');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('- uno');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('**dos** y _x');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('fin');
  const said = 'Llega **mañana** y 2*3*4 hoy\n_con gusto_\n- uno\n- **dos** y _x\nfin';
  await expect(plain(other)).toHaveValue(said);
  await expect(rich(page).locator('[data-kind="bullets"]')).toHaveText(['uno', 'dos y _x']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(plain(other)).not.toHaveValue(said);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(plain(other)).toHaveValue(said);

  // The other tab goes on writing; this one shows it.
  await plain(other).press('ControlOrMeta+End');
  await other.keyboard.type(' ~~no~~');
  await expect(rich(page).locator('s')).toHaveText('no');

  // The bar is there with its switch.
  await page.getByRole('button', { name: 'Formato', exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Formato' });
  await expect(bar.getByRole('button')).toHaveCount(9);
  await looksRight(page, 'the editor with formats');
  await page.screenshot({ path: info.outputPath('wide.png') });
  await bar.getByRole('button', { name: 'Editor con formato' }).click();
  await expect(plain(page)).toHaveValue(`${said} ~~no~~`);
  await bar.getByRole('button', { name: 'Editor con formato' }).click();
  await expect(rich(page)).toBeVisible();
  await rich(page).press('Enter');
  await expect(visitor.log.locator('strong')).toHaveText(['mañana', 'dos']);
  await expect(visitor.log.locator('li')).toHaveText(['uno', 'dos y _x']);
  await expect(visitor.log.locator('em')).toHaveText('con gusto');
  await expect(visitor.log.locator('s')).toHaveText('no');
  await expect(rich(page)).toHaveText('');

  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(rich(page)).toBeVisible();
  await rich(page).focus();
  await page.keyboard.type('**Hola** Marta');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('> dijiste esto');
  await expect(rich(page).locator('strong')).toHaveText('Hola');
  await looksRight(page, 'the editor with formats on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath('phone.png') });
});
