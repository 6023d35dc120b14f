/** The clients of a bot: found, filtered, kept as a segment, corrected, merged and parted, changed together. */
import type { Page } from '@playwright/test';
import { looksRight } from './support/axe.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';

const BOT = 64;

interface Made {
  _id: string;
}
async function make(page: Page, lead: object): Promise<string> {
  const { status, body } = await call<Made>(page, 'POST', '/svc/main/leads', {
    lead: { bot_id: BOT, ...lead },
  });
  expect(status).toBe(200);
  return body._id;
}
const grid = (page: Page) => page.getByRole('grid', { name: 'Clientes' });
const rows = (page: Page) => grid(page).locator('[data-client]');
const total = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('clients are found, filtered, kept as a segment, changed together and taken out as a file', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: BOT });
  const { page, dialog } = owner;
  const zoila = await make(page, {
    name: 'Zoila Espejo',
    phone: '+56 9 8111 0001',
    tags: ['feria'],
    city: 'Arica',
  });
  await make(page, { name: 'Zoila Reyes', email: 'zoila@correo.cl', city: 'Iquique' });
  // The second address of the screen.
  await owner.screen('/clients', 'Clientes');
  expect(new URL(page.url()).pathname).toBe('/clients-v2');
  await expect(rows(page).first()).toBeVisible();
  await owner.looksRight('list');

  await test.step('by a phone in any writing, by name', async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar clientes' });
    await search.fill('8111-0001');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Zoila Espejo');
    await search.fill('nadie se llama así');
    await expect(page.getByText('Ningún cliente coincide')).toBeVisible();
    await search.fill('zoila');
    await expect(rows(page)).toHaveCount(2);
    // CR-10: the order that nobody chose is said, and marked where its column stands.
    await expect(total(page, 'Ordenado por Cliente desde: primero los más nuevos')).toBeVisible();
    await expect(grid(page).getByRole('columnheader', { name: 'Cliente desde' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const name = grid(page).getByRole('button', { name: 'Nombre' });
    await name.press('Enter');
    await expect(total(page, 'Ordenado por Nombre: de la A a la Z')).toBeVisible();
    await expect(name).toBeFocused();
    await expect(grid(page).getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(rows(page).first()).toContainText('Zoila Espejo');
  });

  await test.step('arrows move, shift selects, and a change goes through all of them', async () => {
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Clientes seleccionados' });
    await expect(bar).toContainText('2 seleccionados');
    await bar.getByRole('button', { name: 'Etiquetas…' }).click();
    await dialog.getByLabel('Etiquetas').fill('temporada');
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    await expect(page.getByText('2 clientes etiquetados')).toBeVisible();
    await expect(rows(page).first()).toContainText('temporada');
    await expect(bar).toHaveCount(0);
  });

  await test.step('a filter says how many it means, and becomes a segment of the team', async () => {
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    const filters = page.getByRole('form', { name: 'Filtros' });
    await filters.getByRole('button', { name: 'Aplicar' }).click();
    await expect(filters.getByRole('alert')).toHaveText('Escribe qué buscas.');
    // What comes with the bot's catalogue: models are those of the chosen brand.
    await filters.getByLabel('Campo').selectOption({ label: 'Marca' });
    await filters.getByRole('button', { name: 'Austral' }).click();
    await filters.getByRole('button', { name: 'Agregar condición' }).click();
    await filters.getByLabel('Campo').nth(1).selectOption({ label: 'Modelo' });
    await expect(filters.getByLabel('Valor de Modelo').getByRole('button')).toHaveText([
      'Parka Baker',
      'Polar Tortel',
    ]);
    await filters.getByRole('button', { name: 'Quitar la condición de Modelo' }).click();
    await filters.getByLabel('Campo').selectOption({ label: 'Etiquetas' });
    await filters.getByLabel('Valor de Etiquetas').fill('feria, otra');
    await expect(filters.getByRole('status')).toHaveText('Coincide 1 cliente.');
    await looksRight(page, 'filter');
    await filters.getByRole('button', { name: 'Aplicar' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Guardar como segmento' }).click();
    await dialog.getByLabel('Nombre').fill('De la feria');
    await dialog.getByLabel('Compartir con todo el equipo').check();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('button', { name: /De la feria\s*1$/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await filters.getByRole('button', { name: 'Cerrar' }).click();
  });

  await test.step('columns are chosen and remembered, a field is added', async () => {
    await page.getByRole('button', { name: 'Campos' }).click();
    await dialog.getByLabel('Nombre').fill('Talla');
    await dialog.getByLabel('Tipo').selectOption({ label: 'Lista' });
    await dialog.getByLabel('Opciones, una por línea').fill('S\nM\nL');
    await dialog.getByRole('button', { name: 'Agregar campo' }).click();
    await expect(dialog.getByRole('list', { name: 'Campos propios' })).toContainText('Talla');
    await dialog.getByLabel('Nombre').fill('Número de socio');
    await dialog.getByRole('button', { name: 'Agregar campo' }).click();
    const own = dialog.getByRole('list', { name: 'Campos propios' }).getByRole('listitem');
    await expect(own.last()).toContainText('Número de socio');
    await dialog.getByRole('button', { name: 'Subir Número de socio' }).press('Enter');
    await expect(own.last()).toContainText('Talla');
    await looksRight(page, 'fields');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columnas' }).click();
    await dialog.getByRole('checkbox', { name: 'Talla' }).check();
    await dialog.getByRole('button', { name: 'Subir Talla' }).focus();
    await dialog.getByRole('button', { name: 'Listo' }).click();
    await expect(grid(page).getByRole('columnheader', { name: 'Talla' })).toBeVisible();
  });

  await test.step('the file holds whom the filter shows', async () => {
    await page.getByRole('button', { name: 'Exportar' }).click();
    await expect(dialog.getByRole('radio', { name: 'Los que muestra la lista (1)' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Exportar' }).click();
    const tray = page.getByRole('complementary', { name: 'Exportaciones' });
    await expect(tray).toContainText('Listo: 1 clientes');
    await tray.getByRole('button', { name: /^Quitar / }).click();
    await expect(tray).toHaveCount(0);
  });

  await test.step('a phone shows cards, in the other colours', async () => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(rows(page)).toContainText('+56 9 8111 0001');
    await owner.looksRight('list, phone, dark');
    await rows(page).getByRole('link', { name: 'Zoila Espejo' }).click();
    await page.waitForURL(`**/clients/detail-lead/${zoila}`);
    await expect(page.getByRole('heading', { name: 'Zoila Espejo', level: 1 })).toBeVisible();
    await owner.looksRight('record, phone, dark');
  });
  await test.step('an agent works with them, and takes none out', async () => {
    const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: BOT });
    const { page: hers } = ana;
    await ana.screen('/clients-v2', 'Clientes');
    await expect(hers.getByRole('button', { name: 'Nuevo cliente' })).toBeEnabled();
    await expect(hers.getByRole('button', { name: 'Exportar' })).toHaveAttribute('aria-disabled', 'true');
    await hers.getByRole('button', { name: 'Exportar' }).hover();
    await expect(hers.getByRole('tooltip')).toHaveText('Lo sentimos, no tienes acceso a este módulo.');
    await expect(hers.getByRole('button', { name: 'Campos' })).toHaveCount(0);
    // The team's segment, which heads alone may change.
    const shared = hers.getByRole('button', { name: /De la feria/ });
    await shared.click();
    await expect(total(hers, '1 cliente')).toBeVisible();
    await expect(hers.getByRole('button', { name: 'Eliminar segmento' })).toHaveCount(0);
    await ana.close();
  });
  await owner.close();
});

test('CR-12: a client is corrected in one tab and known in the other; merged, parted, blocked', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: BOT });
  const { page, dialog } = owner;
  const twin = await make(page, { name: 'Berta Doble', email: 'berta@correo.cl', tags: ['norte'] });
  const berta = await make(page, { name: 'Berta Lagos', phone: '+56 9 8222 0002' });
  await owner.screen(`/clients/detail-lead/${berta}`, 'Berta Lagos');
  const other = await owner.context.newPage();
  await other.goto(`${server.url}/clients-v2?q=berta`);
  await expect(rows(other)).toHaveCount(2);

  await test.step('another tab sees it at once', async () => {
    const data = page.getByRole('region', { name: 'Datos' });
    await data.getByRole('button', { name: 'Editar Correo' }).click();
    await data.getByRole('textbox', { name: 'Correo' }).fill('berta@correo.cl');
    await data.getByRole('textbox', { name: 'Correo' }).press('Enter');
    await expect(rows(other).filter({ hasText: 'Berta Lagos' })).toContainText('berta@correo.cl');
  });

  await test.step('what a colleague changed meanwhile is not overwritten unseen', async () => {
    const data = page.getByRole('region', { name: 'Datos' });
    await data.getByRole('button', { name: 'Editar Ciudad' }).click();
    await data.getByRole('combobox', { name: 'Ciudad' }).fill('Temuco');
    await call(other, 'PUT', `/svc/main/leads/${berta}`, { lead: { city: 'Osorno' } });
    await expect(data.getByText('otra persona lo cambió a «Osorno»')).toBeVisible();
    await expect(data.getByRole('combobox', { name: 'Ciudad' })).toHaveValue('Temuco');
    await data.getByRole('combobox', { name: 'Ciudad' }).press('Enter');
    await expect(data.getByText('Temuco')).toBeVisible();
  });

  await test.step('consents are said with their source', async () => {
    const consents = page.getByRole('region', { name: 'Consentimientos' });
    await consents.getByRole('button', { name: 'Cambiar Publicidad' }).click();
    await consents.getByRole('button', { name: 'Guardar' }).click();
    await expect(consents.getByRole('alert')).toHaveText('Escribe cómo lo dijo el cliente.');
    await consents.getByLabel('Qué dijo').selectOption('No acepta');
    await consents.getByLabel('Cómo lo dijo').fill('Llamada del lunes');
    await consents.getByRole('button', { name: 'Guardar' }).click();
    await expect(consents.getByText('Lo que ha dicho (1)')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Historia' })).toContainText('Llamada del lunes');
  });

  await test.step('two are one, and two again', async () => {
    const twins = page.getByRole('region', { name: 'Posible duplicado' });
    await expect(twins).toContainText('mismo correo');
    await looksRight(page, 'record');
    await twins.getByRole('button', { name: 'Fusionar…' }).click();
    await dialog
      .getByRole('radiogroup', { name: 'Nombre' })
      .getByRole('radio', { name: 'Berta Doble' })
      .check();
    await expect(dialog.getByRole('status')).toContainText('no acepta publicidad');
    await looksRight(page, 'merge');
    await dialog.getByRole('button', { name: 'Fusionar' }).click();
    await expect(page.getByRole('heading', { name: 'Berta Doble', level: 1 })).toBeVisible();
    await expect(rows(other)).toHaveCount(1);
    // The id of who is no more leads to who they are now.
    await other.goto(`${server.url}/clients/detail-lead/${twin}`);
    await other.waitForURL(`**/clients/detail-lead/${berta}`);
    const merges = page.getByRole('region', { name: 'Fusiones' });
    await merges.getByRole('button', { name: 'Deshacer' }).click();
    await dialog.getByRole('button', { name: 'Deshacer la fusión' }).click();
    await expect(merges).toContainText('deshecha el');
    // CR-12: whose press was the last one of its button is still there.
    await expect(merges.getByRole('heading', { name: 'Fusiones' })).toBeFocused();
    await expect(other.getByRole('heading', { name: 'Berta Lagos', level: 1 })).toBeVisible();
    await twins.getByRole('button', { name: 'No son la misma persona' }).click();
    await expect(twins).toHaveCount(0);
  });

  await test.step('blocked after a question, and not any more', async () => {
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await dialog.getByRole('button', { name: 'Bloquear' }).click();
    await expect(other.getByRole('button', { name: 'Desbloquear' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Escribir al cliente' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByRole('button', { name: 'Desbloquear' }).click();
    await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeVisible();
  });

  await test.step('their data come as one file', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar sus datos' }).click();
    expect((await download).suggestedFilename()).toBe(`datos-del-cliente-${berta}.json`);
  });
  await owner.close();
});
