/** The list as people work with it: filters, search, views, snooze, who is where, and no connection. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { Cable } from './support/cable.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { bar, chips, openFilters, panel, param, rows, total, waiting } from './support/list.ts';
import { fillMoment } from './support/moment.ts';
import { taken } from './support/writing.ts';

test('filters narrow the list, stand in the address, come as chips and go one by one', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  const fields = await openFilters(page);
  await fields.getByLabel('Estado').selectOption('closed');
  await fields.getByLabel('Canal').selectOption('whatsapp');
  await fields.getByLabel('Marca').selectOption('austral');
  // A model belongs to its brand.
  const models = fields.getByLabel('Modelo').locator('option');
  await expect(models).toHaveText(['Todos', 'Parka Baker', 'Polar Tortel']);
  await fields.getByLabel('Modelo').selectOption('parka-baker');
  await fields.getByLabel('Marca').selectOption('puelche');
  await expect(fields.getByLabel('Modelo')).toHaveValue('');
  await fields.getByRole('button', { name: 'Listo' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filtros (2)' })).toBeFocused();
  await expect(chips(page)).toHaveText(['WhatsApp', 'Marca: Puelche']);
  const expected = { state: 'closed', channel: 'whatsapp', catalogue: { marca: 'puelche' } };
  const count = await total(page, expected);
  expect(count).toBeGreaterThan(0);
  await expect(page.getByRole('status').filter({ hasText: `${count} conversaci` })).toBeVisible();
  await page.reload();
  await expect(chips(page)).toHaveText(['WhatsApp', 'Marca: Puelche']);
  expect([param(page, 'state'), param(page, 'channel'), param(page, 'marca')]).toEqual([
    'closed',
    'whatsapp',
    'puelche',
  ]);
  await page.getByRole('button', { name: 'Quitar el filtro WhatsApp' }).click();
  await expect(chips(page)).toHaveText(['Marca: Puelche']);
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Terminadas' })).toBeVisible();

  // Without a state a channel's figure is that of the list which it leads to.
  await (await openFilters(page)).getByLabel('Estado').selectOption('all');
  await fields.getByRole('button', { name: 'Listo' }).click();
  const onWeb = await total(page, { channel: 'web', archived: false });
  const web = page.getByTestId('channel-web');
  await expect(web).toContainText(String(onWeb));
  await web.click();
  await expect(page.getByRole('status').filter({ hasText: `${onWeb} conversaci` })).toBeVisible();
  await admin.context.close();
});

test('a live list with filters follows what happens, and says when nothing fits', async ({
  browser,
  server,
}) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const page = carla.tab;
  const { id, visitor } = await waiting(browser, server.url, carla);
  const fields = await openFilters(page);
  await fields.getByLabel('Otra etiqueta').fill('solo-mía');
  await fields.getByLabel('Otra etiqueta').press('Enter');
  await fields.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByText('Ninguna conversación cumple con los filtros.')).toBeVisible();
  await call(page, 'PUT', `/svc/conversations/conversations/${id}`, { tags: ['solo-mía'] });
  await expect(carla.row(id)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await call(page, 'PUT', `/svc/conversations/conversations/${id}`, { tags: [] });
  await expect(rows(page)).toHaveCount(0);
  for (const { context } of [carla, visitor]) await context.close();
});

test('search finds what was said and who it was, marks it, and opens at the message', async ({
  browser,
  server,
}) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const page = carla.tab;
  const { id, visitor } = await waiting(browser, server.url, carla);
  await visitor.say('Perdí mi PARAGÜAS tornasol en la tienda');
  await visitor.say('¿alguien lo vio?');
  await carla.showState('inactive');
  const box = page.getByLabel('Buscar conversaciones');
  await box.fill('paraguas torna');
  await expect(page.getByRole('heading', { name: 'Resultados' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(carla.row(id).locator('mark')).toHaveText('PARAGÜAS torna');
  await expect(carla.row(id)).toContainText('Pendientes');
  await carla.openConversation(id);
  expect(param(page, 'message')).toBeTruthy();
  await expect(page.getByRole('log')).toContainText('PARAGÜAS');
  await box.fill('nadie dijo esto jamás');
  await expect(page.getByText('Nada coincide con «nadie dijo esto jamás».')).toBeVisible();
  // The end of the search leads back to where it began.
  await box.press('Escape');
  await expect(page.getByRole('heading', { name: 'Inactivas' })).toBeVisible();
  expect(param(page, 'q')).toBeNull();
  for (const { context } of [carla, visitor]) await context.close();
});

test('a search that fails says so and is asked again', async ({ browser, server }) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const page = carla.tab;
  let broken = true;
  await page.route('**/conversations/by_lead_data', (route) =>
    broken
      ? route.fulfill({
          status: 422,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'rule', message: 'La búsqueda no está disponible.' }),
        })
      : route.continue(),
  );
  await page.getByLabel('Buscar conversaciones').fill('carpa');
  const failed = page.getByRole('alert').filter({ hasText: 'La búsqueda no está disponible.' });
  await expect(failed).toBeVisible();
  broken = false;
  await failed.getByRole('button', { name: 'Reintentar' }).click();
  await expect(failed).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  await carla.context.close();
});

test('views are kept, shared, renamed and deleted, each with its figure', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  await page.goto(`${server.url}/charla-live-2?bot=64&state=closed&channel=instagram`);
  await page.getByRole('button', { name: 'Guardar vista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Escribe un nombre para la vista.')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Instagram cerradas');
  await dialog.getByLabel('Compartir con todo el equipo').check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toHaveCount(0);
  const views = (tab: Page) => tab.getByRole('list', { name: 'Vistas' });
  const mine = views(page).getByRole('button', { name: /^Instagram cerradas/ });
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  const count = await total(page, { state: 'closed', channel: 'instagram' });
  await expect(mine).toContainText(String(count));

  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const hers = views(ana.tab).getByRole('button', { name: /^Instagram cerradas/ });
  await hers.click();
  await expect(ana.tab.getByRole('heading', { name: 'Terminadas' })).toBeVisible();
  expect(param(ana.tab, 'channel')).toBe('instagram');
  // What is shared, an agent can't change.
  await expect(ana.tab.getByRole('button', { name: 'Opciones de la vista Instagram cerradas' })).toHaveCount(
    0,
  );

  const options = page.getByRole('button', { name: 'Opciones de la vista Instagram cerradas' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Cambiar el nombre…' }).click();
  const renaming = page.getByRole('dialog', { name: /^Vista/ });
  await renaming.getByLabel('Nombre').fill('Insta');
  await renaming.getByRole('button', { name: 'Guardar' }).click();
  await expect(views(page).getByRole('button', { name: /^Insta\b/ })).toBeVisible();
  await page.getByRole('button', { name: 'Opciones de la vista Insta' }).click();
  await page.getByRole('menuitem', { name: 'Eliminar…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(views(page).getByRole('button', { name: /^Insta\b/ })).toHaveCount(0);
  for (const { context } of [admin, ana]) await context.close();
});

test('without a connection search goes on in what is known here, says so, and asks again afterwards', async ({
  browser,
  server,
}) => {
  const cable = await Cable.lay(server.url);
  const carla = await Agent.open(browser, cable.url, 'carla@charla.test');
  const page = carla.tab;
  await expect(rows(page).first()).toBeVisible();
  const name = (await rows(page).first().locator('bdi').first().textContent()) ?? '';
  // What follows the list by itself is there: nothing has come for a second.
  const quiet = () =>
    page.evaluate(
      () =>
        performance.now() - Math.max(...performance.getEntriesByType('resource').map((one) => one.startTime)),
    );
  await expect.poll(quiet).toBeGreaterThan(1_000);
  cable.cut();
  await page.getByLabel('Buscar conversaciones').fill(name);
  const note = page.getByText('Sin conexión: se busca solo en lo guardado en este navegador.');
  await expect(note).toBeVisible();
  await expect(rows(page).first()).toContainText(name);
  await page.getByLabel('Buscar conversaciones').fill('nadie se llama así');
  await expect(page.getByText('Nada coincide con «nadie se llama así».')).toBeVisible();
  await expect(note).toBeVisible();
  cable.mend();
  await expect(note).toHaveCount(0, { timeout: 135_000 });
  await page.getByLabel('Buscar conversaciones').fill(name);
  await expect(rows(page).first()).toContainText(name);
  await carla.context.close();
  await cable.remove();
});

test('what is snoozed leaves the list, is found among the snoozed, and comes back by itself', async ({
  browser,
  server,
}) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const page = carla.tab;
  const { id, visitor } = await waiting(browser, server.url, carla);
  await carla.openConversation(id);
  await carla.act('Tomar');
  await carla.showState('taken');
  await carla.openConversation(id);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Tomadas' }).click();
  await page.keyboard.press('z');
  const dialog = page.getByRole('dialog', { name: /^Posponer/ });
  const soon = Date.now() + 3 * 60_000;
  // By the clock of the browser's place, which is not this process's.
  const local = await page.evaluate((at) => {
    const moment = new Date(at);
    return new Date(at - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, soon);
  await fillMoment(dialog, 'Otra fecha y hora', local);
  await dialog.getByRole('button', { name: 'Posponer' }).click();
  await expect(carla.row(id)).toHaveCount(0);
  // The figure beside the view follows what happens.
  const views = page.getByRole('navigation', { name: 'Estados y canales' });
  await expect(views.getByRole('button', { name: /^Pospuestas/ })).toContainText('1', { timeout: 20_000 });
  await page.getByRole('button', { name: '1 pospuesta' }).click();
  await expect(carla.row(id)).toContainText('hasta las');
  await carla.showState('taken');
  await expect(carla.row(id)).toHaveCount(0);
  await server.advance(4 * 60_000);
  await expect(page.getByText('Volvió una conversación pospuesta')).toBeVisible();
  await expect(carla.row(id)).toBeVisible();
  await expect(page.getByRole('log')).toContainText('la conversación vuelve a la lista');
  for (const { context } of [carla, visitor]) await context.close();
});

test('rows show who looks and who types', async ({ browser, server }) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const { id, visitor } = await waiting(browser, server.url, carla);
  const bruno = await Agent.open(browser, server.url, 'bruno@charla.test');
  await bruno.showState('pending');
  await bruno.openConversation(id);
  await expect(carla.row(id)).toContainText('La ve Bruno');
  // A person who comes later sees it, too.
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  await admin.showState('pending');
  await expect(admin.row(id)).toContainText('La ve Bruno');
  await visitor.page.getByLabel('Escribe tu mensaje').pressSequentially('hola, sigo aquí');
  await expect(carla.row(id)).toContainText('escribe…');
  await bruno.showState('closed');
  await bruno.tab.goto(`${server.url}/charla-live-2?bot=64`);
  await expect(carla.row(id)).not.toContainText('La ve');
  for (const { context } of [carla, bruno, admin, visitor]) await context.close();
});

test('CHAT-11: who types on right after a message is shown to type', async ({ browser, server }) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const { id, visitor } = await waiting(browser, server.url, carla);
  // One letter: it is no repetition of an earlier one that shows it.
  await visitor.page.getByLabel('Escribe tu mensaje').press('y');
  await expect(carla.row(id)).toContainText('escribe…');
  for (const { context } of [carla, visitor]) await context.close();
});

test('CHAT-11: an agent who types on right after an answer is shown to type', async ({ browser, server }) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const { visitor } = await taken(browser, server.url, carla);
  const field = carla.tab.getByLabel('Respuesta', { exact: true });
  await field.pressSequentially('Voy');
  await field.press('Enter');
  await expect(visitor.log).toContainText('Voy');
  await field.press('y');
  await expect(visitor.log).toContainText('está escribiendo…');
  for (const { context } of [carla, visitor]) await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the list's tools: ${colorScheme}`, async ({ browser, server }) => {
    const admin = await Agent.open(browser, server.url, 'admin@charla.test');
    const page = admin.tab;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${server.url}/charla-live-2?bot=64&state=taken&channel=whatsapp&tags=["despacho"]`);
    await expect(chips(page)).toHaveCount(2);
    await openFilters(page);
    await expect(panel(page).getByLabel('Marca')).toBeVisible();
    await expect(panel(page).getByLabel('Desde')).toBeVisible();
    await looksRight(page, 'filters');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await rows(page).first().focus();
    await page.keyboard.press('x');
    await expect(bar(page)).toBeVisible();
    await looksRight(page, 'selection');
    await page.getByLabel('Buscar conversaciones').fill('despacho');
    await expect(page.locator('mark').first()).toBeVisible();
    await looksRight(page, 'results');
    await admin.context.close();
  });
}
