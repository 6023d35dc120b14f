/**
 * Configuración de IA beyond the words: entities and who uses them, the webhook and how it does, what
 * is trained and when; a person who may only look reads why.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const SCREEN = ['/chatbot-center/prompt-manager', 'Configuración de IA'] as const;
/** What the owner's system answers to a call. */
let answers = 204;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answers).end());
});
let hook: string;
/** Of this file alone: the receiver is private, and only this server may call it. */
let server: ServerProcess;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await ServerProcess.launch('', { OUTBOUND_TRUSTED_ORIGINS: hook }, 'postgres');
});
test.afterAll(async () => {
  await server.close();
  receiver.close();
});

test('entities are made, mended, seen where they are used, and deleted', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64, viewport: PHONE });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  const onServer = async () =>
    (
      await api.call<{ entity_name: string; values: { value: string; synonyms: string[] }[] }[]>(
        'GET',
        '/svc/templates/api/client/entities/list/64',
      )
    ).find(({ entity_name }) => entity_name === 'sucursal');
  await owner.screen(...SCREEN);
  await page.getByRole('button', { name: 'Nueva entidad' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nueva entidad' });
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await expect(drawer.getByText('Escribe al menos un valor.')).toBeVisible();
  await drawer.getByLabel('Nombre').fill('sucursal');
  await drawer.getByLabel('Valor 1', { exact: true }).fill('Ñuñoa');
  await drawer.getByLabel('Sinónimos de Ñuñoa').fill('irarrázaval\nplaza ñuñoa');
  await owner.looksRightInBoth('a new entity on a phone');
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(onServer).toMatchObject({ values: [{ synonyms: ['irarrázaval', 'plaza ñuñoa'] }] });

  await api.call('POST', '/svc/templates/api/client/nodes/custom/node', {
    bot_id: 64,
    title: 'Cómo llegar a la sucursal',
    answers: ['Estamos frente a la plaza.'],
    conditions: '@sucursal',
  });
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: '@sucursal' });
  await expect(row.getByText('En 1 interacción')).toBeVisible();
  await row.getByRole('button', { name: 'Ver @sucursal' }).click();
  const open = page.getByRole('dialog', { name: '@sucursal' });
  await expect(open.getByRole('link', { name: 'Cómo llegar a la sucursal' })).toBeVisible();
  await open.getByRole('button', { name: 'Agregar valor' }).click();
  await expect(open.getByLabel('Valor 2', { exact: true })).toBeFocused();
  await page.keyboard.type('Providencia');
  // Leaving asks, and staying keeps what was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(open.getByLabel('Valor 2', { exact: true })).toHaveValue('Providencia');
  await open.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(async () => (await onServer())?.values.length).toBe(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await row.getByRole('button').click();
  await open.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Una interacción la usa en su condición')).toBeVisible();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(onServer).toBeUndefined();
  await expect(row).toHaveCount(0);

  // Beside them: what means the same, where a name that every bot knows says what it adds to.
  await page.getByRole('button', { name: 'Nuevos sinónimos' }).click();
  const group = page.getByRole('dialog', { name: 'Nuevos sinónimos' });
  await group.getByRole('button', { name: 'Guardar' }).click();
  await expect(group.getByText('Escribe la palabra que usas tú.')).toBeVisible();
  await group.getByLabel('Tu palabra').fill('dinero');
  await expect(group.getByText('Tu chatbot ya entiende por «dinero»')).toBeVisible();
  await group.getByLabel('Tu palabra').fill('cocinilla');
  await group.getByLabel('Lo que dicen tus clientes').fill('anafe, quemador\nde la');
  await group.getByRole('button', { name: 'Guardar' }).click();
  await expect(group.getByText('«de la» se usa para todo')).toBeVisible();
  await group.getByLabel('Lo que dicen tus clientes').fill('anafe, quemador');
  await owner.looksRightInBoth('new synonyms on a phone');
  await group.getByRole('button', { name: 'Guardar' }).click();
  const words = page.getByRole('listitem').filter({ hasText: 'anafe, quemador' });
  await expect(words).toBeVisible();
  await words.getByRole('button', { name: 'Ver los sinónimos de cocinilla' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Eliminar' }).click();
  await expect(words).toHaveCount(0);
  await owner.close();
});

test('the webhook says how it does; a module is trained and says when; who may only look is told', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen(...SCREEN);
  const address = page.getByLabel('Dirección');
  await address.fill('http://10.0.0.7/aviso');
  await page.getByRole('button', { name: 'Guardar webhook' }).click();
  await expect(page.getByText('Ingresa una dirección pública que empiece por https://.')).toBeVisible();
  await address.fill(`${hook}/aviso`);
  await page.getByRole('button', { name: 'Guardar webhook' }).click();
  await expect(page.getByText('Todavía no le hemos avisado nada.')).toBeVisible();
  const attempt = page.getByRole('button', { name: 'Enviar aviso de prueba' });
  await attempt.click();
  await expect(page.getByText('El último aviso llegó bien')).toBeVisible();
  answers = 503;
  await attempt.click();
  await expect(page.getByText('El webhook respondió con el código 503.')).toBeVisible();
  await owner.looksRightInBoth('Configuración de IA with a webhook');

  const documents = page.getByRole('listitem').filter({ hasText: 'Vuelve a leer tus páginas web' });
  await expect(documents.getByText('Nunca se ha entrenado')).toBeVisible();
  await documents.getByRole('button', { name: 'Entrenar documentos' }).click();
  await expect(documents.getByText('Entrenado el')).toBeVisible();

  await page.getByRole('button', { name: 'Quitar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(address).toHaveValue('');
  await expect(attempt).toHaveCount(0);
  await owner.close();
});
