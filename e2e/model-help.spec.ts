/**
 * Help of the language model in the inbox: drafts with their sources, other words, translations, a summary, tags. Its words
 * stand beside the field until the agent puts them there; nothing is sent but by the agent.
 */
import { expect, type Page, test } from '@playwright/test';
import type { FakeLlm } from '../server/assistant/llm/testing.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { looksRight } from './support/axe.ts';
import { waiting } from './support/list.ts';
import { launchWithModel } from './support/model-server.ts';
import type { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const PHONE = { width: 390, height: 844 };
let model: FakeLlm;
/** Of this file alone: it has a model. */
let server: ServerProcess;
test.beforeAll(async () => {
  ({ model, server } = await launchWithModel());
});
test.afterAll(async () => {
  await server.close();
  await model.close();
});

const answers = (value: unknown) => {
  model.next = { words: [JSON.stringify(value)] };
};
const field = (page: Page) => page.getByLabel('Respuesta', { exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Ayuda del modelo' });
const wide = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('HELP-14 drafts and other words wait beside the field, undo brings back what was written, and nothing leaves by itself', async ({
  browser,
}) => {
  const api = await Api.signIn(server.url, OWNER);
  const owner = await Agent.open(browser, server.url, OWNER);
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await visitor.say('¿Cómo lavo una chaqueta de plumón?');
  await owner.openConversation(id);
  await expect(page.getByRole('button', { name: 'Emojis' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ayuda del modelo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: '¿Por qué llegó aquí?' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /modelo/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Switched on by its owner, who reads what is sent to whom.
  await page.goto(`${server.url}/chatbot-center/prompt-manager?bot=64`);
  const wish = page.getByLabel('Ayudar a los agentes en la bandeja');
  await expect(
    page.getByText(/se mandan al proveedor del modelo \(modelo-local\) los mensajes/),
  ).toBeVisible();
  await wish.check();
  await page.getByRole('button', { name: 'Guardar modelo' }).click();
  await expect(page.getByText('Modelo guardado')).toBeVisible();
  await page.goto(`${server.url}/charla-live-2?bot=64&state=pending&conversation=${id}`);
  const opener = page.getByRole('button', { name: 'Ayuda del modelo' });
  // What stands beside it is there.
  await expect(page.getByRole('toolbar', { name: 'Acciones de la conversación' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Datos del cliente' })).toBeVisible();
  const stood = await opener.boundingBox();
  await owner.act('Tomar');
  // Taking moves nothing from under a hand that is on its way to it.
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeVisible();
  expect((await opener.boundingBox())?.x).toBe(stood?.x);

  // A draft with its sources, by keyboard; HTML of the model is letters.
  await opener.click();
  answers({ respuesta: 'En ciclo delicado a 30 grados, <b>sin suavizante</b>.', fuentes: ['d1', 'd77'] });
  await panel(page).getByRole('button', { name: 'Proponer respuesta' }).press('Enter');
  await expect(panel(page)).toContainText('En ciclo delicado a 30 grados, <b>sin suavizante</b>.');
  await expect(panel(page).locator('li')).toHaveCount(1);
  await expect(panel(page).locator('li')).toContainText('plumón');
  await expect(field(page)).toHaveValue('');
  const use = panel(page).getByRole('button', { name: 'Usar' });
  await expect(use).toBeFocused();
  await looksRight(page, 'a draft with its source');
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeInViewport({ ratio: 1 });
  await use.press('Enter');
  await expect(field(page)).toHaveValue(/^En ciclo delicado/);
  await expect(field(page)).toBeFocused();
  await expect(visitor.log).not.toContainText('ciclo delicado');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).toHaveValue('');

  // What is written stays until the agent says so, and comes back.
  await field(page).fill('Buenas tardes, la chaqueta se lava en la lavadora con agua fría.');
  answers({ texto: 'La chaqueta va a la lavadora con agua fría.' });
  await panel(page).getByRole('button', { name: 'Acortar' }).click();
  await expect(panel(page)).toContainText('La chaqueta va a la lavadora');
  await expect(field(page)).toHaveValue(/^Buenas tardes/);
  await panel(page).getByRole('button', { name: 'Reemplazar lo escrito' }).click();
  await expect(field(page)).toHaveValue('La chaqueta va a la lavadora con agua fría.');
  await panel(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(field(page)).toHaveValue(/^Buenas tardes/);

  // Esc takes a question back; a failure says so. Both keep what was written.
  model.next = 'hang';
  await panel(page).getByRole('button', { name: 'Más amable' }).click();
  await expect(panel(page)).toContainText('Reescribiendo…');
  await field(page).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).not.toContainText('Reescribiendo…');
  await expect(field(page)).toBeFocused();
  model.next = { status: 500 };
  await panel(page).getByRole('button', { name: 'Más amable' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('El modelo de lenguaje falló (500).');
  await expect(field(page)).toHaveValue(/^Buenas tardes/);

  // By the agent's own key, and by nothing else.
  await expect(visitor.log).not.toContainText('Buenas tardes');
  await field(page).press('Enter');
  await expect(visitor.log).toContainText('Buenas tardes, la chaqueta se lava');
  await expect(panel(page)).toHaveCount(0);

  // On a phone, in the dark.
  answers({ respuesta: 'En ciclo delicado a 30 grados, con detergente para plumas.', fuentes: ['d1'] });
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Ayuda del modelo' }).click();
  await panel(page).getByRole('button', { name: 'Proponer respuesta' }).click();
  await expect(panel(page).getByRole('button', { name: 'Usar' })).toBeInViewport();
  await looksRight(page, 'a draft on a phone, dark');
  await wide(page);
  // INB-148
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(panel(page).getByRole('button', { name: 'Usar' })).toBeVisible();
  await api.call('PUT', '/svc/assistant/api/llm/64', { helps_agents: false });
  await owner.context.close();
  await visitor.context.close();
});

test('a customer’s message in Spanish with the original a click away, a summary that becomes a note, tags one by one at closing', async ({
  browser,
}) => {
  const api = await Api.signIn(server.url, OWNER);
  await api.call('PUT', '/svc/assistant/api/llm/64', { helps_agents: true });
  const owner = await Agent.open(browser, server.url, OWNER);
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await visitor.say('Where is my order?');
  await owner.openConversation(id);
  await owner.act('Tomar');
  const log = page.getByRole('log');

  answers({ texto: '¿Dónde está mi pedido?' });
  const line = log.getByRole('article').filter({ hasText: 'Where is my order?' });
  await line.hover();
  await line.getByRole('button', { name: 'Acciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Traducir al español' }).click();
  await expect(log).toContainText('¿Dónde está mi pedido?');
  await expect(log.getByText('Where is my order?')).toHaveCount(0);
  await log.getByRole('button', { name: 'Ver original' }).click();
  await expect(log.getByText('Where is my order?')).toBeVisible();

  const summary = page.getByRole('region', { name: 'Resumen del modelo' });
  answers({ texto: 'Pregunta dónde está su pedido.\nNo dio el número.' });
  await owner.act('Resumir con el modelo');
  await expect(summary).toContainText('No dio el número.');
  await looksRight(page, 'a summary');
  await expect(log.getByText('No dio el número.')).toHaveCount(0);
  await summary.getByRole('button', { name: 'Pasar a una nota' }).click();
  await expect(summary).toHaveCount(0);
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await expect(note).toHaveValue('Pregunta dónde está su pedido.\nNo dio el número.');
  await note.press('Enter');
  await expect(log.getByText('No dio el número.')).toBeVisible();

  // It ends: proposed are tags that the bot has, each for the agent to accept.
  answers({ etiquetas: ['e1', 'e2', 'inventada'] });
  await owner.act('Cerrar');
  const closing = page.getByRole('region', { name: 'Etiquetas al cerrar' });
  await closing.getByRole('button', { name: 'Proponer etiquetas' }).click();
  const tags = page.getByRole('region', { name: 'Etiquetas propuestas' });
  const offered = tags.getByRole('button', { name: /^Agregar la etiqueta/ });
  await expect(offered).toHaveCount(2);
  const [first = ''] = await offered.allTextContents();
  await looksRight(page, 'tags that are proposed');
  await offered.first().click();
  await expect(offered).toHaveCount(1);
  const head = page.locator('header').filter({ has: page.locator('#conversation-title') });
  await expect(head).toContainText(`#${first.replace('+', '').trim()}`);
  await owner.context.close();
  await visitor.context.close();
});

test('HELP-23 who takes a conversation finds its summary, once for all tabs, nothing moves, and it goes along as a note its giver read', async ({
  browser,
}) => {
  const api = await Api.signIn(server.url, OWNER);
  const wish = { helps_agents: true, summarizes: true, summarize_from: 2 };
  await api.call('PUT', '/svc/assistant/api/llm/64', wish);
  const owner = await Agent.open(browser, server.url, OWNER);
  const page = owner.tab;
  const { id, visitor } = await waiting(browser, server.url, owner);
  await visitor.say('Mi pedido 77 llegó roto');
  await owner.openConversation(id);
  const log = page.getByRole('log');
  await expect(log).toContainText('Mi pedido 77');
  const summary = page.getByRole('region', { name: 'Resumen del modelo' });
  await expect(summary).toHaveCount(0);
  const asked = model.asked.length;
  let go: (value?: unknown) => void = () => undefined;
  const pause = new Promise((resolve) => {
    go = resolve;
  });
  model.next = { words: ['{"texto":"El pedido 77 ', 'llegó roto."}'], pause };
  const line = log.getByRole('article').filter({ hasText: 'Mi pedido 77' });
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  await owner.act('Tomar');
  await expect(summary).toContainText('Resumiendo la conversación…');
  await expect(send).toBeVisible();
  // Taking waits for nothing, and what comes later moves nothing.
  const [stood, button, box] = [
    await line.boundingBox(),
    await send.boundingBox(),
    await summary.boundingBox(),
  ];
  go();
  await expect(summary).toContainText('El pedido 77 llegó roto.');
  expect([await line.boundingBox(), await send.boundingBox(), await summary.boundingBox()]).toEqual([
    stood,
    button,
    box,
  ]);
  await looksRight(page, 'a kept summary');
  const second = await owner.openTab();
  await second.goto(page.url());
  await expect(second.getByRole('region', { name: 'Resumen del modelo' })).toContainText('El pedido 77');
  expect(model.asked).toHaveLength(asked + 1);
  await visitor.say('¿Me devuelven la plata?');
  await second.reload();
  await expect(second.getByRole('region', { name: 'Resumen del modelo' })).toContainText(
    'Hay un mensaje más',
  );
  expect(model.asked).toHaveLength(asked + 1);
  model.next = { status: 429 };
  await second.getByRole('button', { name: 'Actualizar' }).click();
  await expect(second.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Resumen del modelo' })).toContainText('El pedido 77');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(page, 'a kept summary on a phone, dark');
  await wide(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await summary.getByRole('button', { name: 'Cerrar el resumen' }).click();
  await expect(summary).toHaveCount(0);

  // A note in other words.
  await page.getByRole('tab', { name: 'Nota interna' }).click();
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await note.fill('Ojo: el pedido llegó en muy malas condiciones y está roto.');
  await page.getByRole('button', { name: 'Ayuda del modelo' }).click();
  await expect(panel(page).getByRole('button', { name: 'Proponer respuesta' })).toHaveCount(0);
  answers({ texto: 'Ojo: llegó roto.' });
  await panel(page).getByRole('button', { name: 'Más clara' }).click();
  await panel(page).getByRole('button', { name: 'Reemplazar lo escrito' }).click();
  await expect(note).toHaveValue('Ojo: llegó roto.');
  await looksRight(page, 'help for a note');
  await note.press('Enter');
  await expect(log).toContainText('Ojo: llegó roto.');

  // A ticket: subject and area by a press, then help in the ticket itself.
  await log.click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Crear ticket de / });
  answers({ asunto: 'Pedido 77 roto', area: 'post-venta' });
  await dialog.getByRole('button', { name: 'Proponer asunto y área' }).click();
  await expect(dialog).toContainText('«Pedido 77 roto» · post-venta');
  await expect(dialog.getByLabel('Asunto')).not.toHaveValue('Pedido 77 roto');
  await dialog.getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(dialog.getByLabel('Asunto')).toHaveValue('Pedido 77 roto');
  await expect(dialog.getByLabel('Área')).toHaveValue('post-venta');
  await dialog.getByRole('button', { name: 'Crear ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Pedido 77 roto/ })).toBeVisible();
  await page.getByRole('button', { name: 'Ayuda del modelo' }).click();
  answers({ texto: 'Llegó roto y pide su plata.' });
  await panel(page).getByRole('button', { name: 'Resumir el ticket' }).click();
  await expect(panel(page)).toContainText('pide su plata');
  await expect(panel(page).getByRole('button', { name: 'Usar' })).toHaveCount(0);
  answers({ respuesta: 'Te devolvemos la plata.', fuentes: [] });
  await panel(page).getByRole('button', { name: 'Proponer respuesta' }).click();
  await panel(page).getByRole('button', { name: 'Usar' }).click();
  await expect(field(page)).toHaveValue('Te devolvemos la plata.');
  await expect(visitor.log).not.toContainText('Te devolvemos');
  await looksRight(page, 'help in a ticket');

  // Given away with a note that its giver has read.
  await second.getByRole('button', { name: 'Derivar…' }).click();
  const giving = second.getByRole('dialog', { name: /^Derivar/ });
  answers({ texto: 'Llegó roto; quiere su plata.' });
  await giving.getByRole('button', { name: 'Agregar un resumen del modelo' }).click();
  const along = giving.getByLabel('Nota interna con el resumen');
  await expect(along).toHaveValue('Llegó roto; quiere su plata.');
  await along.fill('Llegó roto; quiere su plata. Es urgente.');
  await looksRight(second, 'a summary that goes along');
  await giving.getByRole('radio').first().check();
  await giving.getByRole('button', { name: 'Derivar', exact: true }).click();
  await expect(second.getByRole('log')).toContainText('Es urgente.');
  await expect(visitor.log).not.toContainText('Es urgente.');

  // Switched off: gone in every tab.
  await api.call('PUT', '/svc/assistant/api/llm/64', { helps_agents: false, summarizes: false });
  await expect(page.getByRole('button', { name: 'Ayuda del modelo' })).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await owner.context.close();
  await visitor.context.close();
});
