/** Who makes the product helps who uses it: incidents with their red bar, questions, tickets to the makers. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';
import { PICTURE } from './support/writing.ts';

const STAFF = 'unico@charla.test';
const OWNER = 'propietaria@charla.test';
const AGENT = 'ana@charla.test';

let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', { STAFF_EMAILS: STAFF }, 'postgres');
});
test.afterAll(() => server.close());

test('an agent reports an incident, its red bar stands at the bot, the makers answer, everybody sees it end', async ({
  browser,
}) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64, viewport: PHONE });
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const staff = await Person.signedIn(browser, server.url, STAFF);
  await owner.screen('/dashboard', /./);
  await ana.screen('/report-incident', 'Reportar incidencia');
  const { page } = ana;
  await page.getByLabel('En pocas palabras').fill('Los mensajes de WhatsApp no salen');
  await page.getByLabel('Qué pasa y qué esperabas').fill('Quedan en cola desde las nueve.');
  await page.getByLabel('Cuánto te afecta').selectOption({ label: 'Impide parte del trabajo' });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'pantalla.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
      'base64',
    ),
  });
  await page.getByLabel('Adjuntar datos técnicos de este navegador').check();
  await ana.looksRightInBoth('the report of an incident');
  await page.getByRole('button', { name: 'Enviar reporte' }).click();
  await expect(page.getByRole('heading', { name: 'Seguimiento de incidencias' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Imágenes' }).getByRole('img')).toBeVisible();
  // In the owner's open tab, without anything done there.
  const bar = owner.page.getByRole('status').filter({ hasText: 'Los mensajes de WhatsApp no salen' });
  await expect(bar).toContainText('INC-0001');
  await expect(bar).toContainText('Reportada');
  await owner.looksRightInBoth('the bar of an incident');

  await staff.screen('/follow-incident', 'Seguimiento de incidencias');
  const mends = staff.page;
  await mends.getByRole('button', { name: 'Ver el detalle' }).click();
  await mends.getByText('Datos técnicos del navegador').click();
  await expect(mends.getByText('"browser"')).toBeVisible();
  await mends.getByLabel('Estado desde ahora').selectOption({ label: 'Identificada' });
  await mends.getByLabel('Qué se sabe').fill('Meta responde con demora.');
  await mends.getByRole('button', { name: 'Publicar' }).click();
  await expect(bar).toContainText('Identificada');
  await expect(page.getByRole('list', { name: 'Novedades' })).toContainText('Meta responde con demora.');
  await owner.screen('/notificaciones', 'Notificaciones');
  await owner.page.getByRole('button', { name: /INC-0001 \(identificada\)/ }).click();
  await expect(owner.page.getByRole('list', { name: 'Novedades' })).toContainText(
    'Meta responde con demora.',
  );
  await expect(owner.page.getByText('Datos técnicos del navegador')).toHaveCount(0);
  await owner.looksRightInBoth('the timeline of an incident');
  await mends.getByLabel('Estado desde ahora').selectOption({ label: 'Resuelta' });
  await mends.getByLabel('Qué se sabe').fill('Los mensajes salen otra vez.');
  await mends.getByRole('button', { name: 'Publicar' }).click();
  await expect(bar).toHaveCount(0);
  for (const person of [ana, owner, staff]) await person.close();
});

test('a question finds a tutorial; what it does not answer goes to the makers, whose answer comes back live', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const staff = await Person.signedIn(browser, server.url, STAFF);
  const { page } = owner;
  await owner.screen('/soporte', 'Soporte');
  const question = page.getByRole('searchbox', { name: 'Tu pregunta' });
  await question.fill('¿cómo invito a una colega al equipo?');
  const found = page.getByRole('list', { name: 'Tutoriales encontrados' });
  await expect(found.getByRole('link').first()).toContainText('equipo');
  await question.fill('zapatillas xyzzy');
  await expect(page.getByText('Ningún tutorial habla de eso.')).toBeVisible();
  await expect(page.getByLabel('En pocas palabras')).toHaveValue('zapatillas xyzzy');
  await page.getByLabel('En pocas palabras').fill('Cambiar el nombre de la empresa');
  await page.getByRole('textbox', { name: 'Qué necesitas' }).fill('¿Dónde cambio la razón social?');
  await page
    .getByLabel('Archivos para adjuntar')
    .first()
    .setInputFiles({
      name: 'captura.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURE.content, 'base64'),
    });
  await expect(page.getByRole('list', { name: 'Archivos adjuntos' })).toContainText('Listo');
  await page.getByRole('button', { name: 'Enviar consulta' }).click();
  const thread = page.getByRole('list', { name: /^Mensajes de / });
  await expect(thread).toContainText('¿Dónde cambio la razón social?');
  await expect(thread.getByRole('img', { name: 'captura.png' })).toBeVisible();
  await owner.looksRightInBoth('a thread of support');

  await staff.screen('/soporte', 'Soporte');
  const mends = staff.page;
  await mends
    .getByRole('button', { name: /^Abrir / })
    .first()
    .click();
  await expect(mends.getByRole('list', { name: /^Mensajes de / })).toContainText('razón social');
  await expect(mends.getByRole('img', { name: 'captura.png' })).toHaveJSProperty('complete', true);
  await mends.getByLabel(/^Respuesta a /).fill('En Facturación, Datos de la empresa.');
  await mends.getByRole('button', { name: 'Enviar', exact: true }).click();
  // The open thread follows by itself.
  await expect(thread).toContainText('En Facturación, Datos de la empresa.');
  await owner.screen('/notificaciones', 'Notificaciones');
  await page.getByRole('button', { name: /respondió tu consulta/ }).click();
  await expect(thread).toContainText('En Facturación, Datos de la empresa.');
  await owner.close();
  await staff.close();
});
