/** The pages before a sign-in, wide and on a phone, in both colour schemes. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';

const PAGES = [
  ['/login', 'Inicia sesión'],
  ['/signin?redirect=/profile', 'Inicia sesión'],
  ['/registro', 'Crea tu cuenta'],
  ['/password_resets', 'Recupera tu contraseña'],
  ['/password_resets/nada/1', 'Crea una nueva contraseña'],
  ['/confirm/nada', 'Confirmación de correo'],
] as const;

for (const [size, viewport] of [
  ['wide', WIDE],
  ['phone', PHONE],
] as const) {
  test(`every public page, ${size}`, async ({ browser, server }) => {
    test.setTimeout(300_000);
    const person = await Person.open(browser, server.url, { viewport });
    for (const [path, heading] of PAGES) {
      await person.screen(path, heading);
      await expect(person.page.getByText(/^(Revisando|Confirmando)/)).toHaveCount(0);
      const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
      await person.looksRightInBoth(`${path}, ${size}`);
    }
    await person.close();
  });
}
