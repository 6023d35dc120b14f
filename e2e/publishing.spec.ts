/** Safety for owners: the draft is tried out with its reasons, compared, published, brought back, taught. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import type { DraftState } from '../contract/entities/bot-draft.ts';
import { call } from './support/calls.ts';
import { Customer } from './support/customer.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
/** Café Lastarria, a generic bot. */
const BOT = 101;
const API = '/svc/templates/api/client';

const answerOnHours = (page: Page, text: string) =>
  call(page, 'PUT', `${API}/nodes/custom/update`, { bot_id: BOT, node_id: 'horario', answers: [text] });
const draft = async (page: Page) => (await call<DraftState>(page, 'GET', `${API}/draft/${BOT}`)).body;
const picture = async (info: TestInfo, page: Page, name: string) => {
  const folder = join(info.project.outputDir, 'pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
const bar = (page: Page) => page.getByRole('region', { name: 'Publicación' });
/** The widget itself, in a frame. */
const chat = (page: Page) => page.frameLocator('iframe[title="Chat de prueba"]');
const log = (page: Page) => chat(page).getByRole('log', { name: 'Mensajes' });
const field = (page: Page) => chat(page).getByLabel('Escribe tu mensaje');
/** For readers alone: who says a message. */
const said = (page: Page, who: 'Bot' | 'Cliente') => chat(page).getByText(`${who}:`);

async function publish(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar los cambios' });
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toContainText('Todo está publicado');
}

test('an owner tries the draft, sees why it answers, publishes, and takes it back', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await answerOnHours(page, 'De 8 a 20, todos los días.');
  const customer = await Visitor.open(browser, server.url, BOT);
  await owner.screen('/preview', 'Previsualizar');
  await expect(bar(page)).toContainText('1 cambio sin publicar');

  await expect(said(page, 'Bot')).toHaveCount(1);
  await field(page).fill('a ke ora abren');
  await field(page).press('Enter');
  await expect(log(page)).toContainText('De 8 a 20, todos los días.');
  const trace = page.getByRole('region', { name: 'Por qué respondió así' });
  await expect(trace).toContainText('Entendió «Horario»');
  await expect(trace).toContainText('Esta respondió');
  await expect(trace.getByRole('link', { name: 'Editar «Horario»' })).toHaveAttribute(
    'href',
    '/dashboard/chatbot/preguntas?node=horario',
  );
  // Each answer has its reasons, by keyboard as well.
  const why = chat(page).getByRole('button', { name: '¿Por qué?' });
  await expect(why).toHaveCount(2);
  await expect(why.last()).toHaveAttribute('aria-pressed', 'true');
  await why.first().press('Enter');
  await expect(trace).not.toContainText('Entendió «Horario»');
  await why.last().click();
  await expect(trace).toContainText('Entendió «Horario»');
  await owner.looksRightInBoth('the preview');
  await picture(info, page, 'preview-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(info, page, 'preview-dark');
  await page.emulateMedia({ colorScheme: 'light' });

  // Customers still get the old one, and the preview can ask that one, too.
  await customer.say('a que hora abren');
  await expect(customer.log).toContainText('Abrimos de lunes');
  await expect(customer.log).not.toContainText('De 8 a 20');
  await page.getByLabel('Hablar con').selectOption({ label: 'Lo publicado' });
  await expect(why).toHaveCount(1);
  await field(page).fill('a que hora abren');
  await field(page).press('Enter');
  await expect(log(page)).toContainText('Abrimos de lunes');

  await bar(page).getByRole('button', { name: 'Ver diferencia' }).click();
  const difference = page.getByRole('dialog', { name: 'Qué cambia al publicar' });
  await expect(difference).toContainText('Horario');
  await expect(difference.locator('ins')).toContainText('De 8 a 20, todos los días.');
  await owner.looksRightInBoth('the difference');
  await page.keyboard.press('Escape');

  await publish(page);
  await customer.say('¿a qué hora abren?');
  await expect(customer.log).toContainText('De 8 a 20, todos los días.');

  await customer.context.close();
  await owner.close();
});

test('a version that was published is compared and brought back', async ({ browser, server }, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await answerOnHours(page, 'De 7 a 19.');
  await call(page, 'POST', `${API}/draft/publish`, { bot_id: BOT });
  await answerOnHours(page, 'De 8 a 20, sin pausa.');
  await call(page, 'POST', `${API}/draft/publish`, { bot_id: BOT, note: 'Horario de verano' });
  await owner.screen('/preview', 'Previsualizar');
  await page.getByRole('link', { name: 'Versiones' }).click();
  await expect(page.getByText('La que ven tus clientes')).toBeVisible();
  await expect(page.getByText('Horario de verano')).toBeVisible();
  await page
    .getByRole('button', { name: /^Comparar la versión/ })
    .first()
    .click();
  const compared = page.getByRole('region', { name: 'Qué cambió entre dos versiones' });
  await expect(compared.locator('del')).toContainText('De 7 a 19.');
  await expect(compared.locator('ins')).toContainText('De 8 a 20, sin pausa.');
  await owner.looksRightInBoth('the versions');
  await picture(info, page, 'versions');
  await page
    .getByRole('button', { name: /^Restaurar la versión/ })
    .nth(1)
    .click();
  await expect(bar(page)).toContainText('1 cambio sin publicar');
  await publish(page);
  const customer = await Visitor.open(browser, server.url, BOT);
  await customer.say('¿a qué hora abren?');
  await expect(customer.log).toContainText('De 7 a 19.');
  await customer.context.close();

  await page.getByRole('link', { name: 'Quién cambió qué' }).click();
  await expect(page.getByText('cambió: Interacción personalizada «horario»').first()).toBeVisible();
  await owner.looksRightInBoth('the changes');
  await owner.close();
});

test('the talk is restarted, buttons are pressed, channel and hours are supposed; a phone shows the reasons below', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
  const { page } = owner;
  await owner.screen('/preview', 'Previsualizar');
  const first = log(page).locator('.buttons').getByRole('button').first();
  const label = (await first.textContent()) ?? '';
  await first.click();
  await expect(said(page, 'Cliente')).toHaveCount(1);
  await expect(log(page).locator('.own')).toContainText(label);
  await page.locator('summary', { hasText: 'Por qué respondió así' }).click();
  await expect(page.getByText('El cliente tocó una opción')).toBeVisible();
  await owner.looksRightInBoth('the preview on a phone');
  await picture(info, page, 'preview-phone');
  await page.getByLabel('Horario').selectOption({ label: 'Como si estuviera cerrado' });
  await expect(said(page, 'Bot')).toHaveCount(1);
  await expect(said(page, 'Cliente')).toHaveCount(0);
  // A turn that fails says so where it stands, and is tried again there.
  const turn = '**/draft/preview';
  await page.route(turn, (route) => route.abort());
  await field(page).fill('quiero hablar con una persona');
  await chat(page).getByRole('button', { name: 'Enviar mensaje' }).click();
  await expect(log(page).locator('.own')).toContainText('quiero hablar con una persona');
  const again = chat(page).getByRole('alert').getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  await page.unroute(turn);
  await again.click();
  await expect(chat(page).getByText('Aquí la conversación pasa a una persona')).toBeVisible();
  // What is written while the bot answers waits for its turn, and is asked once.
  const release = await owner.hold('POST', '/draft/preview');
  await field(page).fill('a que hora abren');
  await field(page).press('Enter');
  await expect(chat(page).getByText('Escribiendo…')).toBeVisible();
  await field(page).fill('donde estan');
  await field(page).press('Enter');
  release();
  await expect(said(page, 'Cliente')).toHaveCount(3);
  await expect(chat(page).getByText(/Escribiendo…|Enviando…/)).toHaveCount(0);
  await expect(log(page).locator('.own')).toHaveCount(3);
  await page.getByRole('button', { name: 'Reiniciar' }).click();
  await expect(said(page, 'Bot')).toHaveCount(1);
  await expect(said(page, 'Cliente')).toHaveCount(0);
  // The part that an address names is in sight among the others, and what it holds within its card.
  await owner.screen('/preview?ver=archivo', 'Previsualizar');
  await expect(page.getByRole('link', { name: 'Exportar e importar' })).toBeInViewport({ ratio: 1 });
  const card = await page.getByRole('region', { name: 'Importar' }).boundingBox();
  const input = await page.getByLabel('Archivo exportado desde aquí').boundingBox();
  expect((input?.x ?? 0) + (input?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0) - 8);
  for (const part of ['Versiones', 'Frases de prueba']) {
    await page.getByRole('link', { name: part }).click();
    await expect(page.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('status', { name: /Cargando/ })).toHaveCount(0);
    await owner.looksRightInBoth(`${part} on a phone`);
    await picture(info, page, `phone ${part}`);
  }
  await owner.close();
});

test('phrases that it must understand are tested before publishing, and red ones ask', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen('/preview', 'Previsualizar');
  await field(page).fill('a que hora abren');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Agregar a las frases de prueba', exact: true }).click();
  await expect(page.getByText('Agregada a las frases de prueba')).toBeVisible();
  await page.getByRole('link', { name: 'Frases de prueba' }).click();
  await expect(page.getByLabel('Frase 1', { exact: true })).toHaveValue('a que hora abren');

  await page.getByRole('button', { name: 'Agregar frase' }).click();
  await page.getByLabel('Frase 2', { exact: true }).fill('necesito que me presten un paraguas');
  await page.getByLabel('Qué debe entender en la frase 2').selectOption({ label: 'Horario' });
  await page.getByRole('button', { name: 'Guardar frases' }).click();
  await expect(page.getByText('Frases guardadas')).toBeVisible();
  await page.getByRole('button', { name: 'Probar 2 frases' }).click();
  await expect(page.getByText('Entiende 1 de 2 frases.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Frases que no entiende' })).toContainText(
    'presten un paraguas',
  );
  await owner.looksRightInBoth('the test set');
  await picture(info, page, 'tests');

  await answerOnHours(page, 'Siempre abierto.');
  await page.reload();
  await bar(page).getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar los cambios' });
  await expect(dialog).toContainText('No entiende 1 frase de prueba de 2');
  const go = dialog.getByRole('button', { name: 'Publicar de todas formas' });
  await expect(go).toBeDisabled();
  await owner.looksRightInBoth('publishing with red phrases');
  await picture(info, page, 'publish');
  await dialog.getByLabel('Publicar aunque hay frases que no entiende').check();
  // Somebody else edits in between: nothing is published that its publisher has not seen.
  const known = page.waitForResponse((response) => response.url().endsWith(`${API}/draft/${BOT}`));
  await answerOnHours(page, 'Siempre abierto, también en feriados.');
  await known;
  // The edit is known here, and the button stands where it stood.
  await expect(go).toBeEnabled();
  await go.click();
  await expect(dialog.getByRole('alert')).toContainText('El borrador cambió mientras tanto');
  await expect(go).toBeEnabled();
  await go.click();
  await expect(dialog).toBeHidden();
  expect((await draft(page)).changes).toBe(0);
  await owner.close();
});

test('what nobody answered becomes an example by one click, or an interaction', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  const customer = await Customer.come(server.url, BOT);
  await customer.say('cambian neumáticos de camión');
  await customer.say('arreglan paraguas');
  await customer.say('arreglan paraguas');
  for (const asked of [
    'arriendan bicicletas',
    'se arriendan bicicletas por hora',
    'arriendo de bicicletas de carrera',
  ])
    await customer.say(asked);
  customer.leave();
  const before = (await call<{ phrases: object[] }>(page, 'GET', `${API}/tests/${BOT}`)).body.phrases;
  await owner.screen('/preview?ver=preguntas', 'Previsualizar');

  // By subject, with the keyboard alone: three questions, one answer, one phrase more in the test set.
  const choose = page.getByRole('checkbox', { name: 'Seleccionar «Arriendan bicicletas»' });
  await expect(page.locator('li[data-id]').filter({ has: choose })).toContainText('3 veces');
  await owner.looksRightInBoth('the subjects');
  await picture(info, page, 'subjects');
  await choose.focus();
  await page.keyboard.press('a');
  const teaching = page.getByRole('dialog', { name: 'Enseñar un tema' });
  await expect(teaching.getByLabel('Respuesta')).toBeFocused();
  await page.keyboard.type('Arrendamos bicicletas por hora.');
  await owner.looksRightInBoth('a subject that is taught');
  await picture(info, page, 'subject');
  await teaching.getByRole('button', { name: 'Aceptar' }).press('Enter');
  await expect(teaching).toBeHidden();
  await expect(choose).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Seleccionar «Arreglan paraguas»' })).toBeFocused();
  await bar(page).getByRole('button', { name: 'Publicar' }).click();
  const gate = page.getByRole('dialog', { name: 'Publicar los cambios' });
  await expect(gate).toContainText('Mejora 1 frase frente a lo publicado');
  await picture(info, page, 'publish-better');
  await gate.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByText('Por revisar', { exact: true }).click();
  const question = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(question('arreglan paraguas')).toContainText('2 veces');
  await owner.looksRightInBoth('the unanswered questions');
  await picture(info, page, 'unanswered');
  await question('arreglan paraguas').getByLabel('Es un ejemplo de').selectOption({ label: 'Horario' });
  await expect(question('arreglan paraguas')).toHaveCount(0);

  await question('neumáticos').getByRole('button', { name: 'Crear interacción' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva interacción' });
  await dialog.getByLabel('Título').fill('Cambio de neumáticos');
  await dialog.getByLabel('Respuesta').fill('Solo servimos café.');
  await owner.looksRightInBoth('a new interaction');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(question('neumáticos')).toHaveCount(0);

  await page.getByRole('link', { name: 'Probar' }).click();
  await field(page).fill('cambian neumáticos de camión');
  await field(page).press('Enter');
  await expect(log(page)).toContainText('Solo servimos café.');
  await bar(page).getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(bar(page)).toContainText('Todo está publicado');
  await call(page, 'PUT', `${API}/tests/${BOT}`, { phrases: before });
  await owner.close();
});

test('a whole bot goes out as a file and in again, after a look at what it changes', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen('/preview?ver=archivo', 'Previsualizar');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar archivo' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^chatbot-Café-Lastarria-\d{4}-\d\d-\d\d\.json$/);
  const path = await file.path();
  await answerOnHours(page, 'Otra cosa.');
  const input = page.getByRole('region', { name: 'Importar' }).locator('input[type=file]');
  await input.setInputFiles({
    name: 'otro.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"a": 1}'),
  });
  await page.getByRole('button', { name: 'Revisar el archivo' }).click();
  await expect(page.getByRole('alert')).toContainText('no es un chatbot exportado desde aquí');
  await input.setInputFiles(path);
  await page.getByRole('button', { name: 'Revisar el archivo' }).click();
  await expect(page.getByText('Cambia 1 cosa del borrador')).toBeVisible();
  await owner.looksRightInBoth('the report of an import');
  await picture(info, page, 'file');
  await page.getByRole('button', { name: 'Reemplazar el borrador' }).click();
  await expect.poll(async () => (await draft(page)).changes).toBe(0);
  await owner.close();
});

test('a workspace of Watson comes into the draft, and what it could not bring is told', async ({
  browser,
  server,
}, info) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen('/preview?ver=archivo', 'Previsualizar');
  const region = page.getByRole('region', { name: 'Traer desde Watson Assistant' });
  const file = (content: object) => ({
    name: 'watson.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  });
  const bring = region.getByRole('button', { name: 'Traer al borrador' });
  await region.locator('input[type=file]').setInputFiles(file({ a: 1 }));
  await bring.click();
  await expect(region.getByRole('alert')).toContainText('no es un espacio de trabajo de Watson Assistant');
  await region.locator('input[type=file]').setInputFiles(
    file({
      name: 'Banco',
      language: 'es',
      intents: [{ intent: 'saldo', examples: [{ text: '¿Cuál es mi saldo?' }, { text: 'Ver saldo' }] }],
      entities: [],
      dialog_nodes: [
        {
          dialog_node: 'saldo',
          title: 'Mi saldo',
          conditions: '#saldo',
          output: { text: 'Está en tu sucursal.' },
        },
        {
          dialog_node: 'clave',
          title: 'Mi clave',
          conditions: '#saldo && $clave',
          previous_sibling: 'saldo',
          actions: [{ name: 'clave', type: 'webhook', result_variable: 'clave' }],
          output: { generic: [{ response_type: 'text', values: [{ text: 'La ves en el sitio.' }] }] },
        },
      ],
    }),
  );
  await bring.click();
  await expect(region.getByRole('status')).toContainText('2 interacciones, 1 intención con 2 frases');
  await expect(region.getByRole('listitem')).toContainText('llamaba a un servicio externo');
  await expect(bar(page)).toContainText('sin publicar');
  await owner.looksRightInBoth('the report of an import from Watson');
  await picture(info, page, 'watson');
  await region.getByRole('link', { name: '«Mi clave»' }).click();
  await expect(page.getByRole('dialog', { name: 'Mi clave' })).toBeVisible();
  await call(page, 'POST', `${API}/draft/discard`, { bot_id: BOT });
  await owner.close();
});
