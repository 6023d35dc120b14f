/** The working day of people with many tabs: drafts, questions before sending, sessions that end, long histories. */
import type { Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { Agent } from './support/agent.ts';
import { looksRight, looksRightInBoth } from './support/axe.ts';
import { Cable } from './support/cable.ts';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { taken } from './support/writing.ts';

const inbox = (url: string, bot: number) => `${url}/charla-live-2?bot=${bot}`;

test('a reply written offline asks before it leaves when somebody answered meanwhile', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test', 2);
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  await ana.reply('Ya lo reviso');
  await expect(visitor.log).toContainText('Ya lo reviso');
  cable.cut();
  await ana.reply('Respuesta escrita sin conexión');

  // The supervisor gives it to somebody else, who answers; then it is Ana's again.
  const give = async (to: Agent) => {
    const body = { state: 'taken', agent_id: await ownId(to.tab) };
    expect((await call(admin.tab, 'PUT', `/svc/conversations/conversations/${id}`, body)).status).toBe(200);
  };
  await give(carla);
  await carla.tab.getByRole('button', { name: /^Ir a/ }).click();
  await carla.reply('Te respondo yo mientras tanto');
  await expect(visitor.log).toContainText('Te respondo yo');
  await give(ana);

  // The hand-over says so in one of her tabs, whichever the worker picks; it is closed there as a person would.
  for (const tab of ana.tabs)
    await tab.addLocatorHandler(
      tab.getByRole('dialog', { name: 'Te derivaron una conversación' }),
      (dialog) => dialog.getByRole('button', { name: 'Más tarde' }).click(),
    );
  cable.mend();
  const question = ana.tab.getByRole('alert', { name: 'Respuesta sin enviar' });
  await expect(question).toContainText('Carla Ibáñez respondió mientras estabas sin conexión', {
    timeout: 90_000,
  });
  await expect(ana.tab.getByRole('log')).toContainText('Te respondo yo mientras tanto');
  await expect(visitor.log).not.toContainText('Respuesta escrita sin conexión');
  await question.getByRole('button', { name: 'Enviar igual' }).click();
  await expect(visitor.log.getByText('Respuesta escrita sin conexión')).toHaveCount(1);
  await expect(ana.tab.getByRole('log').getByText('Respuesta escrita sin conexión')).toHaveCount(1);
  await expect(question).toHaveCount(0);
  for (const { context } of [ana, carla, admin, visitor]) await context.close();
  await cable.remove();
});

test('a reply written offline to a conversation that somebody else has now is not sent, and is not lost', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test');
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  cable.cut();
  await ana.reply('Respuesta que quedó aquí');
  await expect(ana.tab.getByRole('log')).toContainText('Respuesta que quedó aquí');
  const body = { state: 'taken', agent_id: await ownId(carla.tab), reason: 'Atiéndela tú' };
  expect((await call(admin.tab, 'PUT', `/svc/conversations/conversations/${id}`, body)).status).toBe(200);
  cable.mend();
  const unsent = ana.tab.getByRole('alert', { name: 'No se envió tu respuesta' });
  await expect(unsent).toContainText('Respuesta que quedó aquí', { timeout: 90_000 });
  await expect(unsent).toContainText('ya no ves la conversación. La atiende otra persona de tu equipo.');
  // Wherever she goes, until she has decided.
  await ana.showState('pending');
  await ana.tab.reload();
  await expect(unsent).toContainText('Respuesta que quedó aquí');
  await unsent.getByRole('button', { name: 'Descartar' }).click();
  await expect(unsent).toHaveCount(0);
  await expect(visitor.log).not.toContainText('Respuesta que quedó aquí');
  for (const { context } of [ana, admin, carla, visitor]) await context.close();
  await cable.remove();
});

test('a draft is in every tab, survives them all, and a sign-out asks for it', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const { id, visitor } = await taken(browser, server.url, ana);
  const [first, second] = ana.tabs as [Page, Page];
  await first.getByLabel('Respuesta', { exact: true }).fill('a medio escri');
  await ana.showState('taken', second);
  await expect(ana.row(id, second)).toContainText('Borrador');
  await ana.openConversation(id, second);
  const there = second.getByLabel('Respuesta', { exact: true });
  await expect(there).toHaveValue('a medio escri');
  await there.fill('a medio escribir');
  await expect(first.getByLabel('Respuesta', { exact: true })).toHaveValue('a medio escribir');

  // Every tab is closed, so the worker ends; the browser's storage stays.
  const blank = await ana.context.newPage();
  await first.close();
  await second.close();
  ana.tabs.length = 0;
  const again = await ana.openTab();
  await blank.close();
  await ana.ready();
  await ana.showState('taken', again);
  await ana.openConversation(id, again);
  await expect(again.getByLabel('Respuesta', { exact: true })).toHaveValue('a medio escribir');

  const menu = again.getByRole('button', { name: 'Menú de Ana Riquelme' });
  await menu.click();
  await again.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  const asked = again.getByRole('dialog', { name: '¿Cerrar sesión?' });
  await expect(asked).toContainText('1 borrador');
  await looksRight(again, 'sign-out dialog');
  await again.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.click();
  await again.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await again.getByRole('button', { name: 'Borrar y cerrar sesión' }).click();
  await again.waitForURL(/\/login/);
  await expect.poll(() => ana.kept()).not.toContain('a medio escribir');
  for (const { context } of [ana, visitor]) await context.close();
});

test('TAB-11, TAB-12 words typed in the moment of a reload are there and can be sent; what was sent comes back as no draft', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  const { tab } = ana;
  const field = tab.getByLabel('Respuesta', { exact: true });
  /** The page ends with its last letters: nothing that it says of them, or of its end, reaches the worker any more. */
  const typeAndReload = async (words: string) => {
    const loaded = tab.waitForEvent('load');
    await tab.evaluate((more) => {
      MessagePort.prototype.postMessage = () => undefined;
      document.execCommand('insertText', false, more);
      location.reload();
    }, words);
    await loaded;
  };
  await field.click();
  await typeAndReload('Lo reviso');
  await expect(field).toHaveValue('Lo reviso');
  let words = 'Lo reviso';
  for (const more of [' y le', ' respondo', ' hoy']) {
    await field.focus();
    await field.press('End');
    await typeAndReload(more);
    words += more;
    await expect(field).toHaveValue(words);
  }
  await field.press('Enter');
  await expect(visitor.log).toContainText('Lo reviso y le respondo hoy');
  await expect(field).toHaveValue('');
  await tab.reload();
  await expect(tab.getByRole('log')).toContainText('Lo reviso y le respondo hoy');
  await expect(field).toBeEditable();
  await expect(field).toHaveValue('');
  // A note's words are the note's.
  await tab.getByRole('tab', { name: 'Nota interna' }).click();
  await tab.getByRole('textbox', { name: 'Nota interna' }).click();
  await typeAndReload('Solo para el equipo');
  await expect(field).toBeEditable();
  await expect(field).toHaveValue('');
  await tab.getByRole('tab', { name: 'Nota interna' }).click();
  await expect(tab.getByRole('textbox', { name: 'Nota interna' })).toHaveValue('Solo para el equipo');
  const unsaved = () => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved-draft:'));
  await expect.poll(() => tab.evaluate(unsaved)).toEqual([]);
  for (const { context } of [ana, visitor]) await context.close();
});

test('INB-148 a turned tablet keeps what is open and typed in a conversation', async ({
  browser,
  server,
}, info) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  const { tab } = ana;
  const phone = async () => {
    await tab.setViewportSize({ width: 390, height: 844 });
    await expect(tab.getByRole('button', { name: 'Volver a la lista' })).toBeVisible();
    await expect(tab.getByRole('navigation', { name: 'Estados y canales' })).toHaveCount(0);
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  };
  const wide = async () => {
    await tab.setViewportSize({ width: 1440, height: 900 });
    await expect(ana.row(id)).toBeVisible();
  };
  const note = tab.getByRole('textbox', { name: 'Nota interna' });
  await tab.getByRole('tab', { name: 'Nota interna' }).click();
  await note.fill('Preguntar en bodega');
  await note.press('Home');
  await phone();
  await expect(note).toBeFocused();
  await tab.keyboard.type('Ojo: ');
  await expect(note).toHaveValue('Ojo: Preguntar en bodega');
  await tab.screenshot({ path: info.outputPath('phone.png') });

  // What is searched in it.
  await tab.locator('#conversation-title').click();
  await tab.keyboard.press('f');
  const find = tab.getByRole('search', { name: 'Buscar en la conversación' }).getByRole('textbox');
  await find.fill('persona');
  await wide();
  await expect(find).toHaveValue('persona');
  await expect(note).toHaveValue('Ojo: Preguntar en bodega');
  // The client's panel comes and goes beside it.
  await tab.getByRole('button', { name: /los datos del cliente/ }).click();
  await expect(find).toHaveValue('persona');
  await tab.screenshot({ path: info.outputPath('wide.png') });
  await find.press('Escape');

  // A dialog with words in it.
  await ana.act('Derivar…');
  const reason = tab.getByRole('dialog', { name: /Derivar/ }).getByLabel(/Motivo/);
  await reason.fill('Es de facturación');
  await phone();
  await expect(reason).toHaveValue('Es de facturación');
  await wide();
  await expect(reason).toHaveValue('Es de facturación');
  await tab.keyboard.press('Escape');
  // One pane at a time, as ever.
  await phone();
  await tab.getByRole('button', { name: 'Volver a la lista' }).click();
  await expect(ana.row(id)).toBeVisible();
  await expect(tab.getByRole('log')).toHaveCount(0);
  await tab.screenshot({ path: info.outputPath('phone-list.png') });
  await wide();
  await tab.screenshot({ path: info.outputPath('wide-nothing-open.png') });
  for (const { context } of [ana, visitor]) await context.close();
});

test('a session that ended at the server ends in every tab, once, and keeps the draft', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 3);
  const { id, visitor } = await taken(browser, server.url, ana);
  await ana.tab.getByLabel('Respuesta', { exact: true }).fill('sigo mañana');
  await expect.poll(() => ana.kept()).toContain('sigo mañana');
  // Her token ends without a word to this browser: the next call of one tab is a 401.
  expect((await call(ana.tab, 'DELETE', '/svc/main/auth/sign_out')).status).toBe(200);
  for (const tab of ana.tabs) await tab.waitForURL(/\/login/, { timeout: 60_000 });
  await expect.poll(() => server.sockets()).toEqual([]);
  await expect.poll(() => ana.kept()).not.toContain('quiero hablar con una persona');
  expect(await ana.kept()).toContain('sigo mañana');
  const [first] = ana.tabs as [Page];
  await first.getByLabel('Correo').fill('ana@charla.test');
  await first.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
  await first.getByRole('button', { name: 'Iniciar sesión' }).click();
  await first.waitForURL((url) => url.pathname !== '/login');
  await first.goto(`${inbox(server.url, 64)}&state=taken&conversation=${id}`);
  await expect(first.getByLabel('Respuesta', { exact: true })).toHaveValue('sigo mañana');
  for (const { context } of [ana, visitor]) await context.close();
});

test('bot 3126: a reload keeps the agent connected, closing the last tab ends the session once', async ({
  browser,
  server,
}) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const [first, second] = ana.tabs as [Page, Page];
  for (const tab of ana.tabs) {
    await tab.goto(inbox(server.url, 3126));
    await expect(tab.getByTestId('state-archived')).toHaveText(/\d/);
  }
  await first.getByRole('button', { name: /Tu estado|Desconectado/ }).click();
  await first
    .getByRole('menuitem', { name: /Conectado/ })
    .or(first.getByRole('option', { name: /Conectado/ }))
    .first()
    .click();
  const statuses = async () => {
    const { body: people } = await call<{ id: number; name: string; status: string; connected: boolean }[]>(
      owner.tab,
      'GET',
      '/svc/main/userbot/user_for_bot/3126',
    );
    return people.find(({ name }) => name === 'Ana Riquelme');
  };
  await expect.poll(statuses).toMatchObject({ status: 'active', connected: true });
  await second.close();
  await first.reload();
  await expect(first.getByTestId('state-archived')).toHaveText(/\d/);
  const closings = async () => {
    const events = await server.events<{ status: string; agent_id: number }>(3126, 'AGENT_STATUS');
    const ana = await statuses();
    return events.filter(({ data }) => data.agent_id === ana?.id && data.status === 'close_session').length;
  };
  const before = await closings();
  const longest = async () => Math.max(0, ...(await server.leases('ana@charla.test', 3126)));
  // The reloaded page is there again, and time passes beyond the grace that it had.
  await expect.poll(longest).toBeGreaterThan(LIMITS.farewellGrace);
  await server.advance(LIMITS.farewellGrace + 1_000);
  expect(await statuses()).toMatchObject({ status: 'active', connected: true });
  await first.close({ runBeforeUnload: true });
  // The page's own word leaves with it, whether or not the browser lets the worker speak: nothing waits for the lease.
  await expect.poll(longest).toBeLessThanOrEqual(LIMITS.farewellGrace);
  await server.advance(LIMITS.farewellGrace + 1_000);
  expect(await statuses()).toMatchObject({ status: 'close_session', connected: false });
  expect(await closings()).toBe(before + 1);
  for (const { context } of [owner, ana]) await context.close();
});

test('older messages come in above without moving what is read', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  for (let index = 1; index <= 200; index += 1) {
    const text = `renglón ${index} ${'bastante largo '.repeat(index % 9)}`;
    const body = { conversation_id: id, text, temporal_id: crypto.randomUUID() };
    await call(ana.tab, 'POST', '/svc/conversations/session_logs', body);
  }
  await ana.tab.reload();
  const log = ana.tab.getByRole('log');
  await expect(log).toContainText('renglón 200');
  const jumps: number[] = [];
  for (let step = 0; step < 40; step += 1) {
    const moved = await log.evaluate(async (scroller) => {
      const frames = async (count: number) => {
        for (let index = 0; index < count; index += 1) await new Promise(requestAnimationFrame);
      };
      scroller.scrollTop -= 400;
      await frames(2);
      const top = scroller.getBoundingClientRect().top + 40;
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-index]')];
      const row = rows.find(
        (each) => each.getBoundingClientRect().top > top && each.textContent?.includes('renglón'),
      );
      const name = row?.textContent?.match(/renglón \d+ /)?.[0];
      const before = row?.getBoundingClientRect().top ?? 0;
      await frames(15);
      const after = [...scroller.querySelectorAll<HTMLElement>('[data-index]')].find(
        (each) => name !== undefined && each.textContent?.includes(name),
      );
      return name === undefined ? 0 : after ? Math.abs(after.getBoundingClientRect().top - before) : 9_999;
    });
    jumps.push(moved);
    if ((await log.evaluate((scroller) => scroller.scrollTop)) === 0) break;
  }
  expect(jumps.filter((jump) => jump > 2)).toEqual([]);
  await expect(log).toContainText('renglón 1 ');
  for (const { context } of [ana, visitor]) await context.close();
});

for (const [size, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`axe finds nothing serious in either scheme: ${size}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
    await looksRightInBoth(page, 'login');
    await page.getByLabel('Correo').fill('admin@charla.test');
    await page.getByLabel('Contraseña', { exact: true }).fill('charla-demo');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.goto(`${inbox(server.url, 64)}&state=taken`);
    const row = page.locator('[data-conversation]').first();
    await expect(row).toBeVisible({ timeout: 60_000 });
    await looksRightInBoth(page, 'list');
    await row.click();
    await expect(page.getByRole('log')).toBeVisible();
    await looksRightInBoth(page, 'conversation');
    const toolbar = page.getByRole('toolbar', { name: 'Acciones de la conversación' });
    // Beside the client panel, as on a phone, there is room for one action beside the menu: taking over what a
    // colleague has.
    const trigger = toolbar.getByRole('button', { name: 'Más acciones' });
    await trigger.click();
    await page.getByRole('menuitem', { name: 'Derivar…' }).click();
    const derive = page.getByRole('dialog', { name: /Derivar/ });
    await expect(derive).toBeVisible();
    await looksRightInBoth(page, 'derive dialog');
    await page.keyboard.press('Escape');
    await expect(derive).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Atajos y forma de trabajar' });
    await expect(help).toBeVisible();
    await looksRightInBoth(page, 'help dialog');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await context.close();
  });
}
