/** What internal accounts alone do: flags, the bar about a delay, maintenance, the component gallery. */
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';
const NO_ACCESS = 'Lo sentimos, no tienes acceso a este módulo.';

test.describe('internal accounts', () => {
  let server: ServerProcess;
  test.beforeAll(async () => {
    server = await ServerProcess.launch('', { STAFF_EMAILS: ADMIN }, 'postgres');
  });
  test.afterAll(() => server.close());

  test('add to the kinds of business that owners choose from', async ({ browser }) => {
    const staff = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
    const { page } = staff;
    await staff.screen('/settings', 'Configuración');
    const types = page.getByRole('list', { name: 'Tipos de negocio' });
    await expect(types).toContainText('Mascotas');
    await page.getByLabel('Nuevo tipo de negocio').fill('mascotas');
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(page.getByText('Ya existe un tipo de negocio con ese nombre.')).toBeVisible();
    await page.getByLabel('Nuevo tipo de negocio').fill('Florería');
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(types).toContainText('Florería');
    await staff.screen('/chatbot/edit', 'Editar chatbot');
    await page.getByLabel('Tipo de negocio').selectOption('Florería');
    await page.getByRole('button', { name: 'Guardar datos' }).click();
    await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Tipo de negocio')).toHaveValue('Florería');
    await staff.close();
  });

  test('switch flags, the bar about a delay, and the maintenance of everybody else', async ({ browser }) => {
    const staff = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
    const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
    const { page } = staff;
    await ana.screen('/settings', NO_ACCESS);
    await ana.go('/charla-live-2?bot=64');
    await expect(ana.page.getByTestId('state-archived')).toHaveText(/\d/);
    await expect.poll(() => server.sockets()).toContain(AGENT);
    await staff.screen('/settings', 'Configuración');
    const flags = page.getByRole('group', { name: 'Funciones de Tienda Andes' });
    // It stands on once the server has it.
    await flags.getByRole('switch', { name: 'Clasificación IA' }).click({ force: true });
    await expect(flags.getByRole('switch', { name: 'Clasificación IA' })).toBeChecked();
    await expect(
      flags.getByRole('button', { name: /Volver al valor de siempre: Clasificación IA/ }),
    ).toBeVisible();
    await staff.looksRightInBoth('/settings');

    await page.getByLabel('Mostrar el aviso de demora del sistema').check({ force: true });
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByText('El sistema está respondiendo con demora.')).toBeVisible();
    await staff.looksRightInBoth('the red bar');
    await page.getByLabel('En mantenimiento').check({ force: true });
    await page.getByLabel('Mensaje de la página (opcional)').fill('Volvemos a las 10.');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await staff.dialog.getByRole('button', { name: 'Activar' }).click();
    await expect(page.getByText('Guardado: en mantenimiento')).toBeVisible();
    // Nothing had to be asked: the socket ended, and the page heard why.
    await ana.page.waitForURL('**/maintenance');
    await expect.poll(() => server.sockets()).toEqual([ADMIN]);
    await expect(ana.page.getByText('Volvemos a las 10.')).toBeVisible();
    await ana.looksRightInBoth('/maintenance');
    await staff.screen('/agentes', 'Agentes');
    await staff.screen('/settings', 'Configuración');
    await page.getByLabel('En mantenimiento').uncheck({ force: true });
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await ana.page.getByRole('button', { name: 'Revisar ahora' }).click();
    await ana.page.getByRole('link', { name: 'Ir al Dashboard' }).click();
    await ana.page.waitForURL('**/dashboard');
    await expect.poll(() => server.sockets()).toContain(AGENT);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of ['/test-view', '/test2']) {
        await staff.screen(path, 'Galería de componentes');
        await expect(page.getByText(NO_ACCESS).last()).toBeVisible();
        await staff.looksRight(`${path}, ${colorScheme}`);
      }
    }
    await ana.close();
    await staff.close();
  });

  test('have their conversations served elsewhere, and nobody else', async ({ browser }) => {
    // The other service: the same calls at an address of its own, which counts who asks.
    const asked: string[] = [];
    let target = '';
    const elsewhere = createServer((request, response) => {
      const { origin = '*' } = request.headers;
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader(
        'access-control-allow-headers',
        String(request.headers['access-control-request-headers']),
      );
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
      response.setHeader('access-control-expose-headers', 'x-seq, x-sight');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      asked.push(String(request.headers['uid']));
      const { host: _, ...headers } = request.headers;
      return request.pipe(
        forward(`${target}/svc/conversations${request.url?.replace(/^\/staff/, '')}`, {
          method: request.method,
          headers,
          // A connection for each: one that is kept may be closed by the server as the next is sent.
          agent: false,
        })
          .on('response', (answer) => {
            for (const name of ['content-type', 'x-seq', 'x-sight']) {
              const value = answer.headers[name];
              if (value) response.setHeader(name, value);
            }
            response.writeHead(answer.statusCode ?? 502);
            answer.pipe(response);
          })
          .on('error', () => response.destroy()),
      );
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const own = await ServerProcess.launch(
      '',
      {
        STAFF_EMAILS: ADMIN,
        STAFF_CONVERSATIONS_URL: `http://127.0.0.1:${port}/staff`,
      },
      'postgres',
    );
    target = own.url;
    for (const email of [AGENT, ADMIN]) {
      const person = await Person.signedIn(browser, own.url, email, { bot: 64 });
      await person.go('/charla-live-2?bot=64');
      await expect(person.page.getByTestId('state-archived')).toHaveText(/\d/);
      await person.close();
    }
    expect(new Set(asked)).toEqual(new Set([ADMIN]));
    elsewhere.closeAllConnections();
    elsewhere.close();
    await own.close();
  });
});
