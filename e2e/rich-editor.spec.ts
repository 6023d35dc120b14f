/** The editor with formats: what is written as it will look is the same draft as in the plain field, in every tab. */
import type { Locator, Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { call } from './support/calls.ts';
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

test('FMT-5 signs find quick replies and colleagues in it, and what is pasted from a page is marks and nothing else', async ({
  browser,
  server,
}) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await owner.openConversation(id);
  await owner.act('Tomar');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  await enrich(page);
  await page.keyboard.type('/hol');
  const replies = page.getByRole('listbox', { name: 'Respuestas rápidas' });
  await expect(replies.getByRole('option').first()).toContainText('/hola');
  await expect(rich(page)).toHaveAttribute('aria-controls', 'composer-completion');
  await page.keyboard.press('Enter');
  await expect(rich(page)).toHaveText(/^Hola, soy .* de Tienda Andes/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rich(page)).toHaveText('/hol');
  // Escape leaves the field, as it leaves the plain one.
  await page.keyboard.press('Escape');
  await expect(rich(page)).not.toBeFocused();
  await rich(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');

  await paste(rich(page), { 'text/html': HOSTILE, 'text/plain': 'Hola Marta' });
  await expect(rich(page).locator('strong')).toHaveText('Marta');
  await expect(rich(page).locator('a')).toHaveAttribute('href', 'https://ejemplo.cl/guia');
  // What is too much is its plain text.
  await paste(rich(page), { 'text/html': `<b>${'x'.repeat(300_000)}</b>`, 'text/plain': ' y **más**' });
  await expect(rich(page).locator('strong')).toHaveText(['Marta', 'más']);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  // Back in the plain field nothing of it is lost, and the cursor is where it was.
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await expect(plain(page)).toBeFocused();
  await expect(plain(page)).toHaveValue(
    'Hola **Marta**, _gracias_:\n\n- uno\n- dos [la guía](https://ejemplo.cl/guia)\n\npremio\n\nChao y **más**',
  );
  await enrich(page);
  await page.keyboard.press('Enter');
  await expect(visitor.log.locator('strong')).toHaveText(['Marta', 'más']);
  await expect(visitor.log.getByRole('link')).toHaveAttribute('href', 'https://ejemplo.cl/guia');

  await page.getByRole('tab', { name: 'Nota interna' }).click();
  await rich(page).focus();
  await page.keyboard.type('¿Lo ves, @ana');
  await expect(page.getByRole('listbox', { name: 'Colegas' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rich(page)).toHaveText('¿Lo ves, @Ana Riquelme ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').locator('mark', { hasText: '@Ana Riquelme' })).toBeVisible();
});

test('FMT-6 in WhatsApp it writes the marks that WhatsApp has, and shows what its signs say there', async ({
  browser,
  server,
}) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  await owner.showState('pending');
  await page.locator('[data-conversation]').filter({ hasText: 'WhatsApp' }).last().click();
  await owner.act('Tomar');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  await enrich(page);
  await page.keyboard.type('Llega ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('mañana');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' *sí* y 2*3');
  await expect(rich(page).locator('strong')).toHaveText(['mañana', 'sí']);
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await expect(plain(page)).toHaveValue('Llega *mañana sí* y 2*3');
  await plain(page).press('Enter');
  const sent = page.getByRole('log').getByRole('article').filter({ hasText: 'Llega' });
  await expect(sent.locator('strong')).toHaveText('mañana sí');
  const id = await page.locator('[data-conversation][aria-current]').getAttribute('data-conversation');
  const { text } = await call(page, 'GET', `/svc/conversations/session_logs/by_conversation_id/${id}`);
  expect(text).toContain('Llega *mañana sí* y 2*3');
});
