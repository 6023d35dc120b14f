/** Writing: files, voice, quick replies, emoji, mentions, the 24 h window; replies that go where they belong. */
import type { Page } from '@playwright/test';
import { LIMITS } from '../contract/limits.ts';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { Cable } from './support/cable.ts';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';
import { document, give, PICTURE, taken } from './support/writing.ts';

const LOOKS = [
  ['wide', 'light', 1440],
  ['wide-dark', 'dark', 1440],
  ['phone', 'light', 390],
  ['phone-dark', 'dark', 390],
] as const;
const FIELD = '[aria-label="Respuesta"]';
const attached = (page: Page) => page.getByRole('list', { name: 'Archivos adjuntos' }).getByRole('listitem');
const field = (page: Page) => page.getByLabel('Respuesta', { exact: true });

test('files are pasted, dropped and chosen, seen before they leave, and reach the customer', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const { id, visitor } = await taken(browser, server.url, ana);
  await give(ana.tab, 'paste', FIELD, [PICTURE]);
  await expect(attached(ana.tab)).toHaveCount(1);
  await expect(attached(ana.tab).locator('img')).toBeVisible();
  // Onto the messages, not into the field.
  await give(ana.tab, 'drop', '[role="log"]', [document('garantía.pdf')]);
  await ana.tab.getByLabel('Archivos para adjuntar').setInputFiles({
    name: 'precios.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('producto;precio\nparka;$ 49.990\n'),
  });
  await expect(attached(ana.tab)).toHaveCount(3);
  await ana.tab.getByRole('button', { name: 'Quitar precios.csv' }).click();
  await expect(attached(ana.tab)).toHaveCount(2);
  // Other tabs have them too, and so has a page that comes back.
  const second = ana.tabs[1] as Page;
  await ana.showState('taken', second);
  await ana.openConversation(id, second);
  await expect(attached(second)).toHaveCount(2);
  await second.reload();
  await expect(attached(second)).toHaveCount(2);
  // What is too large is refused at once.
  await give(ana.tab, 'drop', '[role="log"]', [document('enorme.pdf', LIMITS.attachmentMaxBytes)]);
  await expect(ana.tab.getByRole('alert').filter({ hasText: 'pesa más de 16 MB' })).toBeVisible();
  await field(ana.tab).fill('Van la foto y la garantía');
  await field(ana.tab).press('Enter');
  await expect(attached(ana.tab)).toHaveCount(0);
  await expect(visitor.log).toContainText('Van la foto y la garantía');
  await expect(visitor.log.getByRole('img', { name: 'foto.png' })).toBeVisible();
  await expect(visitor.log.getByRole('link', { name: 'garantía.pdf' })).toBeVisible();
  await expect(ana.tab.getByRole('log')).toContainText('garantía.pdf');
});

test('INB-146 a file that WhatsApp does not take is said beside it at once, holds the answer back, and the others leave', async ({
  browser,
  server,
}, info) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const page = owner.tab;
  await owner.showState('pending');
  await page.locator('[data-conversation]').filter({ hasText: 'WhatsApp' }).last().click();
  await owner.act('Tomar');
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  await expect(send).toBeVisible();
  const choose = (name: string, mimeType: string) =>
    page.getByLabel('Archivos para adjuntar').setInputFiles({ name, mimeType, buffer: Buffer.from('a;b') });
  await choose('precios.csv', 'text/csv');
  await choose('todo.zip', 'application/zip');
  const wrong = attached(page).filter({ hasText: 'todo.zip' });
  await expect(wrong.getByRole('alert')).toHaveText(/^WhatsApp no recibe archivos como «todo.zip»/);
  await expect(attached(page).getByRole('alert')).toHaveCount(1);
  await looksRight(page, 'a file that the channel does not take');
  await page.screenshot({ path: info.outputPath('wide.png') });
  await field(page).fill('Te mando los precios');
  const said = page.getByRole('alert').filter({ hasText: 'No se envió' });
  for (const go of [() => field(page).press('Enter'), () => send.click()]) {
    await go();
    await expect(said.first()).toContainText('«todo.zip»');
  }
  await page.getByRole('button', { name: 'Enviar más tarde' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page)).toHaveValue('Te mando los precios');
  await expect(attached(page)).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(wrong).toBeVisible();
  await page.screenshot({ path: info.outputPath('phone-dark.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Quitar todo.zip' }).click();
  await expect(attached(page)).toHaveCount(1);
  await field(page).press('Enter');
  const sent = page.getByRole('log').getByRole('article').filter({ hasText: 'Te mando los precios' });
  await expect(sent).toContainText('precios.csv');
  await expect(attached(page)).toHaveCount(0);
});

test('a customer sends files from the chat', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  await visitor.page.getByLabel('Archivos para adjuntar').setInputFiles({
    name: 'falla.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PICTURE.content, 'base64'),
  });
  await expect(visitor.page.getByRole('list', { name: 'Archivos adjuntos' })).toContainText('Listo');
  await visitor.write('Así llegó');
  await expect(visitor.log.getByRole('img', { name: 'falla.png' })).toBeVisible();
  await expect(ana.tab.getByRole('log')).toContainText('Así llegó');
  await expect(ana.tab.getByRole('log').getByRole('img', { name: 'falla.png' })).toBeVisible();
});

test('an upload shows how far it got, can be stopped, and survives a closed browser without network', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  await give(ana.tab, 'drop', '[role="log"]', [document('catálogo.pdf', 12_000_000)]);
  await expect(attached(ana.tab)).toHaveCount(1);
  cable.hold();
  await field(ana.tab).fill('Te mando el catálogo');
  await field(ana.tab).press('Enter');
  await expect(ana.tab.getByRole('progressbar', { name: 'Subida de archivos' })).toBeVisible();
  await ana.tab.getByRole('button', { name: 'Cancelar envío' }).click();
  await expect(field(ana.tab)).toHaveValue('Te mando el catálogo');
  await expect(attached(ana.tab)).toHaveCount(1);
  cable.release();
  await ana.tab.getByRole('button', { name: 'Quitar catálogo.pdf' }).click();
  await give(ana.tab, 'paste', FIELD, [PICTURE]);
  await expect(attached(ana.tab)).toHaveCount(1);
  cable.cut();
  await field(ana.tab).press('Enter');
  await expect(ana.tab.getByRole('log')).toContainText('Te mando el catálogo');
  await ana.tab.close();
  cable.mend();
  const again = await ana.context.newPage();
  await again.goto(`${cable.url}/charla-live-2?bot=64&state=taken&conversation=${id}`);
  await expect(visitor.log.getByRole('img', { name: 'foto.png' })).toBeVisible();
  await expect(visitor.log.getByText('Te mando el catálogo')).toHaveCount(1);
  await cable.remove();
});

test('an agent finds products by keyboard, and their cards reach the customer', async ({
  browser,
  server,
}, info) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  const products = ana.tab.getByRole('button', { name: 'Productos', exact: true });
  await products.click();
  const picker = ana.tab.getByRole('dialog', { name: 'Productos' });
  await picker.getByLabel('Buscar productos').fill('nada de esto existe');
  await expect(picker.getByText('Ningún producto coincide.')).toBeVisible();
  await picker.getByLabel('Buscar productos').fill('carpa pehoe');
  await expect(picker.getByRole('option')).toHaveCount(2);
  await picker.getByLabel('Buscar productos').press('Enter');
  await picker.getByLabel('Buscar productos').press('ArrowDown');
  await picker.getByLabel('Buscar productos').press('Enter');
  const chosen = ana.tab.getByRole('list', { name: 'Productos del mensaje' }).getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await expect(picker.getByRole('option', { selected: true })).toHaveCount(2);
  // A phone shows the conversation anew, with what was chosen and the picker closed.
  const reopened = () =>
    expect(async () => {
      if (await picker.isHidden()) await products.click();
      await expect(picker.getByLabel('Buscar productos')).toBeVisible({ timeout: 2_000 });
    }).toPass();
  for (const [name, colorScheme, width] of LOOKS) {
    await ana.tab.emulateMedia({ colorScheme });
    await ana.tab.setViewportSize({ width, height: 844 });
    await reopened();
    await ana.tab.screenshot({ path: info.outputPath(`picker-${name}.png`) });
  }
  await ana.tab.setViewportSize({ width: 1440, height: 900 });
  await reopened();
  await picker.getByLabel('Buscar productos').press('Escape');
  await expect(picker).toHaveCount(0);
  await chosen.first().getByRole('button').click();
  await expect(chosen).toHaveCount(1);
  await field(ana.tab).fill('Esta es la que te decía');
  await field(ana.tab).press('Enter');
  await expect(chosen).toHaveCount(0);
  const carpa = { hasText: 'Carpa Pehoé' };
  await expect(visitor.log.getByRole('listitem').filter(carpa)).toHaveCount(1);
  await expect(ana.tab.getByRole('log').getByRole('listitem').filter(carpa)).toHaveCount(1);
  for (const [name, colorScheme, width] of LOOKS) {
    await ana.tab.emulateMedia({ colorScheme });
    await ana.tab.setViewportSize({ width, height: 844 });
    await ana.tab.screenshot({ path: info.outputPath(`log-${name}.png`) });
    await visitor.page.emulateMedia({ colorScheme });
    await visitor.page.setViewportSize({ width, height: 844 });
    await visitor.page.screenshot({ path: info.outputPath(`chat-${name}.png`) });
  }
});

test('a reply that failed goes once more, with the file that the server has of it', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  const chat = visitor.page.url();
  // Somebody who is there has it the moment it is sent.
  await visitor.page.goto('about:blank');
  await give(ana.tab, 'paste', FIELD, [PICTURE]);
  await expect(attached(ana.tab)).toHaveCount(1);
  await field(ana.tab).fill('Va la foto');
  await field(ana.tab).press('Enter');
  const replies = ana.tab.getByRole('log').getByRole('article').filter({ hasText: 'Va la foto' });
  await expect(replies).toHaveAttribute('data-status', 'sent');
  await server.failReply(id);
  await replies.getByRole('button', { name: 'Reintentar' }).click();
  await expect(replies).toHaveCount(2);
  await expect(replies.last().getByRole('img', { name: 'foto.png' })).toBeVisible();
  await expect(replies.last()).toHaveAttribute('data-status', 'sent');
  await expect(replies.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  await visitor.page.goto(chat);
  await expect(visitor.log.getByRole('img', { name: 'foto.png' }).last()).toBeVisible();
  await expect(replies.last()).toHaveAttribute('data-status', /^(delivered|read)$/);
  await expect(replies).toHaveCount(2);
});

test('a slow network brings each reply to its own conversation, once, and drafts stay where they were typed', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const ana = await Agent.open(browser, cable.url, 'ana@charla.test');
  const first = await taken(browser, server.url, ana);
  const second = await taken(browser, server.url, ana);
  cable.hold();
  await ana.reply('Para la segunda persona');
  await ana.openConversation(first.id);
  await field(ana.tab).fill('Para la primera persona');
  await field(ana.tab).press('Enter');
  await field(ana.tab).fill('Borrador de la primera');
  await ana.openConversation(second.id);
  await expect(field(ana.tab)).toHaveValue('');
  cable.release();
  await expect(second.visitor.log.getByText('Para la segunda persona')).toHaveCount(1);
  await expect(first.visitor.log.getByText('Para la primera persona')).toHaveCount(1);
  await expect(first.visitor.log).not.toContainText('segunda persona');
  await expect(second.visitor.log).not.toContainText('primera persona');
  await ana.openConversation(first.id);
  await expect(field(ana.tab)).toHaveValue('Borrador de la primera');
  await cable.remove();
});

test('a voice note is recorded, heard and sent; without the microphone the composer says why', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  const complaints: string[] = [];
  ana.tab.on('console', (message) => {
    if (message.text().includes('ERR_FILE_NOT_FOUND')) complaints.push(message.text());
  });
  const panel = ana.tab.getByRole('region', { name: 'Nota de voz' });
  await ana.tab.getByRole('button', { name: 'Grabar nota de voz' }).click();
  await expect(panel.getByRole('alert')).toContainText('no tiene permiso para usar el micrófono');
  await ana.context.grantPermissions(['microphone']);
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel.getByRole('timer')).toHaveText(/^0:0[2-9]$|^0:[1-5]/);
  await panel.getByRole('button', { name: 'Terminar' }).click();
  await expect(panel.locator('audio')).toBeVisible();
  await panel.getByRole('button', { name: 'Enviar audio' }).click();
  await expect(visitor.log.locator('audio')).toBeVisible();
  await expect(ana.tab.getByRole('log')).toContainText('nota de voz');
  expect(complaints, 'what the players no longer found').toEqual([]);
  // Going elsewhere in mid-sentence loses nothing and sends nothing.
  await ana.tab.getByRole('button', { name: 'Grabar nota de voz' }).click();
  await expect(panel.getByRole('timer')).toHaveText(/^0:0[2-9]$|^0:[1-5]/);
  await ana.tab.getByRole('tab', { name: 'Nota interna' }).click();
  await ana.tab.getByRole('tab', { name: 'Responder' }).click();
  await expect(attached(ana.tab)).toHaveCount(1);
  await expect(visitor.log.locator('audio')).toHaveCount(1);
});

test('signs find quick replies, emoji and colleagues; a mention is kept and told', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id, visitor } = await taken(browser, server.url, ana);
  await field(ana.tab).pressSequentially('/hol');
  const replies = ana.tab.getByRole('listbox', { name: 'Respuestas rápidas' });
  await expect(replies.getByRole('option').first()).toContainText('/hola');
  await field(ana.tab).press('Enter');
  // The visitor has no name yet: none is made up.
  await expect(field(ana.tab)).toHaveValue(
    'Hola, soy Ana Riquelme de Tienda Andes. ¿En qué te puedo ayudar?',
  );
  await field(ana.tab).press('Control+z');
  await expect(field(ana.tab)).toHaveValue('/hol');
  await field(ana.tab).press('Escape');
  await field(ana.tab).fill('');
  await field(ana.tab).pressSequentially('Listo :pulgar');
  await expect(ana.tab.getByRole('listbox', { name: 'Emojis' }).getByRole('option').first()).toContainText(
    '👍',
  );
  await field(ana.tab).press('Enter');
  await expect(field(ana.tab)).toHaveValue(/^Listo 👍\uFE0F? $/u);
  await ana.tab.getByRole('button', { name: 'Emojis' }).click();
  const picker = ana.tab.getByRole('dialog', { name: 'Emojis' });
  // Letters belong to the search there, not to the inbox's keys.
  await picker.getByRole('combobox').pressSequentially('perro');
  await picker.getByRole('option', { name: /perro/i }).first().click();
  await expect(field(ana.tab)).toHaveValue(/^Listo 👍\uFE0F? \p{Extended_Pictographic}/u);
  await field(ana.tab).press('Enter');
  await expect(visitor.log).toContainText(/Listo 👍\uFE0F? \p{Extended_Pictographic}/u);

  await ana.tab.getByRole('tab', { name: 'Nota interna' }).click();
  const note = ana.tab.getByLabel('Nota interna', { exact: true }).and(ana.tab.locator('textarea'));
  // Until the hub has said what the draft is, nothing can be typed over it.
  await expect(note).toBeEditable();
  // A note may end with the name.
  await note.pressSequentially('¿Lo ves, @paz');
  await expect(ana.tab.getByRole('listbox', { name: 'Colegas' })).toBeVisible();
  await note.press('Enter');
  await expect(note).toHaveValue('¿Lo ves, @Paz Aránguiz ');
  await expect(ana.tab.getByRole('listbox', { name: 'Colegas' })).toHaveCount(0);
  await note.press('Enter');
  await expect(ana.tab.getByRole('log').locator('mark', { hasText: '@Paz Aránguiz' })).toBeVisible();
  const stored = await call(ana.tab, 'GET', `/svc/conversations/session_logs/by_conversation_id/${id}`);
  const messages = JSON.parse(stored.text) as { note: boolean; mentions?: { id: number; name: string }[] }[];
  expect(messages.find((message) => message.note)?.mentions).toHaveLength(1);
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  const told = await call(owner.tab, 'GET', `/svc/main/user_notification/list/${await ownId(owner.tab)}`);
  expect(told.text).toContain('user_tagged');
});

test('after 24 h WhatsApp takes a template in the composer’s place, and it goes through the log', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'admin@charla.test');
  const listed = await call(ana.tab, 'POST', '/svc/conversations/conversations/filter_conversation', {
    filters: { bot_id: 64, state: 'inactive', channel: 'whatsapp' },
    items: 50,
  });
  const { conversations } = JSON.parse(listed.text) as {
    conversations: { id: string; last_customer_message_at: string | null }[];
  };
  const old = conversations.find(
    ({ last_customer_message_at: at }) => at && Date.now() - Date.parse(at) > LIMITS.conversationLock,
  );
  expect(old, 'the demo has an old WhatsApp conversation').toBeDefined();
  await call(ana.tab, 'PUT', `/svc/conversations/conversations/${old?.id}`, {
    state: 'taken',
    agent_id: await ownId(ana.tab),
  });
  await ana.tab.goto(`${server.url}/charla-live-2?bot=64&state=taken&conversation=${old?.id}`);
  await expect(ana.tab.getByText('La ventana de 24 h de WhatsApp se cerró')).toBeVisible();
  await expect(field(ana.tab)).toHaveCount(0);
  const template = ana.tab.getByLabel('Plantilla');
  await expect(template.getByRole('option', { name: /oferta_invierno/ })).toHaveCount(0);
  await template.selectOption({ label: 'pedido_despachado (es)' });
  await ana.tab.getByLabel('Dato 1').fill('Rosa');
  await ana.tab.getByLabel('Dato 2').fill('N° 1234');
  await expect(ana.tab.getByRole('button', { name: 'Enviar plantilla' })).toBeDisabled();
  await ana.tab.getByLabel('Dato 3').fill('lunes');
  await ana.tab.getByRole('button', { name: 'Enviar plantilla' }).click();
  await expect(ana.tab.getByRole('log')).toContainText('Hola Rosa, despachamos tu pedido N° 1234.');
  const stored = await call(ana.tab, 'GET', `/svc/conversations/session_logs/by_conversation_id/${old?.id}`);
  expect(stored.text).toContain('"template":{"name":"pedido_despachado","language":"es"}');
  // A note needs no window.
  await ana.tab.getByRole('tab', { name: 'Nota interna' }).click();
  await expect(ana.tab.locator('textarea')).toBeVisible();
});

test('labels, area and a reminder are set from the menu and by key', async ({ browser, server }) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id } = await taken(browser, server.url, ana);
  const show = async () =>
    JSON.parse((await call(ana.tab, 'GET', `/svc/conversations/conversations/${id}`)).text) as {
      conversation: { tags: string[]; category: string | null; snoozed_until: string | null };
    };
  await ana.act('Etiquetas y área…');
  const dialog = ana.tab.getByRole('dialog');
  await dialog.getByLabel('Etiquetas', { exact: true }).fill('urgente');
  await dialog.getByLabel('Etiquetas', { exact: true }).press('Enter');
  await dialog.getByLabel('ventas').check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(ana.tab.getByText('ventas · #urgente')).toBeVisible();
  await ana.tab.getByRole('log').click();
  await ana.tab.keyboard.press('z');
  await dialog.getByRole('button', { name: /Mañana a las 9:00/ }).click();
  await expect.poll(async () => (await show()).conversation.snoozed_until).not.toBeNull();
  expect((await show()).conversation).toMatchObject({ tags: ['urgente'], category: 'ventas' });
  await ana.act('Quitar recordatorio');
  await expect.poll(async () => (await show()).conversation.snoozed_until).toBeNull();
});

test('quick replies are kept at /respuestas-rapidas: one’s own, shared ones, and what one may change', async ({
  browser,
  server,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64, colorScheme });
    await ana.screen('/respuestas-rapidas', 'Respuestas Rápidas');
    await expect(ana.page.getByText('/despacho', { exact: true })).toBeVisible();
    await ana.looksRight(`quick replies, ${colorScheme}`);
    await ana.page.getByRole('button', { name: 'Nueva respuesta' }).click();
    await ana.dialog.getByLabel('Atajo').fill('dos palabras');
    await ana.dialog.getByLabel('Texto').fill('Hola {cliente}, te escribe {agente}');
    await expect(ana.dialog.getByText('Hola Camila Soto')).toBeVisible();
    await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(ana.dialog.getByText(/sin espacios/)).toBeVisible();
    await ana.looksRight(`quick reply, ${colorScheme}`);
    await ana.dialog.getByLabel('Atajo').fill(`prueba-${colorScheme}`);
    await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(ana.page.getByText(`/prueba-${colorScheme}`, { exact: true })).toBeVisible();
    await ana.page.getByRole('button', { name: `Editar /prueba-${colorScheme}` }).click();
    await ana.dialog.getByLabel('Texto').fill('Texto nuevo');
    await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(ana.page.getByText('Texto nuevo')).toBeVisible();
    // The administrator's shared one is not hers to change.
    await expect(ana.page.getByRole('button', { name: 'Editar /hola' })).toHaveCount(0);
    await ana.page.getByRole('button', { name: `Eliminar /prueba-${colorScheme}` }).click();
    await ana.dialog.getByRole('button', { name: 'Eliminar' }).click();
    await expect(ana.page.getByText(`/prueba-${colorScheme}`, { exact: true })).toHaveCount(0);
    await ana.close();
  }
});
