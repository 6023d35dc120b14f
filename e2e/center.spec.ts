/**
 * The center: an owner makes the bot's answers their own, teaches it something, changes the template and
 * finds where customers get stuck; a person who may not change anything reads why.
 */
import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
const TEMPLATES = '/svc/templates/api/client';
/** Of these tests alone: they change what its bots say. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

interface NodeOnServer {
  node_id: string;
  title: string;
  answers: string[];
  status: boolean;
  template: string | null;
  intent_name: string | null;
  slot: object | null;
}
const nodesOf = (api: Api, bot: number) => api.call<NodeOnServer[]>('GET', `${TEMPLATES}/nodes/list/${bot}`);

test('a preloaded answer is made one’s own, switched off, and goes back to the template', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  await owner.screen('/chatbot-center/skill-base/64', 'Interacciones precargadas');
  await page.getByLabel('Buscar en todas las secciones').fill('en cuotas');
  const open = page.getByRole('link', { name: 'Pago en cuotas', exact: true });
  await expect(open).toBeVisible();
  await owner.looksRightInBoth('precargadas');
  await open.click();
  const aside = owner.dialog.getByRole('complementary', { name: 'Lo que dice la plantilla' });
  const written = await aside.locator('blockquote').first().textContent();
  await owner.dialog.getByLabel('Respuesta', { exact: true }).fill('Hasta seis cuotas sin interés.');
  await owner.looksRightInBoth('a preloaded interaction');

  // Leaving asks; staying keeps what was typed.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Respuesta', { exact: true })).toHaveValue('Hasta seis cuotas sin interés.');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Hasta seis cuotas sin interés.')).toBeVisible();
  const cuotas = async () => (await nodesOf(api, 64)).find(({ title }) => title === 'Pago en cuotas');
  expect(await cuotas()).toMatchObject({ answers: ['Hasta seis cuotas sin interés.'], status: true });

  const toggle = page.getByRole('switch', { name: 'Pago en cuotas: activada' });
  await toggle.press('Space');
  await expect.poll(async () => (await cuotas())?.status).toBe(false);
  await expect(page.locator('[data-node="cuotas"]').getByText('Desactivada')).toBeVisible();
  await toggle.press('Space');
  await expect.poll(async () => (await cuotas())?.status).toBe(true);
  // The page knows it too: what is opened before that was read at an older revision, and its change would be refused.
  await expect(page.locator('[data-node="cuotas"]').getByText('Desactivada')).toHaveCount(0);

  await open.click();
  await owner.dialog.getByRole('button', { name: 'Volver a la plantilla' }).click();
  await page.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await expect.poll(async () => (await cuotas())?.answers[0]).toBe(written);
  await owner.close();
});

test('a custom interaction: phrases that are doubled or taken are told, options lead on, it can be deleted', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  await owner.screen('/dashboard/chatbot/preguntas', 'Interacciones personalizadas');
  await page.getByRole('button', { name: 'Nueva interacción' }).click();
  const editor = page.getByRole('dialog', { name: 'Nueva interacción' });
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(editor.getByText('Escribe el título.')).toBeVisible();
  await expect(editor.getByText('Escribe al menos una frase de ejemplo.')).toBeVisible();
  await editor.getByLabel('Título').fill('Arriendo de carpas');
  await expect(editor.getByText('Escribe el título.')).toHaveCount(0);
  const phrases = editor.getByLabel('Frases que escriben tus clientes');
  const taken = (
    await api.call<{ title: string; examples: string[] }[]>('GET', `${TEMPLATES}/intents/list/64`)
  ).find(({ examples }) => examples.length > 0);
  await phrases.fill(`¿Arriendan carpas?\narriendan carpas\nArriendo de equipo\n${taken?.examples[0]}`);
  await expect(editor.getByText('Repetidas, se guardan una vez: «arriendan carpas».')).toBeVisible();
  await expect(editor.getByText(`ya es un ejemplo de «${taken?.title}».`)).toBeVisible();
  await phrases.fill('¿Arriendan carpas?\nArriendo de equipo\nQuiero arrendar una carpa');
  await editor.getByLabel('Respuesta', { exact: true }).fill('Sí, por día.');
  await editor.getByRole('button', { name: 'Agregar opción' }).click();
  await editor.getByLabel('Opción 1 lleva a').selectOption({ label: 'Pago en cuotas' });
  await expect(editor.getByLabel('Texto de la opción 1')).toHaveValue('Pago en cuotas');
  // A value that it asks for before it answers.
  await editor.getByText('Pedir un dato antes de responder').click();
  await editor.getByLabel('Dato', { exact: true }).selectOption({ label: 'Fecha' });
  await expect(editor.getByLabel('Pregunta')).toHaveValue('¿Para qué fecha?');
  await editor.getByLabel('Nombre del dato').fill('dos palabras');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(editor.getByText('Escribe un nombre de una palabra, sin signos.')).toBeVisible();
  await editor.getByLabel('Nombre del dato').fill('dia');
  await editor.getByLabel('Respuesta', { exact: true }).fill('Sí, por día. Anoté el {{dia}}.');
  await owner.looksRightInBoth('a new interaction');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'Arriendo de carpas' });
  await expect(row).toContainText('3 frases');
  const asks = (await nodesOf(api, 64)).find(({ title }) => title === 'Arriendo de carpas');
  expect(asks?.slot).toEqual({ kind: 'date', name: 'dia', question: '¿Para qué fecha?' });

  // Somebody else changes it meanwhile: what was typed stays, both versions can be had.
  await page.getByRole('link', { name: 'Arriendo de carpas', exact: true }).click();
  await owner.dialog.getByLabel('Respuesta', { exact: true }).fill('Sí, desde $ 9.990 al día.');
  const made = (await nodesOf(api, 64)).find(({ title }) => title === 'Arriendo de carpas');
  await api.call('PUT', `${TEMPLATES}/nodes/custom/update`, {
    bot_id: 64,
    node_id: made?.node_id,
    answers: ['Solo los fines de semana.'],
  });
  await owner.dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  const conflict = owner.dialog.getByRole('alert');
  await expect(conflict).toContainText('cambió esto mientras lo editabas');
  await expect(owner.dialog.getByLabel('Respuesta', { exact: true })).toHaveValue(
    'Sí, desde $ 9.990 al día.',
  );
  await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('Sí, desde $ 9.990 al día.');

  await page.getByRole('link', { name: 'Arriendo de carpas', exact: true }).click();
  // Deleting overwrites nobody's change either, though the editor follows it behind the question.
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  const question = page.getByRole('dialog', { name: '¿Eliminar «Arriendo de carpas»?' });
  await expect(question).toBeVisible();
  await api.call('PUT', `${TEMPLATES}/nodes/custom/update`, {
    bot_id: 64,
    node_id: made?.node_id,
    answers: ['Solo en verano.'],
  });
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(conflict).toContainText('No se eliminó nada.');
  await expect(conflict).toContainText('Solo en verano.');
  await conflict.getByRole('button', { name: 'Eliminar de todos modos' }).click();
  await expect(row).toHaveCount(0);
  const intents = await api.call<{ intent_name: string }[]>('GET', `${TEMPLATES}/intents/list/64`);
  expect(intents.some(({ intent_name }) => intent_name === 'arriendo_de_carpas')).toBe(false);
  await owner.close();
});

test('an interaction that opens a ticket is built and published; the customer is told its code, the team has it', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard/chatbot/preguntas', 'Interacciones personalizadas');
  await page.getByRole('button', { name: 'Nueva interacción' }).click();
  const editor = page.getByRole('dialog', { name: 'Nueva interacción' });
  await editor.getByLabel('Título').fill('Reclamo por despacho');
  await editor
    .getByLabel('Frases que escriben tus clientes')
    .fill('zarandaja perengana\nperengana chirimbola\nchirimbola zarandaja');
  await editor.getByLabel('Respuesta', { exact: true }).fill('Lo anotamos como {{ticket}}.');
  await editor.getByText('Abrir un ticket', { exact: true }).click();
  await editor.getByLabel('Al responder, abre un ticket para el cliente').check();
  // The title is the subject until somebody writes another one.
  await expect(editor.getByLabel('Asunto')).toHaveValue('Reclamo por despacho');
  await editor.getByLabel('Asunto').fill('');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(editor.getByText('Escribe el asunto del ticket.')).toBeVisible();
  await editor.getByLabel('Asunto').fill('Reclamo: despacho');
  await editor.getByLabel('Prioridad').selectOption({ label: 'Alta' });
  await editor.getByLabel('Área del ticket').selectOption('post-venta');
  await owner.looksRightInBoth('an interaction that opens a ticket');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const bar = page.getByRole('region', { name: 'Publicación' });
  await bar.getByRole('button', { name: 'Publicar' }).click();
  await page
    .getByRole('dialog', { name: 'Publicar los cambios' })
    .getByRole('button', { name: 'Publicar', exact: true })
    .click();
  await expect(bar).toContainText('Todo está publicado');

  const customer = await Visitor.open(browser, server.url);
  await customer.say('zarandaja perengana');
  await expect(customer.log).toContainText(/Lo anotamos como T-\d+\./);
  const code = /T-\d+/.exec((await customer.log.textContent()) ?? '')?.[0] ?? '';
  await page.goto(`${server.url}/tickets?bot=64`);
  await page.getByLabel('Buscar tickets').fill(code);
  const row = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Reclamo: despacho');
  await expect(row).toContainText('Alta');
  await customer.context.close();
  await owner.close();
});

test('another template: what goes and what comes is told before, the server’s word after', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 101 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  await owner.screen('/chatbot-center/skill-base/101', 'Interacciones precargadas');
  await page.getByRole('button', { name: 'Cambiar plantilla' }).click();
  await owner.dialog.getByRole('radio', { name: /comercio|ecommerce|tienda/i }).check();
  await expect(owner.dialog.getByText('Se elimina', { exact: true })).toBeVisible();
  await expect(owner.dialog.getByText(/\d+ intenciones con sus interacciones/)).toBeVisible();
  await owner.looksRightInBoth('template change');
  await owner.dialog.getByRole('button', { name: 'Cambiar plantilla' }).click();
  await expect(owner.dialog.getByText('La plantilla se cambió correctamente.')).toBeVisible();
  await owner.dialog.getByRole('button', { name: 'Entendido' }).click();
  await expect(page.getByRole('navigation', { name: 'Secciones' }).getByRole('link').first()).toBeVisible();
  const templates = new Set((await nodesOf(api, 101)).map(({ template }) => template));
  expect(templates.has('ecommerce')).toBe(true);
  expect(templates.has('generica')).toBe(false);
  await owner.close();
});

test('the map names where customers get stuck and leads there', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 7 });
  const api = await Api.signIn(server.url, OWNER);
  await api.call('POST', `${TEMPLATES}/nodes/custom/node`, {
    bot_id: 7,
    title: 'Pasillo sin salida',
    answers: ['¿Qué buscas?'],
    buttons: [],
  });
  const { page } = owner;
  await owner.screen('/chatbot-center/skill-base/7?vista=mapa', 'Mapa de interacciones');
  const map = page.getByRole('region', { name: 'Mapa de interacciones' });
  await expect(map).toBeVisible();
  const problems = page.getByRole('list', { name: 'Interacciones por revisar' });
  await expect(problems.getByText('Nadie llega aquí')).toBeVisible();
  await problems.getByRole('button', { name: 'Ver Pasillo sin salida en el mapa' }).click();
  const card = map.getByRole('link', { name: 'Editar Pasillo sin salida' });
  await expect(card).toBeInViewport();
  await page.getByLabel('Buscar una interacción').fill('pasillo');
  await expect(page.getByText(/^1 coincide/)).toBeVisible();
  await owner.looksRightInBoth('the map');
  // A part of the map at a time: a section, the path to one interaction, or all.
  const part = page.getByLabel('Qué se muestra');
  await expect(part.locator('option').first()).toHaveText('Camino de «Pasillo sin salida»');
  await part.selectOption({ label: 'Desde el menú inicial' });
  await expect(card).toHaveCount(0);
  const greeting = map.locator('[data-entrance="welcome"]');
  await expect(
    greeting.getByRole('list', { name: 'Opciones' }).getByRole('listitem').first(),
  ).toBeInViewport();
  await part.selectOption('section:');
  await expect(card).toBeInViewport();
  await expect(map.getByText('¿Qué buscas?')).toBeVisible();
  await card.click();
  const editor = page.getByRole('dialog', { name: 'Pasillo sin salida' });
  await editor
    .getByLabel('Frases que escriben tus clientes')
    .fill('¿Dónde está el pasillo?\nBusco el pasillo\nLlévame al pasillo');
  await editor.getByLabel('Respuesta', { exact: true }).fill('Aquí mismo.');
  await editor.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(problems.getByText('Pasillo sin salida')).toHaveCount(0);

  // The same in words.
  await page.getByLabel('Buscar una interacción').fill('');
  await page.getByText('Lista', { exact: true }).click();
  const list = page.getByRole('list', { name: 'Interacciones y sus caminos' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Pasillo sin salida' })).toContainText(
    'Responde a lo que escriben.',
  );
  await owner.close();
});

test('how sure the bot must be; what is left to do; the subjects of a bot that has the flag', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  await owner.screen('/chatbot-center/prompt-manager', 'Configuración de IA');
  const sure = page.getByLabel('Certeza para responder (%)');
  await sure.fill('20');
  await page.getByRole('button', { name: 'Guardar comprensión' }).click();
  await expect(page.getByText('Escribe un número entero entre 30 y 99.')).toBeVisible();
  await sure.fill('72');
  const words = page.getByRole('group', { name: 'Cuando no entiende' }).getByRole('textbox').first();
  await words.fill('No te entendí, ¿me lo dices de otra forma?');
  await owner.looksRightInBoth('Configuración de IA');
  await page.getByRole('button', { name: 'Guardar comprensión' }).click();
  await expect
    .poll(() => api.call('GET', `${TEMPLATES}/draft/64/settings`))
    .toMatchObject({
      answer_at: 0.72,
      fallback_answers: expect.arrayContaining(['No te entendí, ¿me lo dices de otra forma?']),
    });
  // No model is configured here: it says so, and can't be switched on.
  await expect(page.getByText('Esta instalación no tiene un modelo de lenguaje configurado')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Usar el modelo en este chatbot' })).toBeDisabled();

  await owner.screen('/chatbot-center/terminar', 'Terminar configuración');
  await expect(page.getByRole('link', { name: 'Paso a una persona' })).toBeVisible();
  await owner.looksRightInBoth('terminar');
  await owner.screen('/clasificacion-ia', 'Lo sentimos, no tienes acceso a este módulo.');
  await owner.close();

  const flagged = await Person.signedIn(browser, server.url, OWNER, { bot: 3309 });
  await flagged.screen('/clasificacion-ia', 'Clasificación IA');
  const create = flagged.page.getByRole('button', { name: 'Crear el asistente' });
  const search = flagged.page.getByLabel('Buscar un tema');
  await expect(create.or(search)).toBeVisible();
  if (await create.isVisible()) await create.click();
  await expect(search).toBeVisible();
  await expect(flagged.page.getByText('frases de ejemplo').first()).toBeVisible();
  await flagged.looksRightInBoth('clasificación');
  await flagged.close();
});

test('on a phone the map is a list first; who may not see or change is told', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 7, viewport: PHONE });
  await owner.screen('/chatbot-center/skill-base/7?vista=mapa', 'Mapa de interacciones');
  await expect(owner.page.getByRole('list', { name: 'Interacciones y sus caminos' })).toBeVisible();
  await owner.looksRight('the map on a phone');
  await owner.screen('/chatbot-center/skill-base/7', 'Interacciones precargadas');
  await owner.looksRight('precargadas on a phone');
  await owner.close();
  const agent = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64 });
  for (const path of ['/chatbot-center/skill-base/64', '/dashboard/chatbot/preguntas', '/menu-inicial'])
    await agent.screen(path, 'Lo sentimos, no tienes acceso a este módulo.');
  await agent.close();
});
