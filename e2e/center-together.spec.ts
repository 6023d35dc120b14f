/** Several people build one bot: hours, how it attends, test phrases and the menu's reset overwrite nobody's change unasked. */
import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Person } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const COLLEAGUE = 'admin@charla.test';
const TEMPLATES = '/svc/templates/api/client';
const BOT = 64;
/** Of these tests alone: they change a bot. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

test('out of hours: what was typed stays, and goes over the other’s only when one says so', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const colleague = await Api.signIn(server.url, COLLEAGUE);
  const { page } = owner;
  await owner.screen('/chatbot/configuracion', 'Configuración del chatbot');
  const hours = page.getByRole('region', { name: 'Fuera de horario y áreas' });
  const closed = hours.getByLabel('Fuera de horario, el bot dice');
  await closed.fill('Volvemos mañana a las 9.');
  await colleague.call('PUT', `${TEMPLATES}/draft/settings`, {
    bot_id: BOT,
    settings: { closed_answers: ['Estamos de inventario.'] },
  });
  await hours.getByRole('button', { name: 'Guardar en el borrador' }).click();
  const conflict = hours.getByRole('alert').filter({ hasText: 'cambió esto mientras lo editabas' });
  await expect(conflict).toContainText('Estamos de inventario.');
  await expect(closed).toHaveValue('Volvemos mañana a las 9.');
  await owner.looksRightInBoth('a conflict about what is said out of hours');
  await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByText('Guardado en el borrador')).toBeVisible();
  const settings = () =>
    colleague.call<{ closed_answers: string[] }>('GET', `${TEMPLATES}/draft/${BOT}/settings`);
  expect((await settings()).closed_answers).toEqual(['Volvemos mañana a las 9.']);

  // A form that holds at once, on the same screen: the other's stays, and one's own goes when one says so.
  const talks = page.getByRole('region', { name: 'Conversaciones' });
  const returned = talks.getByLabel('Cuando un agente la devuelve al bot, el bot dice');
  await returned.fill('Sigo yo con tu consulta.');
  await colleague.call('PUT', `/svc/main/bot/${BOT}`, {
    'chatbot[returned_message]': 'Te atiende de nuevo el asistente.',
  });
  await talks.getByRole('button', { name: 'Guardar conversaciones' }).click();
  const other = talks.getByRole('alert').filter({ hasText: 'cambió esto mientras lo editabas' });
  await expect(other).toContainText('Te atiende de nuevo el asistente.');
  await expect(returned).toHaveValue('Sigo yo con tu consulta.');
  await owner.looksRightInBoth('a conflict of a form that holds at once');
  await other.getByRole('button', { name: /^Quedarme con lo de/ }).click();
  await expect(other).toHaveCount(0);
  await expect(returned).toHaveValue('Te atiende de nuevo el asistente.');
  await returned.fill('Otra cosa');
  await talks.getByRole('button', { name: 'Deshacer' }).click();
  await expect(returned).toHaveValue('Te atiende de nuevo el asistente.');
  await returned.fill('Sigo yo.');
  await talks.getByRole('button', { name: 'Guardar conversaciones' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await owner.close();
});

test('test phrases: the other’s list or one’s own, none is lost unasked', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const colleague = await Api.signIn(server.url, COLLEAGUE);
  const { page } = owner;
  await owner.screen('/preview?ver=frases', 'Previsualizar');
  await page.getByRole('button', { name: 'Agregar frase' }).click();
  const phrases = page.getByRole('textbox', { name: /^Frase \d+$/ });
  const count = await phrases.count();
  await phrases.last().fill('¿hacen envíos a regiones?');
  await colleague.call('PUT', `${TEMPLATES}/tests/${BOT}`, {
    phrases: [{ text: 'a qué hora cierran', intent_name: null }],
  });
  const save = page.getByRole('button', { name: 'Guardar frases' });
  await save.click();
  const conflict = page.getByRole('alert').filter({ hasText: 'mientras' });
  await expect(phrases).toHaveCount(count);
  await expect(phrases.last()).toHaveValue('¿hacen envíos a regiones?');
  await owner.looksRightInBoth('a conflict of test phrases');
  await conflict.getByRole('button', { name: /^Quedarme con lo de|^Descartar lo mío/ }).click();
  await expect(conflict).toHaveCount(0);
  await expect(phrases).toHaveCount(1);
  await expect(phrases).toHaveValue('a qué hora cierran');
  await owner.close();
});

test('the menu’s reset tells first what somebody else has made of it', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const colleague = await Api.signIn(server.url, COLLEAGUE);
  const { page } = owner;
  interface Menu {
    buttons: { id: string; label: string; node_id: string }[];
  }
  const menu = () => colleague.call<Menu>('GET', `${TEMPLATES}/nodes/welcome/${BOT}`);
  const before = (await menu()).buttons;
  await owner.screen('/menu-inicial', 'Menú inicial');
  await expect(page.getByRole('textbox', { name: 'Texto de la opción 1', exact: true })).toBeVisible();
  await colleague.call('PUT', `${TEMPLATES}/nodes/welcome/update`, {
    bot_id: BOT,
    buttons: before.slice(1).map(({ id, label, node_id }) => ({ id, label, node_id })),
  });
  await page.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await owner.dialog.getByRole('button', { name: 'Restablecer' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'mientras lo editabas' });
  await expect(conflict.getByRole('button', { name: 'Restablecer de todos modos' })).toBeVisible();
  expect((await menu()).buttons).toHaveLength(before.length - 1);
  await owner.looksRightInBoth('a conflict of the menu’s reset');
  await conflict.getByRole('button', { name: 'Restablecer de todos modos' }).click();
  await expect(page.getByText('Menú restablecido')).toBeVisible();
  expect((await menu()).buttons).toHaveLength(before.length);
  await owner.close();
});

test('a role that has only the questions writes them, and is told what it may not touch', async ({
  browser,
}) => {
  const api = await Api.signIn(server.url, OWNER);
  const role = await api.call<{ id: number }>('POST', '/svc/main/role', {
    bot_id: BOT,
    name: 'Redacción',
    base: 'agente',
    permissions: [{ view_name: 'faqs', permissions: ['read', 'edit', 'add', 'delete'] }],
  });
  const link = await api.linkOf('Carla Ibáñez', BOT);
  await api.call('PUT', `/svc/main/userbot/relation/${link}`, { role_id: role.id });
  const carla = await Person.signedIn(browser, server.url, 'carla@charla.test', { bot: BOT });
  const { page } = carla;
  await carla.screen('/dashboard/chatbot/preguntas', 'Interacciones personalizadas');
  await page.getByRole('button', { name: 'Nueva interacción' }).click();
  await carla.dialog.getByLabel('Título').fill('Talleres de escalada');
  await carla.dialog
    .getByLabel('Frases que escriben tus clientes')
    .fill('¿Dictan talleres de escalada los sábados?');
  await carla.dialog.getByLabel('Respuesta', { exact: true }).fill('Sí, cada sábado a las 10.');
  await carla.dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Talleres de escalada' })).toBeVisible();
  await carla.looksRightInBoth('questions of a role that has only them');
  await carla.screen('/menu-inicial', 'Lo sentimos, no tienes acceso a este módulo.');
  await carla.close();
});
