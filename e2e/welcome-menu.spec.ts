/** `/menu-inicial`: order by keyboard, by buttons and by drag, suboptions, channels, reset. */
import { expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';
/** Of these tests alone: they change a bot's menu. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

interface Menu {
  answers: string[];
  buttons: { id: string; label: string; node_id: string; suboptions: { label: string }[] }[];
}
const menuOf = (api: Api) => api.call<Menu>('GET', '/svc/templates/api/client/nodes/welcome/64');
const labels = (page: Page) =>
  page
    .getByRole('list', { name: 'Opciones del menú' })
    .getByRole('textbox', { name: /^Texto de la opción \d+$/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

test('the order is chosen by keyboard, by button and by drag, and is kept', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  const before = (await menuOf(api)).buttons.map(({ label }) => label);
  expect(before.length).toBeGreaterThan(3);
  const [first = '', second = '', third = '', ...rest] = before;
  await owner.screen('/menu-inicial', 'Menú inicial');
  await owner.looksRightInBoth('the welcome menu');

  const handle = page.getByRole('button', { name: `Mover ${first}`, exact: true });
  await owner.tabTo(handle);
  await page.keyboard.press('Space');
  await expect(page.getByText(`Tomaste «${first}», lugar 1 de ${before.length}.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`«${first}» está sobre el lugar 2`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => labels(page)).toEqual([second, first, third, ...rest]);

  await page.getByRole('button', { name: `Subir ${third}`, exact: true }).click();
  await expect.poll(() => labels(page)).toEqual([second, third, first, ...rest]);

  const from = await page.getByRole('button', { name: `Mover ${first}`, exact: true }).boundingBox();
  const to = await page.getByRole('button', { name: `Mover ${second}`, exact: true }).boundingBox();
  if (!from || !to) throw new Error('The handles are not on screen');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 20, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await page.mouse.up();
  await expect.poll(() => labels(page)).toEqual([first, second, third, ...rest]);
  await page.getByRole('button', { name: `Bajar ${first}`, exact: true }).click();

  // Leaving asks.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await page.reload();
  await expect.poll(() => labels(page)).toEqual([second, first, third, ...rest]);
  await owner.close();
});

test('options with a menu of their own, what each channel makes of them, and back to the template', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const { page } = owner;
  await owner.screen('/menu-inicial', 'Menú inicial');
  const count = (await menuOf(api)).buttons.length;
  await page.getByRole('button', { name: 'Agregar opción al menú' }).click();
  const options = page.getByRole('list', { name: 'Opciones del menú', exact: true });
  await expect(options.getByLabel(`Texto de la opción ${count + 1}`, { exact: true })).toBeFocused();
  await options
    .getByLabel(`Texto de la opción ${count + 1}`, { exact: true })
    .fill('Para empresas y organizaciones');
  const limits = page.getByRole('region', { name: 'Límites de cada canal' });
  await expect(limits.getByText('Se cortan: «Para empresas y organizaciones».').first()).toBeVisible();
  const added = options.getByRole('listitem').filter({
    has: page.getByRole('button', { name: 'Mover Para empresas y organizaciones' }),
  });
  await added.getByLabel('Qué responde').fill('¿Qué necesita tu empresa?');
  await added.getByRole('button', { name: 'Agregar opción' }).click();
  await added.getByLabel('Opción 1 lleva a').selectOption({ label: 'Pago en cuotas' });
  const preview = page.getByRole('complementary', { name: 'Cómo lo ven tus clientes' });
  // The widget itself shows it.
  const chat = preview.frameLocator('iframe');
  await chat.getByRole('button', { name: 'Para empresas y organizaciones' }).click();
  await expect(chat.getByText('¿Qué necesita tu empresa?')).toBeVisible();
  await chat.getByLabel('Escribe tu mensaje').fill('hola');
  await chat.getByLabel('Escribe tu mensaje').press('Enter');
  await expect(chat.getByText('solo se prueban las opciones')).toBeVisible();
  await preview.getByRole('button', { name: 'Volver al saludo' }).click();
  // The welcome of its look greets on the site; elsewhere the menu does.
  const greeting = page.getByRole('region', { name: 'Saludo' }).getByRole('textbox').first();
  const usual = await greeting.inputValue();
  await greeting.fill('Saludo solo del menú');
  await expect(preview.getByText('En tu sitio saluda el mensaje de bienvenida')).toBeVisible();
  await expect(chat.getByRole('log').locator('.bot').first()).toContainText('Hola');
  await preview.getByText('Instagram', { exact: true }).first().click();
  await expect(chat.getByText('Saludo solo del menú')).toBeVisible();
  await expect(preview.getByText('En tu sitio saluda el mensaje de bienvenida')).toHaveCount(0);
  await greeting.fill(usual);
  await expect(chat.getByRole('button', { name: 'Para empresas y org…' })).toBeVisible();
  await owner.looksRightInBoth('an option with suboptions');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  expect((await menuOf(api)).buttons.at(-1)).toMatchObject({
    label: 'Para empresas y organizaciones',
    suboptions: [{ label: 'Pago en cuotas' }],
  });

  await page.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await page
    .getByRole('dialog', { name: '¿Restablecer el menú?' })
    .getByRole('button', { name: 'Restablecer' })
    .click();
  await expect
    .poll(async () => (await menuOf(api)).buttons.some(({ label }) => label.startsWith('Para empresas')))
    .toBe(false);
  await owner.close();
});

test('two people change the menu: what was typed stays, both versions can be had, none is lost unasked', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const api = await Api.signIn(server.url, OWNER);
  const colleague = await Api.signIn(server.url, 'admin@charla.test');
  const { page } = owner;
  const menu = await menuOf(api);
  const update = '/svc/templates/api/client/nodes/welcome/update';
  const kept = menu.buttons.map(({ id, label, node_id }) => ({ id, label, node_id }));
  const own = { label: 'Empresas', answers: ['¿Qué necesita tu empresa?'], suboptions: [] };
  await api.call('PUT', update, { bot_id: 64, buttons: [...kept, own] });

  await owner.screen('/menu-inicial', 'Menú inicial');
  const greeting = page.getByRole('textbox', { name: 'Saludo', exact: true });
  await greeting.fill('Hola, ¿en qué te ayudo hoy?');
  // The colleague takes the option away, and with it the menu that was made for it.
  await colleague.call('PUT', update, { bot_id: 64, buttons: kept, answers: ['Bienvenida'] });
  const save = page.getByRole('button', { name: 'Guardar', exact: true });
  await save.click();
  const conflict = page.getByRole('alert').filter({ hasText: 'cambió esto mientras lo editabas' });
  await expect(conflict.getByText('Así lo dejó Andrés Bello')).toBeVisible();
  await expect(conflict).toContainText('Bienvenida');
  await expect(greeting).toHaveValue('Hola, ¿en qué te ayudo hoy?');
  await owner.looksRightInBoth('a conflict on the menu');
  expect((await menuOf(api)).buttons).toHaveLength(kept.length);
  await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await expect(conflict).toHaveCount(0);
  expect(await menuOf(api)).toMatchObject({ answers: ['Hola, ¿en qué te ayudo hoy?'] });
  expect((await menuOf(api)).buttons.at(-1)).toMatchObject({ label: 'Empresas' });

  await greeting.fill('Otra vez yo');
  await colleague.call('PUT', update, { bot_id: 64, answers: ['Bienvenida otra vez'] });
  await save.click();
  await conflict.getByRole('button', { name: 'Quedarme con lo de Andrés Bello' }).click();
  await expect(greeting).toHaveValue('Bienvenida otra vez');
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await expect(conflict).toHaveCount(0);
  await owner.close();
});

test('on a phone', async ({ browser }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64, viewport: PHONE });
  await owner.screen('/menu-inicial', 'Menú inicial');
  await owner.looksRightInBoth('the welcome menu on a phone');
  expect(await owner.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE.width,
  );
  await owner.close();
});
