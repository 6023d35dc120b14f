/** A bot from its making to its end: template, settings, look with the widget beside it, off, gone. */
import { addDays, dayIn } from '../contract/days.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';
import { Site } from './support/site.ts';

const OWNER = 'propietaria@charla.test';
const NAME = 'Librería Ñandú';

/** DD/MM/YYYY. */
const dateInDays = (days: number) => addDays(dayIn(Date.now()), days).split('-').reverse().join('/');

interface Made {
  id: number;
  bot_name: string;
  token: string;
}

test('a new bot: its template, settings that stay, a look that the site shows at once, off and on, deleted', async ({
  browser,
  serverOfTest: server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/chatbot/new', 'Crear chatbot');
  // What each template contains stands beside it.
  await expect(page.getByText(/interacciones listas/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Crear chatbot' }).click();
  await expect(page.getByText('Ingresa el nombre del chatbot.')).toBeVisible();
  await expect(page.getByLabel('Nombre del chatbot')).toBeFocused();
  await page.getByLabel('Nombre del chatbot').fill(NAME);
  await page.getByRole('radio', { name: /Genérica/ }).check();
  await page.getByLabel('Tipo de negocio').selectOption('Educación y cursos');
  await page.getByRole('radio', { name: 'Violeta' }).check({ force: true });
  await owner.looksRightInBoth('a new bot');
  await page.getByRole('button', { name: 'Crear chatbot' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar chatbot' })).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(NAME);
  await expect(page.getByLabel('Tipo de negocio')).toHaveValue('Educación y cursos');

  const id = Number(await page.evaluate(() => sessionStorage.getItem('selected-bot')));
  const [bot] = (await call<Made[]>(page, 'GET', `/svc/bots/bots/get_bot_info/${id}`)).body;
  expect(bot?.bot_name).toBe(NAME);
  const site = await Site.open(browser, server.url, { id, token: bot?.token ?? '' });
  await expect(site.launcher).toBeVisible();

  // What is typed shows in the widget beside the form before it is saved, and not on the site.
  const preview = page.frameLocator('iframe[title^="Así se verá"]');
  await expect(preview.getByText(NAME).first()).toBeVisible();
  await page.getByRole('radio', { name: 'A la izquierda' }).check();
  await page.getByRole('radio', { name: 'Un texto' }).check();
  await page.getByLabel('Texto del botón').fill('¿Te ayudamos?');
  await page.getByLabel('Mensaje de bienvenida').fill('¡Hola! Pregunta por tus libros.');
  await expect(preview.getByText('¡Hola! Pregunta por tus libros.')).toBeVisible();
  await preview.getByRole('button', { name: 'Cerrar chat' }).first().click();
  const shown = preview.getByRole('button', { name: '¿Te ayudamos?: Abrir chat' });
  await expect(shown).toBeVisible();
  await site.visit();
  await expect(site.launcher).toHaveText('');
  await page.getByRole('button', { name: 'Guardar apariencia' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await site.visit();
  await expect(site.launcher).toHaveText('¿Te ayudamos?');
  expect((await site.launcher.boundingBox())?.x).toBeLessThan(100);
  await site.launcher.click();
  await expect(site.page.getByText('¡Hola! Pregunta por tus libros.')).toBeVisible();

  // Settings of attention stay.
  await page.getByRole('link', { name: 'Atención y horarios' }).click();
  await page.getByLabel('Asignación automática').check();
  await page.getByLabel('Pasar a Inactivas', { exact: true }).selectOption({ label: '2 horas' });
  await page.getByLabel('Al pasar a Inactivas, el bot dice').fill('¿Sigues ahí?');
  await page.getByRole('button', { name: 'Guardar conversaciones' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  const calendar = page.getByRole('region', { name: 'Calendario' });
  await expect(calendar.getByRole('status', { name: 'Con este calendario' })).toHaveText('Abierto ahora');
  await calendar.getByRole('radio', { name: /En un horario/ }).check();
  await expect(calendar.getByRole('radio', { name: 'Cerrado todos los feriados de Chile' })).toBeChecked();
  await page.getByLabel('Lunes, de atención: hasta, tramo 1').fill('08:00');
  await expect(page.getByText('Cada tramo debe terminar después de empezar.')).toBeVisible();
  await page.getByLabel('Lunes, de atención: hasta, tramo 1').fill('19:30');
  await calendar.getByRole('button', { name: 'Copiar horas' }).click();
  await expect(page.getByLabel('Viernes, de atención: hasta, tramo 1')).toHaveValue('19:30');
  await calendar.getByText('Horas de cada área').click();
  await calendar.getByLabel('Horas de soporte').selectOption({ label: 'Siempre' });
  await calendar.getByRole('button', { name: 'Agregar día' }).click();
  await calendar.getByLabel('Fecha, día 1').fill('31/12/2030');
  await calendar.getByRole('button', { name: 'Guardar calendario' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await calendar.getByLabel('Vale desde').fill('01/01/2020');
  await expect(calendar.getByText('lo que pasó queda como fue.')).toBeVisible();
  await calendar.getByLabel('Vale desde').fill(dateInDays(40));
  await calendar.getByRole('radio', { name: 'Siempre', exact: true }).check();
  await calendar.getByRole('button', { name: 'Guardar calendario' }).click();
  await expect(calendar.getByText('por venir')).toBeVisible();
  await calendar.getByRole('button', { name: 'Retirar' }).click();
  await owner.dialog.getByRole('button', { name: 'Retirar' }).click();
  await expect(calendar.getByText('por venir')).toHaveCount(0);
  await page.getByLabel('Fuera de horario, el bot dice').fill('Volvemos mañana.');
  await page.getByRole('button', { name: 'Guardar en el borrador' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Asignación automática')).toBeChecked();
  await expect(page.getByLabel('Pasar a Inactivas', { exact: true })).toHaveValue('120');
  await expect(page.getByLabel('Al pasar a Inactivas, el bot dice')).toHaveValue('¿Sigues ahí?');
  await expect(page.getByLabel('Lunes, de atención: hasta, tramo 1')).toHaveValue('19:30');
  await expect(calendar.getByLabel('Horas de soporte')).toHaveValue('always');
  await expect(calendar.getByLabel('Fecha, día 1')).toHaveValue('31/12/2030');
  await expect(page.getByLabel('Fuera de horario, el bot dice')).toHaveValue('Volvemos mañana.');

  // The menu behind a button of the chat.
  await page.getByRole('link', { name: 'Menú en el chat' }).click();
  await page.getByRole('radio', { name: /siempre a mano/ }).check();
  await expect(preview.getByRole('button', { name: 'Menú', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Guardar menú' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await site.visit();
  await site.page.getByLabel('Escribe tu mensaje').fill('hola');
  await site.page.getByLabel('Escribe tu mensaje').press('Enter');
  const menu = site.page.getByRole('button', { name: 'Menú', exact: true });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');

  // Off: the button goes, and comes back with the bot.
  await page.getByRole('link', { name: 'Datos y apariencia' }).click();
  await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await expect(owner.dialog).toContainText('El chat desaparecerá de tu sitio');
  await owner.dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText('Activa tu chatbot con un plan.')).toBeVisible();
  const off = await Site.open(browser, server.url, { id, token: bot?.token ?? '' });
  await expect(off.launcher).toHaveCount(0);
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Desactivar', exact: true })).toBeVisible();
  await off.visit();
  await expect(off.launcher).toBeVisible();

  await page.getByRole('button', { name: 'Eliminar', exact: true }).last().click();
  await expect(owner.dialog).toContainText(`¿Eliminar ${NAME}?`);
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).not.toHaveValue(NAME);
  await off.visit();
  await expect(off.launcher).toHaveCount(0);
  await off.close();
  await site.close();
  await owner.close();
});

test('what is not saved is asked for, and found again beside another bot', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 7 });
  const { page } = owner;
  await owner.screen('/chatbot/edit', 'Editar chatbot');
  await page.getByLabel('Descripción (opcional)').fill('La tienda de saldos');
  await page.getByRole('link', { name: 'Atención y horarios' }).click();
  await expect(owner.dialog).toContainText('¿Salir sin guardar?');
  await owner.dialog.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Descripción (opcional)')).toHaveValue('La tienda de saldos');
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: /Chatbot:/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await switchTo('Café Lastarria');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Café Lastarria');
  await expect(page.getByLabel('Descripción (opcional)')).toHaveValue('');
  await switchTo('Outlet Andes');
  await expect(page.getByLabel('Descripción (opcional)')).toHaveValue('La tienda de saldos');
  await expect(page.getByText('Recuperamos cambios que no habías guardado.')).toBeVisible();
  await page.getByRole('link', { name: 'Atención y horarios' }).click();
  await owner.dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración del chatbot' })).toBeVisible();
  await owner.close();
});

test('colours that hide, failures and refusals are told; wide, on a phone, light and dark', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  for (const [path, heading] of [
    ['/chatbot/edit', 'Editar chatbot'],
    ['/chatbot/configuracion', 'Configuración del chatbot'],
    ['/chatbot/configuracion/menu', 'Menú del chatbot'],
  ] as const) {
    await owner.screen(path, heading);
    await expect(page.getByRole('button', { name: /^Guardar/ }).first()).toBeVisible();
    await owner.looksRightInBoth(path);
    await page.setViewportSize(PHONE);
    await owner.looksRight(`${path} on a phone`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${path} fits a phone`,
    ).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await owner.screen('/chatbot/edit', 'Editar chatbot');
  await page.getByLabel('Otro color').fill('#ffee88');
  await expect(page.getByText(/Casi no se distingue en un sitio blanco/)).toBeVisible();
  await page.route('**/svc/main/bot/64', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  );
  await page.getByRole('button', { name: 'Guardar apariencia' }).click();
  await expect(page.getByText('No pudimos guardar los cambios')).toBeVisible();
  await expect(page.getByLabel('Otro color')).toHaveValue('#ffee88');
  await owner.close();

  // Somebody else's bot is left, not deleted; agents see none of it.
  const admin = await Person.signedIn(browser, server.url, 'admin@charla.test', { bot: 64 });
  await admin.screen('/chatbot/edit', 'Editar chatbot');
  await expect(admin.page.getByRole('button', { name: 'Desvincularme' })).toBeVisible();
  await admin.close();
  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64 });
  await ana.go('/chatbot/edit');
  await expect(ana.page.getByText('Lo sentimos, no tienes acceso a este módulo.')).toBeVisible();
  await ana.close();
});
