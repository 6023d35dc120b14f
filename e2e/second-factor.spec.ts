/** The second step of signing in, from its QR to the day on which the phone is lost. */
import { TOTP } from 'otpauth';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const CARLA = 'carla@charla.test';
const PASSWORD = 'charla-demo';
/** What an authenticator app shows; `later`: steps of 30 s from now, for a code opens once. */
const appCode = (secret: string, later = 0): string =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + later * 30_000 });

test('the app’s code and a recovery code open the account, a used one does not; it is switched off again', async ({
  browser,
  server,
}) => {
  const carla = await Person.open(browser, server.url);
  const { page } = carla;
  await carla.signIn(CARLA);
  await carla.screen('/profile', 'Mi cuenta');
  const section = page.locator('section').filter({ hasText: 'Verificación en dos pasos' });
  await section.getByRole('button', { name: 'Activar' }).click();
  await section.getByLabel('Contraseña actual').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continuar' }).click();
  await expect(section.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeVisible();
  const secret = (await section.locator('code').textContent()) ?? '';
  await carla.looksRightInBoth('the QR of the second factor');
  await section.getByLabel('Código que muestra la aplicación').fill('000000');
  await section.getByRole('button', { name: 'Activar' }).click();
  await expect(section.getByLabel('Código que muestra la aplicación')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await section.getByLabel('Código que muestra la aplicación').fill(appCode(secret));
  await section.getByRole('button', { name: 'Activar' }).click();
  const listed = section.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(listed).toBeVisible();
  const codes = await listed.locator('li').allTextContents();
  expect(codes.length).toBeGreaterThanOrEqual(8);
  await carla.looksRightInBoth('the recovery codes');
  await section.getByRole('button', { name: 'Ya los guardé' }).click();

  const enter = async () => {
    const other = await Person.open(browser, server.url);
    await other.go('/login');
    await other.page.getByLabel('Correo').fill(CARLA);
    await other.page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(other.page.getByText('Ingresa el código de 6 dígitos')).toBeVisible();
    return other;
  };
  const byApp = await enter();
  // A wrong one says so; six digits are sent by themselves.
  await byApp.page.getByLabel('Código', { exact: true }).fill('000000');
  await expect(byApp.page.getByRole('alert')).not.toHaveText('');
  await byApp.looksRightInBoth('the code step');
  await byApp.page.getByLabel('Código', { exact: true }).fill(appCode(secret, 1));
  await byApp.page.waitForURL('**/dashboard');
  await byApp.close();

  const byCode = await enter();
  const recover = async (person: Person, code: string) => {
    await person.page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await person.page.getByLabel('Código de recuperación').fill(code);
    await person.page.getByRole('button', { name: 'Continuar' }).click();
  };
  await recover(byCode, codes[0] ?? '');
  await byCode.page.waitForURL('**/dashboard');
  await byCode.close();
  const again = await enter();
  await recover(again, codes[0] ?? '');
  await expect(again.page.getByRole('alert')).not.toHaveText('');
  await again.close();

  await page.reload();
  await section.getByRole('button', { name: 'Desactivar' }).click();
  await section.getByLabel('Contraseña actual').fill(PASSWORD);
  await section.getByLabel(/^Código/).fill(codes[1] ?? '');
  await section.locator('form').getByRole('button', { name: 'Desactivar' }).click();
  await expect(section.getByRole('button', { name: 'Activar' })).toBeVisible();
  await carla.close();
});
