/** The editor with formats: what is written as it will look is the same draft as in the plain field, in every tab. */
import type { Browser, Locator, Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';
import { give, PICTURE, document as pdf } from './support/writing.ts';

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
  // It is shown before it has arrived.
  const stored = () => call(page, 'GET', `/svc/conversations/session_logs/by_conversation_id/${id}`);
  await expect.poll(async () => (await stored()).text).toContain('Llega *mañana sí* y 2*3');
});

const attached = (page: Page) => page.getByRole('list', { name: 'Archivos adjuntos' }).getByRole('listitem');
/** A conversation of one's own with the editor on, and the same in a second tab with the plain field. */
async function opened(browser: Browser, url: string) {
  const owner = await Agent.open(browser, url, 'propietaria@charla.test');
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, url, owner);
  await owner.openConversation(id);
  await owner.act('Tomar');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(plain(other)).toBeVisible();
  await enrich(page);
  return { page, other, visitor };
}

test('FMT-7, FMT-8 files that are pasted or dropped are attached, words are moved within, and no foreign HTML gets in, whatever its size and depth', async ({
  browser,
  server,
}) => {
  const { page, other, visitor } = await opened(browser, server.url);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const AREA = '#composer-panel [contenteditable="true"]';
  await give(page, 'paste', AREA, [PICTURE]);
  await expect(attached(page)).toHaveCount(1);
  await give(page, 'drop', AREA, [pdf('garantía.pdf')]);
  await expect(attached(page)).toHaveCount(2);
  // A picture that is copied from a page brings its element, too.
  await rich(page).evaluate((element, { name, type, content }) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], name, { type }));
    clipboardData.setData('text/html', '<img src="https://ejemplo.cl/foto.png" onerror="window.hacked=1">');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, PICTURE);
  await expect(attached(page)).toHaveCount(3);
  await expect(rich(page).locator('img')).toHaveCount(0);
  await expect(rich(page)).toHaveText('');

  // Words are dragged to another place.
  await page.keyboard.type('uno dos tres');
  await page.keyboard.press('Home');
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Shift+ArrowRight');
  const placeOf = (from: number, to: number) =>
    rich(page).evaluate(
      (element, [first, last]) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const range = document.createRange();
        range.setStart(text, first);
        range.setEnd(text, last);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { x: (left + right) / 2, right, y: (top + bottom) / 2 };
      },
      [from, to] as const,
    );
  const [grip, end] = [await placeOf(1, 2), await placeOf(11, 12)];
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, grip.y, { steps: 3 });
  await page.mouse.move(end.right + 2, end.y, { steps: 6 });
  await page.mouse.up();
  await expect(plain(other)).toHaveValue('dos tresuno ');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(plain(other)).toHaveValue('uno dos tres');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect(plain(other)).toHaveValue('');

  // Made in the page: it is large.
  const hostile = (kind: 'paste' | 'drop', html: string, times: number, plainText: string) =>
    rich(page).evaluate(
      (element, [how, one, count, words]) => {
        const data = new DataTransfer();
        data.setData('text/html', `<b>x</b>${one.repeat(count)}`);
        data.setData('text/plain', words);
        const options = { bubbles: true, cancelable: true };
        const { left, top } = element.getBoundingClientRect();
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, clientX: left + 5, clientY: top + 10, dataTransfer: data });
        const began = performance.now();
        element.dispatchEvent(event);
        return performance.now() - began;
      },
      [kind, html, times, plainText] as const,
    );
  const ATTACK =
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><a href="javascript:window.hacked=1">a</a><svg onload="window.hacked=1"></svg><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>';
  for (const kind of ['paste', 'drop'] as const) {
    // Lists within lists, 10,000 deep; 2 MB of attacks.
    expect(await hostile(kind, '<ul><li>', 10_000, 'hondo ')).toBeLessThan(3_000);
    await expect(rich(page)).toContainText('hondo');
    expect(await hostile(kind, ATTACK, 10_000, 'largo ')).toBeLessThan(3_000);
    await expect(rich(page)).toContainText('largo');
  }
  await page.keyboard.press('ControlOrMeta+End');
  await paste(rich(page), { 'text/html': `<p><b>fin</b></p>${ATTACK}`, 'text/plain': 'fin' });
  await expect(rich(page).locator('strong')).toHaveText('fin');
  await expect(rich(page).locator('a, img, iframe, svg, script')).toHaveCount(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(faults).toEqual([]);
  await rich(page).press('Enter');
  await expect(visitor.log.getByRole('img', { name: 'foto.png' })).toHaveCount(2);
  await expect(visitor.log.getByRole('link', { name: 'garantía.pdf' })).toBeVisible();
  await expect(visitor.log.locator('strong')).toHaveText('fin');
});

test('FMT-9, FMT-10, FMT-11, FMT-12 letters of an input method and of dead keys stay, its Enter sends nothing, undo and an emptied draft are those of the plain field, and so is what is too long', async ({
  browser,
  server,
}) => {
  const { page, other, visitor } = await opened(browser, server.url);
  const keys = await page.context().newCDPSession(page);
  const compose = async (steps: readonly string[], done: string) => {
    for (const text of steps)
      await keys.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    // What confirms it is the input method's own.
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await keys.send('Input.insertText', { text: done });
    await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  };
  await page.keyboard.type('Hola ');
  await compose(['k', 'ko', 'こん', 'こんに'], 'こんにちは');
  await page.keyboard.type(' ma');
  await compose(['~'], 'ñ');
  await page.keyboard.type('ana, ');
  await page.keyboard.press('ControlOrMeta+b');
  await compose(['´'], 'á');
  await page.keyboard.type('gil');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(plain(other)).toHaveValue('Hola こんにちは mañana, **ágil**');
  await expect(rich(page).locator('strong')).toHaveText('ágil');
  await expect(visitor.log).not.toContainText('Hola こんにちは');
  // What the channel can't say is told once the composition is over: a mark within a word takes the whole.
  await page.keyboard.type(' x');
  await page.keyboard.press('ControlOrMeta+b');
  await compose(['´'], 'é');
  await expect(rich(page).locator('strong')).toHaveText(['ágil xé']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(plain(other)).not.toHaveValue(/é/);
  await page.keyboard.press('ControlOrMeta+y');
  await expect(plain(other)).toHaveValue('Hola こんにちは mañana, **ágil xé**');

  // Emptied whatever it was.
  const row = page.locator('[data-conversation][aria-current]');
  await expect(row).toContainText('Borrador');
  for (const lines of ['- uno\n- dos', '> dicho', '```\ncódigo\n```', '# Título\n1. uno\n2. dos']) {
    await plain(other).fill(lines);
    await expect(rich(page)).toContainText(lines.split('\n')[1] === 'código' ? 'código' : /uno|dicho/);
    await rich(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(plain(other)).toHaveValue('');
  }
  await expect(row).not.toContainText('Borrador');

  // Up to the limit and beyond.
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  const long = 'ñandú. '.repeat(800).slice(0, LIMITS.messageText - 3);
  await paste(rich(page), { 'text/plain': long });
  await expect(page.getByText('Quedan 3 caracteres')).toBeVisible();
  await page.keyboard.type('12345');
  await expect(page.getByText('Sobran 2 caracteres')).toBeVisible();
  await expect(send).toBeDisabled();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Quedan 0 caracteres')).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(plain(other)).toHaveValue(`${long}123`);
  // Two megabytes are the plain field's, all of them, with the cursor behind; without them one is back.
  await rich(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'y más '.repeat(350_000));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(plain(page)).toBeFocused();
  await expect(page.getByText('Sobran 2100000 caracteres')).toBeVisible();
  expect(await plain(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(
    LIMITS.messageText + 2_100_000,
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(rich(page)).toBeFocused();
  await page.keyboard.type('listo');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('listo');
});
