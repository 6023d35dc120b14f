/** Who somebody is and what they may do, on the screens of issue 'People': as owner, administrator and agent. */
import type { Browser } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';

/** Every screen of these pages with its heading, as the owner sees them. */
const SCREENS = [
  ['/dashboard', /^Hola/],
  ['/profile', 'Mi cuenta'],
  ['/agentes', 'Agentes'],
  ['/agente/nuevo', 'Nuevo agente'],
  ['/historial-estado-agentes', 'Seguimiento de agentes'],
  ['/role/list', 'Roles'],
  ['/role/new', 'Nuevo rol'],
  ['/tickets', 'Tickets: en construcción'],
] as const;
/** What the others may not read, and are told so. */
const CLOSED: Record<string, readonly string[]> = {
  [OWNER]: [],
  [ADMIN]: ['/role/list', '/role/new'],
  [AGENT]: ['/agentes', '/agente/nuevo', '/historial-estado-agentes', '/role/list', '/role/new'],
};
const NO_ACCESS = 'Lo sentimos, no tienes acceso a este módulo.';

async function walk(browser: Browser, url: string, email: string, phone: boolean): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = phone ? PHONE : WIDE;
    const person = await Person.signedIn(browser, url, email, { viewport, colorScheme, bot: 64 });
    for (const [path, heading] of SCREENS) {
      const closed = CLOSED[email]?.includes(path);
      await person.screen(path, closed ? NO_ACCESS : heading);
      await expect(person.page.getByText(/^Cargando/)).toHaveCount(0);
      await person.looksRight(`${path} as ${email}, ${colorScheme}${phone ? ', phone' : ''}`);
      // Nothing is wider than the window.
      const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
    }
    await person.close();
  }
}

for (const email of [OWNER, ADMIN, AGENT]) {
  for (const phone of [false, true]) {
    test(`every screen as ${email}, ${phone ? 'phone' : 'wide'}`, async ({ browser, server }) => {
      test.setTimeout(180_000);
      await walk(browser, server.url, email, phone);
    });
  }
}

test('without access it takes 1.2 s to be told, and there is a way on', async ({ browser, server }) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  await ana.screen('/agente/nuevo', NO_ACCESS);
  await ana.page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await ana.page.waitForURL('**/dashboard');
  await ana.close();
});

test('a registration from the first step to the embed code, over a reload and a mail', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
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
  await expect(page.getByText('El password debe tener mínimo 6 caracteres')).toBeVisible();
  await eva.looksRight('/registro with faults');
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
  await eva.looksRight('/registro, step 3');
  await page.getByRole('button', { name: 'Continuar' }).click();

  await expect(page.getByText('Paso 4 de 5')).toBeVisible();
  await expect(page.getByText('Confirma tu correo.')).toBeVisible();
  await expect.poll(() => server.mailTo(email)).toContain('/confirm/');
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
  await page.getByLabel('Nombre').fill('Sin Bot');
  await page.getByLabel('Correo').fill('sinbot@charla.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('otra frase larga 7');
  await page.getByLabel('Confirma la contraseña').fill('otra frase larga 7');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
  await page.getByRole('button', { name: 'Abandonar el registro' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/login');

  await person.signIn('sinbot@charla.test', 'otra frase larga 7');
  await expect(page.getByRole('dialog', { name: 'No tienes chatbots registrados.' })).toBeVisible();
  await person.looksRight('the dialog without bots');
  await page.getByRole('button', { name: 'Crear' }).click();
  await expect(page.getByText('Paso 2 de 5')).toBeVisible();
  // With a session and without a query, /registro is the dashboard.
  await person.go('/registro');
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/login*');
  await person.close();
});

test('a forgotten password: the mail, the new password, a used and a wrong link', async ({
  browser,
  server,
}) => {
  const person = await Person.open(browser, server.url);
  const { page } = person;
  await person.go('/login');
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByLabel('Correo').fill('bruno@charla.test');
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText('Si existe una cuenta con ese correo')).toBeVisible();
  await person.looksRight('/password_resets');
  await expect.poll(() => server.mailTo('bruno@charla.test')).toContain('/password_resets/');
  const link = /\/password_resets\/[\w-]+\/\d+/.exec(await server.mailTo('bruno@charla.test'))?.[0] ?? '';
  await person.screen(link, 'Crea una nueva contraseña');
  await page.getByLabel('Nueva contraseña').fill('qwerty');
  await page.getByLabel('Confirma la contraseña').fill('qwerty');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('más difícil de adivinar')).toBeVisible();
  await page.getByLabel('Nueva contraseña').fill('una clave bien larga 3');
  await page.getByLabel('Confirma la contraseña').fill('una clave bien larga 3');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Tu contraseña cambió')).toBeVisible();
  await person.go(link);
  await expect(page.getByText('Este enlace ya se usó')).toBeVisible();
  await person.go('/password_resets/nada/1234');
  await expect(page.getByText('Este enlace no es válido')).toBeVisible();
  await person.signIn('bruno@charla.test', 'una clave bien larga 3');
  await person.close();
});

test('a new agent: ten checks as dialogs, the account, its row, its edit, and the way out', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agente/nuevo', 'Nuevo agente');
  const refused = async (text: string) => {
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(owner.dialog).toContainText(text);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await refused('Nombre del agente requerido');
  await expect(page.getByLabel('Nombre')).toBeFocused();
  await page.getByLabel('Nombre').fill('Diego Prueba');
  await refused('Email del agente requerido');
  await page.getByLabel('Correo').fill('carla@charla.test');
  await refused('Password requerido');
  await page.getByLabel('Contraseña', { exact: true }).fill('12345');
  await refused('El password debe tener mínimo 6 caracteres');
  await page.getByLabel('Contraseña', { exact: true }).fill('secreto1');
  await refused('Confirmar password requerido');
  await page.getByLabel('Confirmar contraseña').fill('secreto2');
  await refused('Las contraseñas no coinciden');
  await page.getByLabel('Confirmar contraseña').fill('secreto1');
  await refused('El agente debe tener un rol');
  await expect(page.getByLabel('Rol asignado').getByRole('option', { name: /Propietario/i })).toHaveCount(0);
  await page.getByLabel('Rol asignado').selectOption({ label: 'Agente' });
  await page.getByLabel('general').uncheck();
  await refused('El agente debe tener un área asignada');
  await page.getByLabel('Seleccionar todas').check();
  await expect(page.getByLabel('post-venta')).toBeChecked();
  await refused('El email ya lo esta usando otro agente');
  await page.getByLabel('Correo').fill('diego@charla.test');
  await page.getByLabel('Teléfono').fill('+56 9 1111 2222');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');
  const row = page.getByRole('row', { name: /Diego Prueba/ });
  await expect(row).toContainText('diego@charla.test');
  await expect(row).toContainText('ventas, facturación, post-venta, soporte, general');
  await expect(page.getByText(OWNER)).toHaveCount(0);

  await row.getByRole('link', { name: 'Editar a Diego Prueba' }).click();
  await expect(page.getByLabel('Teléfono')).toHaveValue('+56911112222');
  await page.getByLabel('soporte').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');
  await expect(row).toContainText('ventas, facturación, post-venta, general');

  // The new agent works at once, and is out at once.
  const diego = await Person.open(browser, server.url);
  await diego.signIn('diego@charla.test', 'secreto1');
  await row.getByLabel('Seleccionar a Diego Prueba').check();
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await expect(owner.dialog).toContainText('¿Estás seguro?');
  await expect(owner.dialog).toContainText('No podrás revertir esta acción');
  await owner.dialog.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByText('Agente desvinculado')).toBeVisible();
  await expect(row).toHaveCount(0);
  await diego.page.reload();
  await expect(
    diego.page
      .getByText('No tienes chatbots registrados.')
      .or(diego.page.getByRole('heading', { name: 'Inicia sesión' })),
  ).toBeVisible();
  await diego.close();
  await owner.close();
});

test('Asociar agente: faults at their fields, then the person is there', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 101 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await expect(page.getByText('Aún no hay agentes en este chatbot')).toBeVisible();
  await page.getByRole('button', { name: 'Asociar agente' }).click();
  const form = owner.dialog;
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Ingresa el correo');
  await form.getByLabel('Correo').fill('carla');
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Ingresa un correo válido');
  await form.getByLabel('Correo').fill('Carla@Charla.test');
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Selecciona el Rol');
  await owner.looksRight('Asociar agente');
  await form.getByLabel('Rol').selectOption({ label: 'Agente' });
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(page.getByText('Agente relacionado correctamente')).toBeVisible();
  await expect(page.getByRole('row', { name: /carla@charla\.test/ })).toBeVisible();
  await owner.close();
});

test('a role of the bot’s own decides what its people see, at once', async ({ browser, server }) => {
  test.setTimeout(120_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const carla = await Person.signedIn(browser, server.url, 'carla@charla.test', { bot: 64 });
  await carla.screen('/agentes', NO_ACCESS);
  const { page } = owner;
  await owner.screen('/role/new', 'Nuevo rol');
  await page.getByLabel('Nombre').fill('Supervisión');
  await page.getByLabel('Como administrador').check();
  await page.getByLabel('Agentes: Ver').check();
  await page.getByLabel('Tickets: todo').check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/role/list');
  await expect(page.getByText('Supervisión', { exact: true }).first()).toBeVisible();

  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('link', { name: /Editar a Carla/ }).click();
  await page.getByLabel('Rol asignado').selectOption({ label: 'Supervisión' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');
  await expect(page.getByRole('row', { name: /Carla/ })).toContainText('Supervisión');
  await carla.screen('/agentes', 'Agentes');
  // Reading shows the screen; what may not be done says why.
  await expect(carla.page.getByRole('button', { name: 'Crear agente' })).toBeDisabled();
  await carla.page.getByRole('button', { name: 'Crear agente' }).hover();
  await expect(carla.page.getByRole('tooltip')).toHaveText(NO_ACCESS);
  // Who did it is written down.
  await owner.screen('/role/list', 'Roles');
  await page.getByRole('combobox', { name: 'Mostrar' }).selectOption({ label: 'Rol' });
  await page.getByText(/Paz Aránguiz creó: Rol/).click();
  await expect(page.getByText('Supervisión', { exact: true })).toHaveCount(2);
  await carla.close();
  await owner.close();
});

test('an administrator may look, not save', async ({ browser, server }) => {
  const admin = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
  const { page } = admin;
  await admin.screen('/agente/nuevo', 'Nuevo agente');
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await expect(page.getByLabel('Foto de perfil')).toBeDisabled();
  await page.getByRole('button', { name: 'Guardar' }).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Lo sentimos, no tienes permisos para guardar cambios.');
  await admin.screen('/agentes', 'Agentes');
  await expect(page.getByLabel('Seleccionar todos')).toHaveCount(0);
  await admin.close();
});

test('Mi cuenta: data, sounds, devices and the others’ sessions', async ({ browser, server }) => {
  const first = await Person.signedIn(browser, server.url, ADMIN);
  const second = await Person.signedIn(browser, server.url, ADMIN);
  const { page } = first;
  await first.screen('/profile', 'Mi cuenta');
  await page.getByLabel('Teléfono').fill('+56 9 8765 4321');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Datos guardados')).toBeVisible();
  await expect(page.getByLabel('Teléfono')).toHaveValue('+56987654321');
  await page.getByRole('combobox', { name: 'Nueva conversación' }).selectOption({ label: 'Marimba' });
  await page.getByRole('button', { name: 'Probar: Nueva conversación' }).click();
  await expect(page.getByRole('button', { name: 'Detener la prueba: Nueva conversación' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Probar: Nueva conversación' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Nueva conversación' })).toHaveValue('marimba');

  await page.getByLabel('Contraseña actual').first().fill('no es');
  await page.getByLabel('Nuevo correo').fill('otro@charla.test');
  await page.getByRole('button', { name: 'Cambiar correo' }).click();
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await first.dialog.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await expect(page.getByText('No hay otras sesiones abiertas.')).toBeVisible();
  await second.page.waitForURL('**/login*');
  await first.close();
  await second.close();
});

test('a sign-out in one tab signs all of them out', async ({ browser, server }) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  const other = await ana.context.newPage();
  await other.goto(`${server.url}/profile`);
  await expect(other.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  await ana.page.getByRole('button', { name: /^Menú de/ }).click();
  await ana.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await ana.page.waitForURL('**/login*');
  await other.waitForURL('**/login*');
  expect(
    await other.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'client-config')),
  ).not.toContain('access-token');
  await ana.close();
});

test('the palette finds screens, bots and conversations by keyboard', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('reportar');
  await expect(page.getByText('Cuenta › Incidencia › Reportar')).toBeVisible();
  await owner.looksRight('the palette');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/report-incident');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('lastarria');
  await page.getByRole('option', { name: /Café Lastarria/ }).click();
  await expect(page.getByRole('button', { name: /Chatbot:\s*Café Lastarria/ })).toBeVisible();
  await owner.close();
});

test('the embed code: copy, mail, live preview', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar', { exact: true }).fill('implementar');
  await page.keyboard.press('Enter');
  await expect(owner.dialog).toContainText('Implementar Tienda Andes');
  await page.getByRole('button', { name: 'Copiar código' }).click();
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('data-bot="64"');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(owner.dialog).toContainText('Ingresa el correo');
  await page.getByLabel('Enviar el código por correo').fill('web@tienda.test');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(owner.dialog).toContainText('Enviamos el código a web@tienda.test');
  await expect.poll(() => server.mailTo('web@tienda.test')).toContain('widget.js');
  await expect(page.frameLocator('iframe').getByRole('log', { name: 'Mensajes' })).toContainText('Hola');
  await owner.looksRight('the embed dialog');
  await owner.close();
});

test('the only bot stays, a deactivated one has its cross', async ({ browser, server }) => {
  const only = await Person.signedIn(browser, server.url, 'unico@charla.test');
  await only.screen('/dashboard', /^Hola/);
  await only.page.keyboard.press('Control+k');
  await only.page.getByLabel('Buscar', { exact: true }).fill('eliminar');
  await only.page.keyboard.press('Enter');
  await expect(only.dialog).toContainText('Tu cuenta debe tener al menos un chatbot');
  await only.close();

  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 102 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await expect(page.getByText('Activa tu chatbot con un plan.')).toBeVisible();
  await owner.looksRight('a deactivated bot');
  await page.getByRole('button', { name: /^Eliminar / }).click();
  await expect(owner.dialog).toContainText('¿Eliminar');
  await owner.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('button', { name: /^Eliminar / })).toBeVisible();
  await owner.close();
});

test('a derived conversation rings the bell; reading and archiving empty it', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  const menu = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(menu.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  await expect(menu.getByText(/^Cargando/)).toHaveCount(0);
  await owner.looksRight('the notification menu');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await owner.close();
});

test('the tutorial panel moves and grows by keyboard within its limits', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('button', { name: 'Ver el tutorial de esta pantalla' }).click();
  const panel = page.getByRole('region', { name: 'Tutorial: Arma tu equipo' });
  const box = async () => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await box();
  expect(Math.round(before.width)).toBe(470);
  expect(before.width / before.height).toBeCloseTo(1.618, 1);
  await page.getByRole('button', { name: /mover el panel/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  expect((await box()).y).toBeLessThan(before.y);
  await page.getByRole('button', { name: /Cambiar el tamaño/ }).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  expect((await box()).width).toBeLessThanOrEqual(1000);
  expect((await box()).height).toBeLessThanOrEqual(618);
  await owner.looksRight('the tutorial panel');
  await page.getByRole('button', { name: 'Cerrar el tutorial' }).click();
  await expect(panel).toHaveCount(0);
  await owner.close();
});

test.describe('internal accounts', () => {
  let server: ServerProcess;
  test.beforeAll(async () => {
    process.env['STAFF_EMAILS'] = ADMIN;
    server = await ServerProcess.launch();
    delete process.env['STAFF_EMAILS'];
  });
  test.afterAll(() => server.close());

  test('switch flags, the bar about a delay, and the maintenance of everybody else', async ({ browser }) => {
    test.setTimeout(120_000);
    const staff = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
    const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
    const { page } = staff;
    await ana.screen('/settings', NO_ACCESS);
    await staff.screen('/settings', 'Configuración');
    const flags = page.getByRole('group', { name: 'Funciones de Tienda Andes' });
    await flags.getByLabel('Clasificación IA').check({ force: true });
    await expect(
      flags.getByRole('button', { name: /Volver al valor de siempre: Clasificación IA/ }),
    ).toBeVisible();
    await staff.looksRight('/settings');

    await page.getByLabel('Mostrar el aviso de demora del sistema').check({ force: true });
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('El sistema está respondiendo con demora.')).toBeVisible();
    await staff.looksRight('the red bar');
    await page.getByLabel('En mantenimiento').check({ force: true });
    await page.getByLabel('Mensaje de la página (opcional)').fill('Volvemos a las 10.');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await staff.dialog.getByRole('button', { name: 'Activar' }).click();
    await expect(page.getByText('Guardado: en mantenimiento')).toBeVisible();
    await ana.go('/dashboard');
    await ana.page.waitForURL('**/maintenance');
    await expect(ana.page.getByText('Volvemos a las 10.')).toBeVisible();
    await ana.looksRight('/maintenance');
    await staff.screen('/agentes', 'Agentes');
    await staff.screen('/settings', 'Configuración');
    await page.getByLabel('En mantenimiento').uncheck({ force: true });
    await page.getByRole('button', { name: 'Guardar' }).click();
    await ana.page.getByRole('button', { name: 'Revisar ahora' }).click();
    await ana.page.getByRole('link', { name: 'Ir al Dashboard' }).click();
    await ana.page.waitForURL('**/dashboard');
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
});
