/** The bots of a person: which are listed, which can be taken away. */

import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';

test('own and assigned bots: the toggle for people with both, buttons up to four, a menu above', async ({
  browser,
  serverOfTest: server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  await owner.screen('/dashboard', /^Hola/);
  await owner.page.getByRole('button', { name: /Chatbot:/ }).click();
  await expect(owner.page.getByRole('menuitem')).toHaveCount(6);
  await expect(owner.page.getByText('Chatbots propios')).toHaveCount(0);
  await owner.looksRightInBoth('the menu of bots');
  const roles = await call<{ id: number; base: string }[]>(owner.page, 'GET', '/svc/main/role/role_bot/101');
  const role = roles.body.find(({ base }) => base === 'agente');
  const joined = await call(owner.page, 'POST', '/svc/main/userbot/userbotnew', {
    email: 'unico@charla.test',
    bot_id: 101,
    role_id: role?.id,
    category: ['general'],
  });
  expect(joined.status).toBe(201);
  await owner.close();

  const both = await Person.signedIn(browser, server.url, 'unico@charla.test', { bot: 201 });
  const { page } = both;
  await both.screen('/dashboard', /^Hola/);
  const bots = page.getByRole('group', { name: 'Chatbot' }).getByRole('button');
  await expect(bots).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'Chatbots propios' })).toBeChecked();
  await page.getByText('Chatbots asignados').click();
  await expect(bots).toHaveText(['Café Lastarria']);
  await bots.click();
  await expect(page.getByRole('radio', { name: 'Chatbots asignados' })).toBeChecked();
  await expect(page.getByText('Así están ahora las conversaciones de Café Lastarria.')).toBeVisible();
  // The bell is for bots that have the flag.
  await expect(page.getByRole('button', { name: /^Tu estado/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toHaveCount(0);
  await both.looksRightInBoth('the toggle of bots');
  // On a phone there is no room beside the bots: the menu has the toggle.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /Chatbot:/ }).click();
  await both.looksRightInBoth('the toggle of bots on a phone');
  await page.getByRole('menuitemradio', { name: 'Chatbots propios' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Panadería San Camilo']);
  await page.keyboard.press('Escape');
  await both.close();
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
  await expect(page.getByText('Tu período de prueba expiró')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Actualizar plan' })).toHaveAttribute('href', '/facturacion');
  await owner.looksRightInBoth('a deactivated bot');
  await page.getByRole('button', { name: /^Eliminar / }).click();
  await expect(owner.dialog).toContainText('¿Eliminar');
  await owner.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('button', { name: /^Eliminar / })).toBeVisible();
  await owner.close();
});

test('a bot that somebody collects money for outside is not deleted: status 800', async ({
  browser,
  serverOfTest: server,
}) => {
  await server.collected(102);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 102 });
  const { page } = owner;
  await owner.screen('/dashboard', /^Hola/);
  const cross = page.getByRole('button', { name: /^Eliminar / });
  await cross.click();
  await owner.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(owner.dialog).toContainText(
    'El chatbot se no se pudo eliminar correctamente, por favor contacta a soporte.',
  );
  await owner.dialog.getByRole('button', { name: 'Entendido' }).click();
  await expect(cross).toBeVisible();
  await owner.close();
});
