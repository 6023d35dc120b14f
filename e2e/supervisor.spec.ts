/** What a supervisor sees and does: queue, team, watching, taking over; counters that explain themselves; diagnostics. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readExport } from '../machines/log-export/export-file.ts';
import { replayExport } from '../machines/log-export/replay.ts';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

const SUPERVISION = '/svc/conversations/conversations/supervision';
const supervision = (page: Page) => page.getByRole('region', { name: 'Supervisión' });
const queued = (page: Page) => supervision(page).locator('[data-queued]');
async function supervise(admin: Agent): Promise<void> {
  await admin.tab.getByRole('button', { name: 'Supervisión' }).click();
  await expect(supervision(admin.tab).getByRole('heading', { name: 'Equipo' })).toBeVisible();
  // It is no list, not even that of those who wait.
  await expect(admin.tab.getByTestId('view-nobodys')).toHaveAttribute('aria-pressed', 'false');
}
const figureOf = (page: Page, name: string) =>
  supervision(page).locator('dl > div').filter({ hasText: name }).locator('dd');
const memberOf = (page: Page, id: number) => supervision(page).locator(`[data-agent="${id}"]`);

test('the queue and the team are live and agree with the counters; watching leaves no marks', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const anaId = await ownId(ana.tab);
  await supervise(admin);
  const { tab } = admin;
  const before = await admin.counters();
  await expect(figureOf(tab, 'En cola')).toHaveText(String(before.pending));
  await expect(queued(tab)).toHaveCount(Math.min(20, before.pending));
  const held = async () =>
    Number((await memberOf(tab, anaId).locator('b').first().textContent())?.replace(/\D/g, ''));
  const heldBefore = await held();

  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await expect(figureOf(tab, 'En cola')).toHaveText(String(before.pending + 1));
  expect((await admin.freshCounters()).pending).toBe(before.pending + 1);
  // Who came last waits shortest.
  const { body } = await call<{ queue: { id: string }[] }>(tab, 'POST', SUPERVISION, { bot_id: 64 });
  const id = body.queue.at(-1)?.id ?? '';
  await expect(queued(tab).last()).toHaveAttribute('data-queued', id);

  await test.step('somebody takes it: it leaves the queue and is on their account', async () => {
    const taken = await call(ana.tab, 'PUT', `/svc/conversations/conversations/${id}`, {
      state: 'taken',
      agent_id: anaId,
    });
    expect(taken.status).toBe(200);
    await expect(supervision(tab).locator(`[data-queued="${id}"]`)).toHaveCount(0);
    await expect.poll(held).toBe(heldBefore + 1);
    await expect(figureOf(tab, 'Espera hasta ser tomada')).toContainText('hoy');
  });

  await test.step('watching is told, and leaves no read marks', async () => {
    await visitor.say('¿siguen ahí?');
    await memberOf(tab, anaId).locator('button[aria-expanded]').click();
    await tab
      .locator(`[data-held="${id}"]`)
      .getByRole('button', { name: /Observar/ })
      .click();
    await expect(tab.getByRole('log')).toContainText('¿siguen ahí?');
    await ana.showState('taken');
    const unread = () =>
      call<{ conversation: { pending_messages_count: number } }>(
        ana.tab,
        'GET',
        `/svc/conversations/conversations/${id}`,
      ).then((answer) => answer.body.conversation.pending_messages_count);
    expect(await unread()).toBeGreaterThan(0);
    await ana.openConversation(id);
    await expect(ana.tab.getByText('También la ve Andrés Bello (supervisa)')).toBeVisible();
    await expect.poll(unread).toBe(0);
  });

  await test.step('what was unfolded stays so while one watches; taking over asks, and needs who had it', async () => {
    const row = tab.locator(`[data-held="${id}"]`);
    await expect(row).toBeInViewport();
    await row.getByRole('button', { name: 'Tomar el control' }).click();
    const question = tab.getByRole('dialog', { name: /^¿Tomar el control/ });
    await expect(question).toContainText('Ana Riquelme dejará de verla');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toHaveCount(0);
    // The same stands over the conversation itself.
    const over = tab
      .getByRole('toolbar', { name: 'Acciones de la conversación' })
      .getByRole('button', { name: 'Tomar el control' });
    await expect(over).toBeVisible();
    await row.getByRole('button', { name: 'Tomar el control' }).click();
    await question.getByRole('button', { name: 'Tomar el control' }).click();
    await expect(row).toHaveCount(0);
    await expect(over).toHaveCount(0);
    await expect(ana.row(id)).toHaveCount(0);
    await expect.poll(held).toBe(heldBefore);
    const { body: mine } = await call<{ conversation: { agent_id: number } }>(
      tab,
      'GET',
      `/svc/conversations/conversations/${id}`,
    );
    expect(mine.conversation.agent_id).toBe(await ownId(tab));
    await expect(tab.getByLabel('Respuesta', { exact: true })).toBeVisible();
  });

  await test.step('it is given back to her from there, and can be undone until it leaves', async () => {
    await admin.act('Derivar…');
    const dialog = tab.getByRole('dialog', { name: /^Derivar la conversación/ });
    await dialog.getByRole('radio', { name: /Ana Riquelme/ }).check();
    await dialog.getByLabel('Motivo (opcional)').fill('Era tuya');
    await dialog.getByRole('button', { name: 'Derivar' }).click();
    await tab.getByRole('button', { name: 'Deshacer' }).click();
    await expect(tab.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
    await admin.act('Derivar…');
    await dialog.getByRole('radio', { name: /Ana Riquelme/ }).check();
    await dialog.getByRole('button', { name: 'Derivar' }).click();
    await expect.poll(held).toBe(heldBefore + 1);
    await ana.tab.getByRole('dialog', { name: 'Te derivaron una conversación' }).press('Escape');
    await ana.openConversation(id);
  });

  await test.step('the first answer counts, in the server and here alike', async () => {
    await ana.reply('Sí, te leo');
    await expect(visitor.log).toContainText('Sí, te leo');
    const { body: base } = await call<{ first_responses: number[] }>(tab, 'POST', SUPERVISION, {
      bot_id: 64,
    });
    await expect(figureOf(tab, 'Respuesta tras el traspaso')).toContainText(
      new RegExp(`mediana de ${base.first_responses.length} respondida`),
    );
  });
  for (const { context } of [admin, ana, visitor]) await context.close();
});

test('from the queue one takes, and assigns to somebody', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const anaId = await ownId(ana.tab);
  await supervise(admin);
  const { tab } = admin;
  const before = await admin.counters();
  const first = (await queued(tab).nth(0).getAttribute('data-queued')) ?? '';
  const second = (await queued(tab).nth(1).getAttribute('data-queued')) ?? '';
  const owner = (id: string) =>
    call<{ conversation: { state: string; agent_id: number | null } }>(
      tab,
      'GET',
      `/svc/conversations/conversations/${id}`,
    ).then(({ body }) => [body.conversation.state, body.conversation.agent_id]);

  await tab.locator(`[data-queued="${first}"]`).getByRole('button', { name: 'Tomar' }).click();
  await expect(tab.locator(`[data-queued="${first}"]`)).toHaveCount(0);
  const me = await ownId(tab);
  await expect.poll(() => owner(first)).toEqual(['taken', me]);

  await tab.locator(`[data-queued="${second}"]`).getByRole('button', { name: 'Asignar…' }).click();
  const dialog = tab.getByRole('dialog', { name: /^Asignar la conversación/ });
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Elige a quién asignar.');
  await dialog.getByRole('radio', { name: /Ana Riquelme/ }).check();
  await dialog.getByLabel('Motivo (opcional)').fill('Pregunta por un despacho');
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(tab.locator(`[data-queued="${second}"]`)).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(() => owner(second)).toEqual(['taken', anaId]);
  await expect(ana.tab.getByRole('dialog', { name: 'Te derivaron una conversación' })).toContainText(
    'Pregunta por un despacho',
  );
  await admin.expectCounters({ ...before, pending: before.pending - 2, taken: before.taken + 2 });
  for (const { context } of [admin, ana]) await context.close();
});

test('agents have no supervision, whatever the address says', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  await expect(ana.tab.getByRole('button', { name: 'Supervisión' })).toHaveCount(0);
  await ana.tab.goto(`${server.url}/charla-live-2?bot=64&view=supervisor`);
  await ana.ready();
  await expect(supervision(ana.tab)).toHaveCount(0);
  expect((await call(ana.tab, 'POST', SUPERVISION, { bot_id: 64 })).status).toBe(422);
  await ana.context.close();
});

test('a figure explains itself: the conversations behind it and what moved it', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { tab } = admin;
  const before = await admin.counters();
  await tab.getByRole('button', { name: /Explicar la cifra de Pendientes:/ }).click();
  const dialog = tab.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: `Pendientes: ${before.pending}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Verificar ahora' }).click();
  await expect(dialog.getByText(/^verificado hace \d+ s/)).toBeVisible();

  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  await expect(dialog.getByRole('heading', { name: `Pendientes: ${before.pending + 1}` })).toBeVisible();
  const newest = dialog.getByRole('region', { name: 'Qué movió la cifra' }).getByRole('listitem').first();
  await expect(newest).toContainText('+1');
  await expect(newest).toContainText('El cliente pidió hablar con una persona');
  await expect(newest).toContainText('Charla IA → Pendientes');
  // All of them: every conversation behind the figure can be reached.
  const behind = dialog.getByRole('region', { name: /^Conversaciones/ });
  await expect(behind.getByRole('listitem')).toHaveCount(Math.min(40, before.pending + 1));
  await newest.getByRole('link').click();
  await expect(tab.getByRole('log')).toContainText('quiero hablar con una persona');
  await expect(dialog).toHaveCount(0);

  await tab.goto(`${server.url}/dashboard`);
  await tab.getByRole('button', { name: /Explicar la cifra de Tomadas/ }).click();
  await expect(dialog.getByRole('heading', { name: /^Tomadas: \d/ })).toBeVisible();
  await tab.keyboard.press('Escape');
  await expect(tab.getByRole('button', { name: /Explicar la cifra de Tomadas/ })).toBeFocused();
  for (const { context } of [admin, visitor]) await context.close();
});

test('the exported log names nobody and replays to what was on screen', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { tab } = admin;
  const visitor = await Visitor.open(browser, server.url);
  const secret = 'mi correo es rosa.espejo@correo.cl y mi fono +56 9 8765 4321';
  await visitor.say(secret);
  await visitor.say('quiero hablar con una persona');
  await tab.getByRole('button', { name: /^Menú de/ }).click();
  await tab.getByRole('menuitem', { name: 'Diagnóstico' }).click();
  const panel = tab.getByRole('dialog', { name: 'Diagnóstico' });
  await expect(panel.getByText('websocket')).toBeVisible();
  await expect(panel.getByText('En línea', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Verificar ahora' }).click();
  await expect(panel.getByText(/Verificados hace \d/)).toBeVisible();

  const save = async () => {
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      panel.getByRole('button', { name: 'Exportar registro' }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  };
  const text = await save();
  // The server's ids stay, and among thousands of their digits are any four.
  const besideIds = text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id');
  for (const trace of ['rosa', 'Espejo', '8765', 'Hola', 'Riquelme', 'charla.test'])
    expect(besideIds).not.toContain(trace);
  const file = readExport(text);
  const { differences, compared, state } = replayExport(file);
  expect(differences).toEqual([]);
  expect(compared.cards).toBeGreaterThan(0);
  expect(state.matrix).toEqual(file.view.matrix);

  await test.step('texts come along after a question, without what names somebody', async () => {
    await panel.getByRole('checkbox', { name: /Incluir los textos/ }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Incluir textos' }).click();
    const written = await save();
    expect(written).toContain('mi correo es [correo] y mi fono [teléfono]');
    expect(replayExport(readExport(written)).differences).toEqual([]);
  });
  for (const { context } of [admin, visitor]) await context.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`supervision, explained counters and diagnostics pass axe, ${scheme}`, async ({ browser, server }) => {
    const admin = await Agent.open(browser, server.url, 'admin@charla.test');
    const { tab } = admin;
    await tab.emulateMedia({ colorScheme: scheme });
    await supervise(admin);
    await memberOf(tab, await ownIdOfFirst(tab))
      .locator('button[aria-expanded]')
      .click();
    await expect(tab.locator('[data-agent] ul').first()).toBeVisible();
    await looksRight(tab, 'supervision');
    await figureOf(tab, 'En cola').getByRole('button').click();
    await expect(tab.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await looksRight(tab, 'supervision');
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('?');
    await tab.getByRole('button', { name: 'Abrir diagnóstico' }).click();
    await expect(tab.getByRole('heading', { name: 'Almacenamiento' })).toBeVisible();
    await looksRight(tab, 'supervision');
    await admin.context.close();
  });
}

async function ownIdOfFirst(page: Page): Promise<number> {
  return Number(await supervision(page).locator('[data-agent]').first().getAttribute('data-agent'));
}
