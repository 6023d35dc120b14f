/** /agentes, /agente/nuevo, /agente/edit/{id}, 'Asociar agente' and the hours, as owners use them. */
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { Person, PHONE } from './support/person.ts';
import { ServerProcess } from './support/server-process.ts';

const OWNER = 'propietaria@charla.test';

/** Of these tests alone: they make and remove people. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await ServerProcess.launch('', {}, 'postgres');
});
test.afterAll(() => server.close());

test('a new agent: ten checks as dialogs, the account, its row, its edit', async ({ browser }) => {
  test.setTimeout(300_000);
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
  await page.getByRole('button', { name: 'Mostrar contraseña' }).first().click();
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text');
  await refused('El agente debe tener un rol');
  await expect(page.getByLabel('Rol asignado').getByRole('option', { name: /Propietario/i })).toHaveCount(0);
  await page.getByLabel('Rol asignado').selectOption({ label: 'Agente' });
  // The default area.
  await expect(page.getByLabel('general')).toBeChecked();
  await page.getByLabel('general').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(owner.dialog).toContainText('El agente debe tener un área asignada');
  await owner.looksRightInBoth('the dialog of a check');
  await page.keyboard.press('Enter');
  await page.getByLabel('Seleccionar todas').check();
  await expect(page.getByLabel('post-venta')).toBeChecked();
  await refused(
    'El email ya lo esta usando otro agente, puede vincular al agente en el boton asociar agente.',
  );
  await expect(page.getByLabel('Correo')).toBeFocused();
  await expect(page.getByLabel('Nombre')).toHaveValue('Diego Prueba');
  await page.getByLabel('Correo').fill('diego@charla.test');
  await page.getByLabel('Teléfono').fill('+56 9 1111 2222');

  // The photo is judged by what it is, at its field; nothing typed is lost.
  const photo = page.getByLabel('Foto de perfil');
  await photo.setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: Buffer.from('no es una foto') });
  await refused('La foto debe ser una imagen JPG, PNG, WebP o GIF.');
  await expect(page.getByRole('alert').filter({ hasText: 'La foto debe ser' })).toBeVisible();
  await expect(page.getByLabel('Correo')).toHaveValue('diego@charla.test');
  const wide = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();
  await photo.setInputFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer: wide });
  const create = await owner.hold('POST', '/svc/main/agents');
  await page.getByRole('button', { name: 'Guardar' }).click();
  const busy = page.getByRole('dialog', { name: 'Estamos creando y vinculando al agente...' });
  await expect(busy).toBeVisible();
  await page.keyboard.press('Escape');
  await owner.looksRightInBoth('while an agent is created');
  await expect(busy).toBeVisible();
  create();
  await expect(page.getByText('¡Nuevo usuario creado!')).toBeVisible();
  await page.waitForURL('**/agentes');

  const row = page.getByRole('row', { name: /Diego Prueba/ });
  await expect(row).toContainText('diego@charla.test');
  await expect(row).toContainText('ventas, facturación, post-venta, soporte, general');
  // Owners are hidden.
  await expect(page.getByRole('row', { name: /propietaria@charla/ })).toHaveCount(0);
  const image = row.locator('img');
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
    .toEqual([320, 320]);

  await row.getByRole('link', { name: 'Editar a Diego Prueba' }).click();
  await expect(page.getByLabel('Teléfono')).toHaveValue('+56911112222');
  await owner.looksRightInBoth('/agente/edit');
  await page.getByLabel('Nombre').fill('Diego Cambiado');
  await page.getByLabel('soporte').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await page.waitForURL('**/agentes');
  const changed = page.getByRole('row', { name: /Diego Cambiado/ });
  await expect(changed).toContainText('ventas, facturación, post-venta, general');
  await owner.close();
});

test('somebody who is taken off a bot is out at once, in every tab, without a reload', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  // Bruno works nowhere else; Ana also at another bot.
  const bruno = await Person.signedIn(browser, server.url, 'bruno@charla.test', { bot: 64 });
  await bruno.go('/charla-live-2');
  await expect(bruno.page.getByTestId('state-pending')).toHaveText(/\d/);
  const second = await bruno.context.newPage();
  await second.goto(`${server.url}/profile`);
  await expect(second.getByRole('heading', { name: 'Mi cuenta' })).toBeVisible();
  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64 });
  await ana.go('/charla-live-2');
  await expect(ana.page.getByTestId('state-pending')).toHaveText(/\d/);
  await expect.poll(() => server.sockets()).toContain('bruno@charla.test');

  await owner.screen('/agentes', 'Agentes');
  await expect(page.getByRole('button', { name: 'Desvincular' })).toHaveCount(0);
  await page.getByLabel('Seleccionar a Bruno').check();
  await page.getByLabel('Seleccionar a Ana').check();
  const unlink = page.getByRole('button', { name: 'Desvincular' });
  await unlink.click();
  await expect(owner.dialog).toContainText('¿Estás seguro?');
  await expect(owner.dialog).toContainText('No podrás revertir esta acción');
  await owner.looksRightInBoth('the question before unlinking');
  await owner.dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('row', { name: /Bruno/ })).toBeVisible();
  await expect(unlink).toBeFocused();
  const leave = await owner.hold('DELETE', '/svc/main/userbot/userbotdestroy/*');
  await unlink.click();
  await owner.dialog.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('dialog', { name: 'Desvinculando agente' })).toBeVisible();
  leave();
  await expect(page.getByText('Agente desvinculado')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bruno|Ana/ })).toHaveCount(0);

  await bruno.page.waitForURL('**/login*');
  await second.waitForURL('**/login*');
  await expect.poll(() => server.sockets()).not.toContain('bruno@charla.test');
  // Ana stays signed in, at the bot that is left to her, and nothing of the other one is in sight.
  await expect(ana.page.getByText('Óptica Ñuñoa').first()).toBeVisible();
  await expect(ana.page.getByText('Tienda Andes')).toHaveCount(0);
  await ana.close();
  await bruno.close();
  await owner.close();
});

test('Asociar agente: faults at their fields, then the person is there; the plan’s last place', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  // Outlet Andes: a plan of two, one of them taken.
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 7 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  const opener = page.getByRole('button', { name: 'Asociar agente' });
  await opener.click();
  const form = owner.dialog;
  await expect(form.getByLabel('Correo')).toBeFocused();
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Ingresa el correo');
  await form.getByLabel('Correo').fill('carla');
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Ingresa un correo válido');
  await form.getByLabel('Correo').fill('Carla@Charla.test');
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(form).toContainText('Selecciona el Rol');
  await expect(form.getByLabel('Rol').getByRole('option', { name: /Propietario/i })).toHaveCount(0);
  await owner.looksRightInBoth('Asociar agente');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  // Nobody's address: a mail goes out, and the invitation has the plan's last place.
  await page.getByRole('main').getByRole('button', { name: 'Invitar por correo' }).click();
  await expect(form.getByLabel('general')).toBeChecked();
  await form.getByLabel('ventas').check();
  await form.getByLabel('Correo').fill('nadie@charla.test');
  await form.getByLabel('Rol').selectOption({ label: 'Agente' });
  await owner.looksRightInBoth('Invitar por correo');
  await form.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByText('Le enviamos una invitación por correo')).toBeVisible();
  const pending = page.getByRole('region', { name: 'Invitaciones pendientes' });
  await expect(pending.getByRole('listitem')).toContainText('nadie@charla.test');
  await expect(pending).toContainText('Agente · ventas, general');
  await owner.looksRightInBoth('/agentes with an invitation');
  await opener.click();
  await form.getByLabel('Correo').fill('Carla@Charla.test');
  await form.getByLabel('Rol').selectOption({ label: 'Agente' });
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(owner.dialog).toContainText(
    'Lo sentimos, pero a superado la cantidad máxima de agentes del plan',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const linkOf = async () => /\/invitacion\/[\w-]+/.exec(await server.mailTo('nadie@charla.test'))?.[0] ?? '';
  await expect.poll(linkOf).not.toBe('');
  const first = await linkOf();
  await pending.getByRole('button', { name: 'Reenviar la invitación a nadie@charla.test' }).click();
  await expect(page.getByText('Invitación enviada otra vez')).toBeVisible();
  await expect.poll(linkOf).not.toBe(first);

  // The mailbox: the first link is worth nothing, the second one makes the account.
  const nobody = await Person.open(browser, server.url, { viewport: PHONE });
  await nobody.screen(first, 'Te invitaron a un equipo');
  await expect(nobody.page.getByRole('alert')).toContainText('Este enlace no es válido');
  await nobody.screen(await linkOf(), 'Te invitaron a un equipo');
  await nobody.page.getByRole('button', { name: 'Crear cuenta y aceptar' }).click();
  await expect(nobody.page.getByText('Ingresa tu nombre')).toBeVisible();
  await nobody.page.getByLabel('Nombre').fill('Nadia Rojas');
  await nobody.page.getByLabel('Contraseña', { exact: true }).fill('tres patos blancos 4');
  await nobody.page.getByLabel('Confirma la contraseña').fill('tres patos blancos 4');
  await nobody.looksRightInBoth('/invitacion');
  await nobody.page.getByRole('button', { name: 'Crear cuenta y aceptar' }).click();
  await nobody.page.waitForURL('**/dashboard');
  await expect(nobody.page.getByText('Outlet Andes').first()).toBeVisible();
  await nobody.close();
  await page.reload();
  await expect(page.getByRole('row', { name: /nadie@charla\.test/ })).toContainText('ventas, general');
  await expect(pending).toHaveCount(0);

  // She leaves: her place is Carla's, whose address is proved.
  await page.getByLabel('Seleccionar a Nadia Rojas').check();
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await owner.dialog.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('row', { name: /nadie@charla\.test/ })).toHaveCount(0);
  await opener.click();
  await form.getByLabel('Correo').fill('Carla@Charla.test');
  await form.getByLabel('Rol').selectOption({ label: 'Agente' });
  const associate = await owner.hold('POST', '/svc/main/userbot/userbotnew');
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(page.getByRole('dialog', { name: 'Estamos relacionando el agente...' })).toBeVisible();
  associate();
  await expect(page.getByText('Agente relacionado correctamente')).toBeVisible();
  await expect(page.getByRole('row', { name: /carla@charla\.test/ })).toBeVisible();

  // The plan is full now: both ways in say so, and nothing is sent.
  await opener.click();
  await form.getByLabel('Correo').fill('unico@charla.test');
  await form.getByLabel('Rol').selectOption({ label: 'Agente' });
  await form.getByRole('button', { name: 'Asociar' }).click();
  await expect(owner.dialog).toContainText(
    'Lo sentimos, pero a superado la cantidad máxima de agentes del plan',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Crear agente' }).click();
  await page.getByLabel('Nombre').fill('Uno de más');
  await page.getByLabel('Correo').fill('demas@charla.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('secreto1');
  await page.getByLabel('Confirmar contraseña').fill('secreto1');
  await page.getByLabel('Rol asignado').selectOption({ label: 'Agente' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(owner.dialog).toContainText(
    'lo sentimos, pero a superado la cantidad maxima de agentes del plan de este bot',
  );
  await owner.close();
});

test('an empty bot, then twenty agents a page: select all, and what is selected leaves', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 3309 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await expect(page.getByText('Aún no hay agentes en este chatbot')).toBeVisible();
  await owner.looksRightInBoth('/agentes without agents');
  await page.getByRole('main').getByRole('button', { name: 'Crear agente' }).last().click();
  await page.waitForURL('**/agente/nuevo');
  await page.getByRole('link', { name: 'Agentes', exact: true }).first().click();
  await page.waitForURL('**/agentes');

  await server.addAgents(3309, 43);
  await page.reload();
  const rows = page.getByRole('row').filter({ hasText: '@muchos.test' });
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText('Agente 01');
  const pages = page.getByRole('navigation', { name: 'Páginas de agentes' });
  await pages.getByRole('button', { name: 'Página 3' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Agente 41');
  // Never connected, no conversation, no stars: dashes.
  await expect(rows.first().getByText('–', { exact: true })).toHaveCount(3);
  await owner.looksRightInBoth('/agentes, page 3');
  await page.getByLabel('Seleccionar todos').check();
  await expect(page.getByLabel('Seleccionar a Agente 43')).toBeChecked();
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await owner.dialog.getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByText('Agente desvinculado')).toBeVisible();
  // The page that is gone shows the last one there is.
  await expect(rows.first()).toContainText('Agente 21');
  await expect(pages.getByRole('button', { name: 'Página 3' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Desvincular' })).toHaveCount(0);
  await owner.close();
});

test('by keyboard alone: a new agent from the list, and its unlinking', async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 3126 });
  const { page } = owner;
  const { keyboard } = page;
  // A bot of live version 3: its figures come from what its agents did.
  const figures = page.waitForResponse('**/agent_activities/agent_details');
  await owner.screen('/agentes', 'Agentes');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect((await figures).status()).toBe(200);
  await owner.tabTo(page.getByRole('main').getByRole('button', { name: 'Crear agente' }));
  await keyboard.press('Enter');
  await page.waitForURL('**/agente/nuevo');
  await owner.tabTo(page.getByLabel('Nombre'));
  await keyboard.type('Teclada Sola');
  await keyboard.press('Tab');
  await keyboard.type('teclada@charla.test');
  await owner.tabTo(page.getByLabel('Rol asignado'));
  // A list answers to the first letters.
  await keyboard.type('Agente');
  await owner.tabTo(page.getByLabel('ventas'));
  await keyboard.press('Space');
  await owner.tabTo(page.getByLabel('Contraseña', { exact: true }));
  await keyboard.type('secreto1');
  await owner.tabTo(page.getByLabel('Confirmar contraseña'));
  await keyboard.type('secreto1');
  await keyboard.press('Enter');
  await page.waitForURL('**/agentes');
  const box = page.getByLabel('Seleccionar a Teclada Sola');
  await expect(page.getByRole('row', { name: /Teclada Sola/ })).toContainText('ventas, general');
  await owner.tabTo(box);
  await keyboard.press('Space');
  await expect(box).toBeChecked();
  const unlink = page.getByRole('button', { name: 'Desvincular' });
  for (
    let back = 0;
    back < 80 && !(await unlink.evaluate((one) => one === document.activeElement));
    back += 1
  )
    await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  // The safe answer has the focus.
  await expect(owner.dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('Agente desvinculado')).toBeVisible();
  await expect(page.getByRole('row', { name: /Teclada Sola/ })).toHaveCount(0);
  await owner.close();
});

test('an agent’s page ends with its bot, and says so when it is another’s or nobody’s', async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/agentes', 'Agentes');
  await page.getByRole('link', { name: /Editar a Carla/ }).click();
  await expect(page.getByLabel('Rol asignado')).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: /^Chatbot:/ }).click();
  await page.getByRole('menuitem', { name: 'Óptica Ñuñoa' }).click();
  await page.waitForURL('**/agentes');

  await owner.screen(address, 'Editar agente');
  await expect(page.getByText('Este agente es de Tienda Andes')).toBeVisible();
  await owner.looksRightInBoth('an agent of another bot');
  await page.getByRole('button', { name: 'Cambiar a Tienda Andes' }).click();
  await expect(page.getByLabel('Rol asignado')).toBeVisible();
  await page.setViewportSize(PHONE);
  await owner.looksRightInBoth('/agente/edit on a phone');

  for (const id of ['999999', 'nada']) {
    await owner.screen(`/agente/edit/${id}`, 'Editar agente');
    await expect(page.getByText('No encontramos a este agente')).toBeVisible();
    await page.getByRole('link', { name: 'Ver los agentes' }).click();
    await page.waitForURL('**/agentes');
  }
  await owner.close();
});

test('hours: days typed as in Chile, whatever clock the browser has, and exactly these in the file', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/historial-estado-agentes', 'Seguimiento de agentes');
  const carla = page.getByRole('region', { name: 'Carla Ibáñez' });
  await expect(carla.getByRole('listitem').filter({ hasText: /\d\d\/\d\d/ })).toHaveCount(7);
  const from = page.getByLabel('Desde');
  const to = page.getByLabel('Hasta');
  const today = await to.inputValue();
  expect(today).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await from.click();
  await owner.looksRightInBoth('the calendar');
  await page.keyboard.press('Escape');

  // A range that nobody can ask for shows nothing, and gives no file.
  await from.fill('31/12/2099');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Elige días que ya pasaron.')).toBeVisible();
  await expect(carla).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Exportar CSV' })).toBeDisabled();
  await owner.looksRightInBoth('a faulty range');

  await page.getByLabel('Período').selectOption({ label: 'Ayer' });
  await expect(to).not.toHaveValue(today);
  const yesterday = await to.inputValue();
  await expect(from).toHaveValue(yesterday);
  await expect(carla.getByRole('listitem').filter({ hasText: /\d\d\/\d\d/ })).toHaveCount(1);
  await page.getByLabel('Agente').selectOption({ label: 'Carla Ibáñez' });
  await expect(page.getByRole('region')).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await downloading;
  const day = yesterday.split('/').reverse().join('-');
  expect(file.suggestedFilename()).toBe(`horas-agentes-${day}-${day}.csv`);
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString('utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`Carla Ibáñez;agente;${yesterday};`);
  await owner.close();

  // A browser elsewhere counts the installation's days.
  const far = await browser.newContext({
    timezoneId: 'Pacific/Kiritimati',
    locale: 'es-CL',
    viewport: PHONE,
  });
  const abroad = await Person.inContext(far, server.url);
  await abroad.signIn(OWNER);
  await abroad.show(64);
  await abroad.screen('/historial-estado-agentes', 'Seguimiento de agentes');
  await expect(abroad.page.getByLabel('Hasta')).toHaveValue(today);
  await abroad.looksRightInBoth('hours on a phone');
  await abroad.close();
});
