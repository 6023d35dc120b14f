/** The five steps of a registration, its reloads, its mail and the ways out of it. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

/** The first step, filled in and sent. */
async function createAccount(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('otra frase larga 7');
  await page.getByLabel('Confirma la contraseña').fill('otra frase larga 7');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
}

test('a registration from the first step to the embed code, over a reload and a mail', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const email = 'nueva@charla.test';
  const eva = await Person.open(browser, server.url);
  const { page } = eva;
  await eva.screen('/registro', 'Crea tu cuenta');
  await expect(page.getByText('Paso 1 de 5')).toBeVisible();
  await page.getByLabel('Nombre').fill('Eva Nueva');
  await page.getByLabel('Correo').fill('sin-arroba');
  await page.getByLabel('Contraseña', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByText('Ingresa un correo válido')).toBeVisible();
  await expect(page.getByText('La contraseña debe tener mínimo 6 caracteres')).toBeVisible();
  await eva.looksRightInBoth('/registro with faults');
  // Nothing typed is lost by a reload, but the password is never kept.
  await page.reload();
  await expect(page.getByLabel('Nombre')).toHaveValue('Eva Nueva');
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('tres gatos verdes 9');
  await page.getByLabel('Confirma la contraseña').fill('tres gatos verdes 9');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();

  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
  await page.getByLabel('Nombre del chatbot').fill('Librería Eva');
  await page.getByLabel('Genérica').check();
  // Leaving asks; Cancelar changes nothing.
  await page.getByRole('button', { name: 'Abandonar el registro' }).click();
  await expect(page.getByRole('dialog', { name: 'Abandonar registro?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByLabel('Nombre del chatbot')).toHaveValue('Librería Eva');
  await page.getByRole('button', { name: 'Continuar' }).click();

  await expect(page.getByText('Paso 3 de 5')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Paso 3 de 5')).toBeVisible();
  await page.getByLabel('Tu sitio web (opcional)').fill('no es un sitio');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Ingresa la dirección de un sitio web')).toBeVisible();
  await page.getByLabel('Tu sitio web (opcional)').fill('');
  await page.getByLabel('Violeta').check({ force: true });
  await page.getByLabel('Mensaje de bienvenida (opcional)').fill('Hola, soy Librería Eva');
  await eva.looksRightInBoth('/registro, step 3');
  await page.getByRole('button', { name: 'Continuar' }).click();

  await expect(page.getByText('Paso 4 de 5')).toBeVisible();
  await expect(page.getByText('Confirma tu correo.')).toBeVisible();
  await expect.poll(() => server.mailTo(email)).toContain('/confirm/');
  // A demo that sends no mails shows the link itself.
  await expect(page.getByRole('link', { name: 'abre aquí tu enlace de confirmación' })).toHaveAttribute(
    'href',
    /\/confirm\/[\w-]+$/,
  );
  await expect(page.frameLocator('iframe').getByText('¿Atienden los sábados?')).toBeVisible();
  const link = /\/confirm\/[\w-]+/.exec(await server.mailTo(email))?.[0] ?? '';
  const mail = await eva.context.newPage();
  await mail.goto(`${server.url}${link}`);
  await expect(mail.getByText('Confirmaste')).toBeVisible();
  // The first tab hears of it by itself, and the bot answers.
  await expect(page.getByTitle('Vista previa de Librería Eva')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('log', { name: 'Mensajes' })).toContainText(
    'Hola, soy Librería Eva',
  );
  await mail.reload();
  await expect(mail.getByRole('alert')).toContainText('Este enlace ya se usó');
  await mail.close();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await expect(page.getByText('Paso 5 de 5')).toBeVisible();
  await expect(page.getByLabel('Código de inserción')).toHaveValue(/widget\.js" data-bot="\d+"/);
  await page.getByRole('button', { name: 'Terminar' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Te quedan 14 días de prueba')).toBeVisible();
  await expect(page.getByText('Librería Eva').first()).toBeVisible();
  await eva.close();
});

test('leaving a registration: step 1 straight to the login, step 2 after a question; no bots lead to step 2', async ({
  browser,
  server,
}) => {
  const person = await Person.open(browser, server.url);
  const { page } = person;
  await person.screen('/registro', 'Crea tu cuenta');
  await page.getByRole('link', { name: 'Inicia sesión' }).click();
  await page.waitForURL('**/login');

  await person.screen('/registro', 'Crea tu cuenta');
  await createAccount(page, 'Sin Bot', 'sinbot@charla.test');

  // The mail's link, in a browser where nobody is signed in: it proves a mailbox, and asks for the account's password.
  await expect.poll(() => server.mailTo('sinbot@charla.test')).toContain('/confirm/');
  const link = /\/confirm\/[\w-]+/.exec(await server.mailTo('sinbot@charla.test'))?.[0] ?? '';
  const reader = await Person.open(browser, server.url);
  await reader.go(link);
  await reader.page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(reader.page.getByText('Escribe la contraseña de la cuenta.', { exact: true })).toBeVisible();
  await reader.page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await reader.page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(reader.page.getByText('La contraseña no es correcta.')).toBeVisible();
  await reader.looksRightInBoth('/confirm in another browser');
  await reader.page.getByRole('button', { name: 'No sé la contraseña: elegir una nueva' }).click();
  await expect(reader.page.getByLabel('Nueva contraseña')).toBeVisible();
  await reader.looksRightInBoth('/confirm with a new password');
  await reader.page.getByRole('button', { name: 'Tengo la contraseña de la cuenta' }).click();
  await reader.page.getByLabel('Contraseña', { exact: true }).fill('otra frase larga 7');
  await reader.page.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(reader.page.getByText('Confirmaste')).toBeVisible();
  await reader.close();

  await page.getByRole('button', { name: 'Abandonar el registro' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/login');

  await person.signIn('sinbot@charla.test', 'otra frase larga 7');
  await expect(page.getByRole('dialog', { name: 'No tienes chatbots registrados.' })).toBeVisible();
  await person.looksRightInBoth('the dialog without bots');
  await page.getByRole('button', { name: 'Crear' }).click();
  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
  // With a session and without a query, /registro is the dashboard.
  await person.go('/registro');
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/login*');
  await person.close();
});

test('on the way every way out asks; Salir forgets the registration, the last step leads to the dashboard', async ({
  browser,
  server,
}) => {
  const person = await Person.open(browser, server.url);
  const { page } = person;
  const asked = page.getByRole('dialog', { name: 'Abandonar registro?' });
  await person.go('/login');
  await page.getByRole('link', { name: 'Regístrate' }).click();
  await createAccount(page, 'Iván Salidas', 'salidas@charla.test');

  // The link to the login, and the browser's own way back.
  await page.getByRole('link', { name: 'Inicia sesión' }).click();
  await expect(asked).toBeVisible();
  await person.looksRightInBoth('the question before leaving');
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await page.goBack();
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
  await page.getByLabel('Nombre del chatbot').fill('Ferretería Salidas');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 5 de 5')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Paso 5 de 5')).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/dashboard');
  await expect(asked).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('registration'))).toBeNull();
  await person.close();
});

test('a session that ends in the middle clears the registration; the account goes on by its own bots', async ({
  browser,
  server,
}) => {
  const person = await Person.open(browser, server.url);
  const { page } = person;
  await person.screen('/registro', 'Crea tu cuenta');
  await createAccount(page, 'Eva Cortada', 'cortada@charla.test');
  await page.getByLabel('Nombre del chatbot').fill('Nunca');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('registration'))).toContain('Nunca');
  await server.endTokens('cortada@charla.test');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/login*');
  await expect(page.getByText(/^Tu sesión terminó/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('registration'))).toBeNull();
  await person.signIn('cortada@charla.test', 'otra frase larga 7');
  await expect(page.getByRole('dialog', { name: 'No tienes chatbots registrados.' })).toBeVisible();
  await person.close();
});
