/** 'Mi cuenta': one's data, photo, password, e-mail, sounds, and the devices that one is signed in at. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';

const ADMIN = 'admin@charla.test';

/** A picture of one colour, as a browser makes it. */
async function picture(person: Person, colour: string): Promise<Buffer> {
  const url = await person.page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 320;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = fill;
      context.fillRect(0, 0, 640, 320);
    }
    return canvas.toDataURL('image/png');
  }, colour);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('data, sounds, a wrong password, and the sessions of other devices', async ({ browser, server }) => {
  const first = await Person.signedIn(browser, server.url, ADMIN);
  const second = await Person.signedIn(browser, server.url, ADMIN);
  await second.screen('/profile', 'Mi cuenta');
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
  await expect(page.getByLabel('Nuevo correo')).toHaveValue('otro@charla.test');

  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await first.looksRightInBoth('the question about the other sessions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cerrar las demás sesiones' })).toBeFocused();
  await page.keyboard.press('Enter');
  await first.dialog.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await expect(page.getByText('No hay otras sesiones abiertas.')).toBeVisible();
  await second.page.waitForURL('**/login*');
  await expect(second.page.getByText(/^Tu sesión terminó/)).toBeVisible();
  await first.close();
  await second.close();
});

test('the second factor takes as much place before its answer as with it', async ({ browser, server }) => {
  const admin = await Person.signedIn(browser, server.url, ADMIN);
  const { page } = admin;
  const section = page.locator('section').filter({ hasText: 'Verificación en dos pasos' });
  const height = async () => (await section.boundingBox())?.height;
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    const release = await admin.hold('GET', '/second_factor');
    await admin.screen('/profile', 'Mi cuenta');
    await expect(section.getByText('Cargando la verificación en dos pasos…')).toBeAttached();
    const before = await height();
    release();
    await expect(section.getByRole('button', { name: 'Activar' })).toBeVisible();
    expect(await height()).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
  }
  await admin.close();
});

test('a photo: refused by what it is, small and square in every place, and taken away', async ({
  browser,
  server,
}) => {
  const person = await Person.signedIn(browser, server.url, ADMIN);
  const { page } = person;
  await person.screen('/profile', 'Mi cuenta');
  const field = page.getByLabel('Foto de perfil');
  await field.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(
    page.getByRole('alert').getByText('La foto debe ser una imagen JPG, PNG, WebP o GIF.'),
  ).toBeVisible();
  await field.setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: await picture(person, '#c2410c'),
  });
  const avatar = page.getByRole('button', { name: /^Menú de/ }).locator('img');
  await expect(avatar).toHaveAttribute('src', /\/uploads\//);
  await expect(page.getByText('Foto guardada')).toBeVisible();
  const size = await avatar.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([320, 320]);
  const kept = await page.request.get(`${server.url}${await avatar.getAttribute('src')}`);
  expect(kept.headers()['x-content-type-options']).toBe('nosniff');
  await person.looksRightInBoth('/profile with a photo');
  await page.getByRole('button', { name: 'Quitar foto' }).click();
  await expect(avatar).toHaveCount(0);
  await person.close();
});

test('a new password ends the others; a new e-mail is one’s own when its mail was followed', async ({
  browser,
  serverOfTest: server,
}) => {
  const person = await Person.signedIn(browser, server.url, ADMIN);
  const other = await Person.signedIn(browser, server.url, ADMIN);
  await other.screen('/profile', 'Mi cuenta');
  const { page } = person;
  await person.screen('/profile', 'Mi cuenta');
  const password = page.getByRole('region', { name: 'Contraseña' });
  await password.getByLabel('Contraseña actual').fill('charla-demo');
  await password.getByLabel('Nueva contraseña', { exact: true }).fill('tres patos blancos 4');
  await password.getByLabel('Confirma la nueva contraseña').fill('tres patos blancos 4');
  await password.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada. Cerramos otra sesión.')).toBeVisible();
  await other.page.waitForURL('**/login*');
  await expect.poll(() => server.mailTo(ADMIN)).toContain('cambi');

  await page.getByLabel('Contraseña actual').first().fill('tres patos blancos 4');
  await page.getByLabel('Nuevo correo').fill('jefa@charla.test');
  await page.getByRole('button', { name: 'Cambiar correo' }).click();
  await expect(page.getByText(/jefa@charla\.test/).first()).toBeVisible();
  await person.looksRightInBoth('/profile with a pending address');
  await expect.poll(() => server.mailTo('jefa@charla.test')).toContain('/confirm/');
  const link = /\/confirm\/[\w-]+/.exec(await server.mailTo('jefa@charla.test'))?.[0] ?? '';
  await person.go(link);
  await expect(page.getByText('Desde ahora tu cuenta usa')).toBeVisible();
  await person.looksRightInBoth('/confirm');
  await expect.poll(() => server.mailTo(ADMIN)).toContain('jefa@charla.test');
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/login*');
  await page.getByLabel('Correo').fill(ADMIN);
  await page.getByLabel('Contraseña', { exact: true }).fill('tres patos blancos 4');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.');
  await person.signIn('jefa@charla.test', 'tres patos blancos 4');
  await person.close();
  await other.close();
});
