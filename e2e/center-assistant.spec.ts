/**
 * Configuración de IA beyond the words (issue 6, 7): the webhook and how it does, what is trained and when.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Person } from './support/person.ts';
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
  server = await ServerProcess.launch('', { OUTBOUND_TRUSTED_ORIGINS: hook });
});
test.afterAll(async () => {
  await server.close();
  receiver.close();
});

test('the webhook says how it does; a module is trained and says when', async ({ browser }) => {
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
