/**
 * What somebody may do: the view without access, buttons that say why not, roles of the
 * bot's own at work, and the record of who changed what.
 */
import { expect, test } from '@playwright/test';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';
const NO_ACCESS = 'Lo sentimos, no tienes acceso a este módulo.';
const NO_SAVING = 'Lo sentimos, no tienes permisos para guardar cambios.';

/** Of these tests alone: they give people other roles. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

test('without access one is told after a moment, and there is a way on', async ({ browser }) => {
  const ana = await Person.signedIn(browser, server.url, AGENT, { bot: 64 });
  await ana.go('/agente/nuevo');
  // First nothing is said: permissions may still arrive.
  await expect(ana.page.getByText('Cargando')).toBeAttached();
  await expect(ana.page.getByRole('heading', { level: 1, name: NO_ACCESS })).toBeVisible();
  await expect(ana.page.getByLabel('Nombre')).toHaveCount(0);
  await ana.looksRightInBoth('without access');
  await ana.page.getByRole('link', { name: 'Ir al Dashboard', exact: true }).click();
  await ana.page.waitForURL('**/dashboard');
  await ana.close();
});

test('an administrator may look, not save', async ({ browser }) => {
  const admin = await Person.signedIn(browser, server.url, ADMIN, { bot: 64 });
  const { page } = admin;
  await admin.screen('/agente/nuevo', 'Nuevo agente');
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect(save).toBeDisabled();
  await expect(page.getByLabel('Foto de perfil')).toBeDisabled();
  await save.focus();
  await expect(page.getByRole('tooltip')).toHaveText(NO_SAVING);
  await admin.looksRightInBoth('/agente/nuevo without adding');
  await admin.screen('/agentes', 'Agentes');
  await expect(page.getByRole('row', { name: /Carla/ })).toBeVisible();
  await expect(page.getByLabel('Seleccionar todos')).toHaveCount(0);
  await page.getByRole('button', { name: 'Asociar agente' }).click();
  const associate = admin.dialog.getByRole('button', { name: 'Asociar' });
  await expect(associate).toBeDisabled();
  await admin.tabTo(associate);
  await expect(page.getByRole('tooltip')).toHaveText(NO_SAVING);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Editar a Carla/ }).click();
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await expect(page.getByLabel('Rol asignado')).toBeDisabled();
  await admin.screen('/role/list', NO_ACCESS);
  await admin.close();
});

test('a role of the bot’s own decides what its people see, at once; the record says who made it', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const carla = await Person.signedIn(browser, server.url, 'carla@charla.test', { bot: 64 });
  await carla.screen('/agentes', NO_ACCESS);
  const { page } = owner;
  await owner.screen('/role/new', 'Nuevo rol');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ingresa el nombre del rol.')).toBeVisible();
  await page.getByLabel('Nombre').fill('Supervisión');
  await page.getByLabel('Como administrador').check();
  // Any other permission brings reading along.
  await page.getByLabel('Agentes: Ver').check();
  await page.getByLabel('Lista de roles: Ver').check();
  await page.getByLabel('Tickets: todo').check();
  await expect(page.getByLabel('Tickets: Agregar')).toBeChecked();
  await owner.looksRightInBoth('/role/new');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/role/list');
  await expect(page.getByText('Supervisión', { exact: true }).first()).toBeVisible();

  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('link', { name: /Editar a Carla/ }).click();
  await page.getByLabel('Rol asignado').selectOption({ label: 'Supervisión' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');
  await expect(page.getByRole('row', { name: /Carla/ })).toContainText('Supervisión');
  // Her open tab follows without a reload.
  await expect(carla.page.getByRole('heading', { level: 1, name: 'Agentes' })).toBeVisible();
  // Reading shows the screen; what may not be done says why.
  const create = carla.page.getByRole('button', { name: 'Crear agente' });
  await expect(create).toBeDisabled();
  await create.hover();
  await expect(carla.page.getByRole('tooltip')).toHaveText(NO_ACCESS);
  await expect(create).toHaveAccessibleDescription(NO_ACCESS);
  await carla.screen('/role/list', 'Roles');
  const remove = carla.page.getByRole('button', { name: 'Eliminar el rol Práctica profesional' });
  await expect(remove).toBeDisabled();
  await carla.tabTo(remove);
  // The pointer may rest on another such button, whose word stands too.
  await expect(carla.page.getByRole('tooltip').last()).toHaveText(NO_ACCESS);
  await expect(remove).toHaveAccessibleDescription(NO_ACCESS);
  await carla.page.getByRole('link', { name: 'Editar el rol Supervisión', exact: true }).click();
  await expect(carla.page.getByRole('button', { name: 'Guardar' })).toBeDisabled();

  // Who did it is written down, with before and after.
  await owner.screen('/role/list', 'Roles');
  await page.getByLabel('Mostrar', { exact: true }).selectOption({ label: 'Rol' });
  await page.getByText('Paz Aránguiz creó: Rol Supervisión', { exact: true }).click();
  await expect(page.getByText('Permisos: Tickets')).toBeVisible();
  await page.getByLabel('Mostrar', { exact: true }).selectOption({ label: 'Vínculo' });
  await page.getByText('Paz Aránguiz cambió: Vínculo Carla Ibáñez', { exact: true }).first().click();
  await expect(page.getByRole('deletion').filter({ hasText: 'agente' })).toBeVisible();
  await expect(page.getByRole('insertion').filter({ hasText: 'Supervisión' })).toBeVisible();
  await owner.looksRightInBoth('the record of changes');
  await page.getByLabel('Quién').selectOption({ label: 'Carla Ibáñez' });
  await expect(page.getByText('Ningún cambio coincide con lo que elegiste')).toBeVisible();

  // In use it stays; without people it goes.
  await page.getByRole('button', { name: 'Eliminar el rol Supervisión', exact: true }).click();
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(owner.dialog).toContainText('Este rol está en uso');
  await owner.looksRightInBoth('a role in use');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Eliminar el rol Práctica profesional' }).click();
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Rol eliminado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Editar el rol Práctica profesional' })).toHaveCount(0);
  await carla.close();
  await owner.close();
});

test('a role alone opens the list of roles, and nobody gives what they have not', async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/role/new', 'Nuevo rol');
  await page.getByLabel('Nombre').fill('Solo roles');
  await page.getByLabel('Dashboard: Ver').check();
  for (const box of ['CRM', 'Live', 'Whatsapp Api', 'Tickets', 'Historial de conversaciones'])
    await page.getByLabel(`${box}: Ver`, { exact: true }).uncheck();
  await page.getByLabel('Seguimiento de Incidencias: Ver').uncheck();
  await page.getByLabel('Lista de roles: todo').check();
  await page.getByLabel('Nuevo rol: todo').check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/role/list');
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('link', { name: /Editar a Bruno/ }).click();
  await page.getByLabel('Rol asignado').selectOption({ label: 'Solo roles' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.waitForURL('**/agentes');

  const bruno = await Person.signedIn(browser, server.url, 'bruno@charla.test', { bot: 64, viewport: PHONE });
  await bruno.screen('/role/list', 'Roles');
  await expect(bruno.page.getByText('Solo roles', { exact: true }).first()).toBeVisible();
  await bruno.looksRightInBoth('/role/list on a phone');
  await bruno.screen('/role/new', 'Nuevo rol');
  const agents = bruno.page.getByRole('group', { name: 'Agentes', exact: true });
  await expect(agents.getByLabel('Ver')).toBeDisabled();
  await expect(bruno.page.getByLabel('Como administrador')).toBeDisabled();
  await bruno.looksRightInBoth('/role/new on a phone');
  await bruno.screen('/agentes', NO_ACCESS);
  await bruno.close();
  await owner.close();
});

test('a role’s page ends with its bot, and says so when it is nobody’s', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/role/list', 'Roles');
  await page.getByRole('link', { name: 'Editar el rol Supervisión de ventas' }).click();
  await expect(page.getByLabel('Nombre')).toHaveValue('Supervisión de ventas');
  await page.getByRole('button', { name: /^Chatbot:/ }).click();
  await page.getByRole('menuitem', { name: 'Óptica Ñuñoa' }).click();
  await page.waitForURL('**/role/list');
  await owner.screen('/role/edit/999999', 'Editar rol');
  await expect(page.getByText('No encontramos este rol')).toBeVisible();
  await page.getByRole('link', { name: 'Ver los roles' }).click();
  await page.waitForURL('**/role/list');
  await owner.close();
});
