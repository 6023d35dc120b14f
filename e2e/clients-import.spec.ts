/** An owner brings clients in from a file: columns, an own field on the way, the check, the run in two tabs, undoing. */
import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 101;
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

test('clients go from the file to the list and out again, seen by every tab', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen('/clients/import', 'Importar clientes');
  await expect(page.getByText('Aún no hay importaciones')).toBeVisible();
  await owner.looksRightInBoth('no imports');
  const input = page.getByLabel('Archivo de clientes');
  await input.setInputFiles(csv('foto.png', 'x'));
  await expect(page.getByRole('alert')).toHaveText('Sube un archivo CSV o Excel (.xlsx).');
  const wide = Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(';');
  await input.setInputFiles(csv('ancho.csv', wide, wide));
  await expect(page.getByRole('alert')).toContainText('5.000 columnas');

  // Another browser shows the list all the while; nothing is loaded again there.
  const beside = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
  await beside.screen('/clients/import', 'Importar clientes');

  const rows = Array.from(
    { length: 450 },
    (_, at) => `Persona ${at};persona${at}@correo.cl;${1000 + at};${at % 2 ? 'sí' : 'no'}`,
  );
  await input.setInputFiles(
    csv(
      'clientes de la feria.csv',
      'Nombre;Correo;Puntos;Publicidad',
      ...rows,
      'Sin clave;;1;sí',
      'Mal;nada;1;sí',
    ),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'clientes de la feria.csv' })).toBeVisible();
  await expect(page.getByLabel('Campo de la columna Nombre')).toHaveValue('name');
  await expect(page.getByLabel('Campo de la columna Correo')).toHaveValue('email');
  // A field of the bot's own is made on the way.
  await page.getByLabel('Campo de la columna Puntos').selectOption('Crear un campo…');
  const made = page.getByRole('group', { name: 'Campo nuevo para «Puntos»' });
  await expect(made.getByLabel('Tipo')).toHaveValue('number');
  await made.getByRole('button', { name: 'Crear campo' }).click();
  await expect(page.getByLabel('Campo de la columna Puntos')).toHaveValue('field.puntos');
  // A consent needs the words of where it was given.
  await page.getByLabel('Campo de la columna Publicidad').selectOption('Acepta publicidad');
  await page.getByRole('button', { name: 'Revisar sin cambiar nada' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Escribe dónde dieron su consentimiento');
  await page.getByLabel('Dónde dieron su consentimiento').fill('Feria de noviembre');
  await owner.looksRightInBoth('columns');
  await page.screenshot({ path: test.info().outputPath('columns.png'), fullPage: true });
  await page.getByRole('button', { name: 'Revisar sin cambiar nada' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Esto pasaría' })).toBeVisible({ timeout: 60_000 });
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('strong');
  await expect(figure('Nuevos')).toHaveText('450');
  await expect(figure('Rechazadas')).toHaveText('2');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Bajar las filas rechazadas' }).click(),
  ]);
  const refused = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(refused[0]).toBe('\uFEFFNombre;Correo;Puntos;Publicidad;línea;motivo');
  expect(refused[1]).toBe('Sin clave;;1;sí;452;La fila no trae RUT, teléfono ni correo.');
  await owner.looksRightInBoth('what would happen');
  await page.screenshot({ path: test.info().outputPath('checked.png'), fullPage: true });
  await page.getByRole('button', { name: 'Importar 450 clientes' }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: 60_000 });

  const row = beside.page.getByRole('listitem').filter({ hasText: 'clientes de la feria.csv' });
  await expect(row.getByText('Terminada')).toBeVisible();
  await expect(row.getByText(/450 clientes escritos · 2 rechazadas/)).toBeVisible();
  await beside.looksRight('the list on a phone');
  await row.getByRole('link').click();
  await expect(beside.page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible();
  await beside.page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
  expect(
    await beside.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing is wider than a phone',
  ).toBe(true);

  await page.getByRole('button', { name: 'Deshacer' }).click();
  await owner.dialog.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Se deshizo en 450 clientes.')).toBeVisible({ timeout: 60_000 });
  await expect(beside.page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible();
  await beside.close();
  await owner.close();
});
