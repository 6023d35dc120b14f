/** The menus and dialogs of the shell as each role: by keyboard, in both colour schemes. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const ADMIN = 'admin@charla.test';
const AGENT = 'ana@charla.test';

for (const email of [OWNER, ADMIN, AGENT]) {
  test(`every menu and dialog of the shell as ${email}: axe in both schemes, Esc, and the focus back`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(300_000);
    const person = await Person.signedIn(browser, server.url, email, { bot: 64 });
    const { page } = person;
    await person.screen('/dashboard', /^Hola/);
    const looks = (where: string) => person.looksRightInBoth(`${where} as ${email}`);
    const opened = async (name: string | RegExp, role: 'menu' | 'dialog', where: string) => {
      // The dashboard below has ways of its own to some of them.
      const button = page.getByRole('button', { name }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole(role).last()).toBeVisible();
      await expect(page.getByText(/^Cargando/)).toHaveCount(0);
      await looks(where);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
      await expect(button).toBeFocused();
    };
    await opened(/^Menú de/, 'menu', 'the menu of the person');
    await opened(/^Tu estado/, 'menu', 'the statuses');
    await opened(/^Notificaciones/, 'dialog', 'the notifications');
    await opened('Buscar (Ctrl+K)', 'dialog', 'the palette');
    if (email === OWNER) await opened(/Chatbot:/, 'menu', 'the bots');
    if (email !== AGENT) {
      await page.getByRole('button', { name: 'Chatbot', exact: true }).click();
      await opened('Implementar', 'dialog', 'the embed code');
      if (email === OWNER) await opened('Eliminar', 'dialog', 'the question before deleting');
    }
    await page.setViewportSize(PHONE);
    await opened('Abrir el menú', 'dialog', 'the menu on a phone');
    await person.close();
  });
}
