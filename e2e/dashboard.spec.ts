/** The dashboard of a bot, its tutorials, and the way of the chat into a site, up to seeing that it is live there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const OWNER = 'propietaria@charla.test';

test('an owner sees the bot at a glance, in both schemes, wide and on a phone; an agent their own work', async ({
  browser,
  server,
}) => {
  const owner = await Person.open(browser, server.url);
  const { page } = owner;
  await owner.signIn(OWNER);
  await owner.screen('/dashboard', /^Hola/);
  await expect(page.getByRole('heading', { name: 'Actividad de los últimos 7 días' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Por día, los últimos 14 días' }).locator('li')).toHaveCount(
    14,
  );
  await expect(page.getByText('www.tiendaandes.cl, visto el')).toBeVisible();
  await expect(page.getByText(/^Crece · quedan 21\d días$/)).toBeVisible();
  // Who comes and goes is counted at once, oneself as well: who never chose is connected.
  await expect(page.getByText('1 de 5', { exact: true })).toBeVisible();
  for (const [status, count] of [
    [/^Desconectado/, '0 de 5'],
    [/^Conectado/, '1 de 5'],
  ] as const) {
    await page.getByRole('button', { name: /^Tu estado/ }).click();
    await page.getByRole('menuitem', { name: status }).click();
    await expect(page.getByText(count, { exact: true })).toBeVisible();
  }
  await owner.looksRightInBoth('the dashboard');
  // One next step, with how far one is; the others unfold.
  await expect(page.getByRole('progressbar', { name: /^Primeros pasos 3 de 7/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Hacerlo ahora ?: Elige cómo se ve$/ })).toHaveAttribute(
    'href',
    '/chatbot/edit',
  );
  await page.getByText('Ver los 7 pasos').click();
  await expect(page.getByRole('link', { name: 'Pruébalo como cliente' })).toBeVisible();
  await page.getByRole('button', { name: 'Ocultar los primeros pasos' }).click();
  await expect(page.getByRole('heading', { name: /^Primeros pasos/ })).toBeHidden();

  const ana = await Person.open(browser, server.url);
  await ana.signIn('ana@charla.test');
  await ana.screen('/dashboard', /^Hola/);
  await expect(ana.page.getByRole('heading', { name: 'Tu actividad de los últimos 7 días' })).toBeVisible();
  await expect(ana.page.getByText('Clientes nuevos')).toBeHidden();
  await expect(ana.page.getByRole('heading', { name: /^Primeros pasos/ })).toBeHidden();

  // No chart of zeros: what would change that.
  await owner.show(101);
  await owner.screen('/dashboard', /^Hola/);
  await expect(page.getByText('Nadie ha conversado con Café Lastarria en estos días.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Por día, los últimos 14 días' })).toHaveCount(0);
  await owner.looksRightInBoth('the dashboard of a bot that nobody knows yet');
});

test('tutorials are read in order, and one that does not exist says so', async ({ browser, server }) => {
  const owner = await Person.open(browser, server.url);
  const { page } = owner;
  await owner.signIn(OWNER);
  await owner.screen('/tutoriales', 'Tutoriales');
  await owner.looksRightInBoth('the tutorials');
  await page.getByRole('link', { name: /Atiende en vivo/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Atiende en vivo' })).toBeVisible();
  await expect(page.getByText('Toma la conversación')).toBeVisible();
  await owner.looksRightInBoth('a guide');
  // This installation has no support chat of its own: a ticket to the makers takes its place.
  await owner.screen('/soporte', 'Soporte');
  await expect(page.getByRole('heading', { name: 'Escríbenos' })).toBeVisible();
  await owner.looksRightInBoth('support without a chat');
  await page.getByRole('link', { name: /^Conoce tu panel/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conoce tu panel' })).toBeVisible();
  await page.goto(`${server.url}/guide/atender-en-vivo`);
  await page.getByRole('link', { name: 'Siguiente Responde en segundos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Responde en segundos' })).toBeVisible();
  // The instructions are of the bot that is shown.
  await owner.screen('/guide/instalar-el-chat', 'Instala el chat en tu sitio');
  await page.getByRole('link', { name: 'Ver las instrucciones' }).click();
  await expect(page.getByLabel('Código de inserción')).toHaveValue(/data-bot="64"/);
  await page.goto(`${server.url}/guide/no-existe`);
  await expect(page.getByText('Esa guía no existe')).toBeVisible();
});

test('the person who maintains a site installs the chat without an account, and sees when it is live', async ({
  browser,
  server,
}) => {
  const someone = await Person.open(browser, server.url);
  const { page } = someone;
  await page.goto(`${server.url}/integration-install?bot=101&token=demo-bot-token-101`);
  await page.getByLabel('¿Con qué está hecho tu sitio?').selectOption({ label: 'Google Tag Manager' });
  const code = await page.getByLabel('Código de inserción').inputValue();
  expect(code).toContain("s.setAttribute('data-bot', '101')");
  await someone.looksRightInBoth('the instructions');

  // Somebody else's site, with the code as it was copied.
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="es"><title>Mi café</title><body><h1>Mi café</h1>${code}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    await page.getByLabel('Dirección de tu sitio').fill(address);
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(
      page.getByText(`Todavía no hemos visto el chat de Café Lastarria en ${address}.`),
    ).toBeVisible();
    const visitor = await someone.context.newPage();
    await visitor.goto(address);
    await visitor.getByRole('button', { name: /^Abrir chat/ }).click();
    await expect(visitor.getByRole('log', { name: 'Mensajes' })).toContainText('Café Lastarria');
    // It is noted beside the opening, not before it.
    await expect(async () => {
      await page.getByRole('button', { name: 'Comprobar' }).click();
      await expect(page.getByText(`El chat de Café Lastarria funciona en ${address}.`)).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await visitor.close();
  } finally {
    await new Promise((resolve) => site.close(resolve));
  }
});
