/** An owner teaches the bot with documents: from a dropped file to the answer that a customer reads, with its source. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 101;
const text = (content: string, name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

test('a document goes from the file to the answer of a customer, and out again', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  await owner.screen('/documento-conocimiento', 'Documentos');
  await expect(page.getByText('Aún no hay documentos en este chatbot')).toBeVisible();
  await owner.looksRightInBoth('no documents');
  await page.screenshot({ path: test.info().outputPath('empty.png'), fullPage: true });

  // Another browser shows the same list all the while; nothing is loaded again there.
  const beside = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  await beside.screen('/documento-conocimiento', 'Documentos');
  const besidePlants = beside.page.getByRole('list', { name: 'Documentos' }).getByText('plantas.txt');

  await page
    .getByLabel('Archivos', { exact: true })
    .setInputFiles([
      text('# Suculentas\n\nEl riego de las suculentas es cada quince días, con poca agua.', 'plantas.txt'),
      text('La guitarra eléctrica se afina en mi estándar antes de cada clase.', 'guitarra.txt'),
      text('x', 'foto.png'),
    ]);
  await expect(page.getByText(/Ese tipo de archivo no se puede leer/)).toBeVisible();
  await page.getByRole('button', { name: 'Quitar el aviso de foto.png' }).click();
  await expect(page.getByText(/Ese tipo de archivo no se puede leer/)).toBeHidden();
  const list = page.getByRole('list', { name: 'Documentos' });
  const plants = list.getByRole('listitem').filter({ hasText: 'plantas.txt' });
  await expect(plants.getByText('En uso')).toBeVisible({ timeout: 90_000 });
  await expect(
    list.getByRole('listitem').filter({ hasText: 'guitarra.txt' }).getByText('En uso'),
  ).toBeVisible({
    timeout: 90_000,
  });

  await expect(besidePlants).toBeVisible();
  await expect(
    beside.page.getByRole('listitem').filter({ hasText: 'plantas.txt' }).getByText('En uso'),
  ).toBeVisible();

  // The same again is refused, not doubled.
  await page
    .getByLabel('Archivos', { exact: true })
    .setInputFiles(text('La guitarra eléctrica se afina en mi estándar antes de cada clase.', 'otra.txt'));
  await expect(page.getByText('Este chatbot ya tiene ese contenido: «guitarra.txt».')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar el aviso de otra.txt' }).click();

  await page.getByLabel('Página web').fill('https://127.0.0.1/privado');
  await page.getByRole('button', { name: 'Agregar página' }).click();
  await expect(page.getByText('Ingresa una dirección pública que empiece por https://.')).toBeVisible();
  await owner.looksRightInBoth('documents');
  await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true });

  // What a customer reads on the site.
  const visitor = await Visitor.open(browser, server.url, BOT);
  await visitor.say('el riego de una suculenta');
  await expect(visitor.log).toContainText('cada quince días');
  await expect(visitor.log).toContainText('Fuente: plantas.txt, línea 3');

  await plants.getByRole('link', { name: 'plantas.txt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'plantas.txt' })).toBeVisible();
  await page.getByLabel('Pregunta de un cliente').fill('¿como se riegan las suculentas?');
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(
    page.getByRole('list', { name: 'Fragmentos encontrados' }).getByText('Respondería'),
  ).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Fragmentos del documento' }).getByRole('listitem'),
  ).toHaveCount(1);
  await owner.looksRightInBoth('a document');
  await page.screenshot({ path: test.info().outputPath('detail.png'), fullPage: true });

  await page.getByRole('button', { name: 'Volver a leer' }).click();
  await expect(page.getByRole('button', { name: 'Volver a leer' })).toBeVisible({ timeout: 90_000 });
  await page.getByRole('switch', { name: 'Usar con los clientes' }).click();
  await expect(page.getByRole('switch', { name: 'Usar con los clientes' })).not.toBeChecked();
  await expect(page.getByText('Solo en la vista previa', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documentos' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'plantas.txt' })).toBeHidden();
  await expect(besidePlants).toBeHidden();
  expect(beside.faults).toEqual([]);
  expect(owner.faults).toEqual([]);
});

test('what was refused stays under the pointer while other files arrive', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  const arrive = await owner.hold('POST', '/api/documents');
  await owner.screen('/documento-conocimiento', 'Documentos');
  const now = Date.now();
  await page
    .getByLabel('Archivos', { exact: true })
    .setInputFiles([
      text(`El taller abre a las nueve. ${now}`, 'taller.txt'),
      text(`La bodega cierra a las seis. ${now}`, 'bodega.txt'),
      text('x', 'foto.png'),
    ]);
  const waiting = page.getByRole('list', { name: 'Archivos por subir' });
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Quitar el aviso de foto.png' }).hover();
  await page.mouse.down();
  arrive();
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await page.mouse.up();
  await expect(waiting).toBeHidden();
  await owner.close();
});

test('on a phone it fits, and somebody without the module is told so', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT, viewport: PHONE });
  await owner.screen('/documento-conocimiento', 'Documentos');
  await expect(owner.page.getByRole('button', { name: 'Elegir archivos' })).toBeVisible();
  const wide = await owner.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await owner.looksRight('documents on a phone');
  await owner.page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });

  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64 });
  await ana.go('/documento-conocimiento');
  await expect(ana.page.getByText('Lo sentimos, no tienes acceso a este módulo.').first()).toBeVisible();
});
