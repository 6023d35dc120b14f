/** Work by keyboard alone, outside the inbox: where the focus is after each step, and what a field says of what is typed. */
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
const BOT = 64;

test('the focus follows to the heading of the screen that is entered', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page } = owner;
  const heading = page.getByRole('heading', { level: 1 });
  await owner.screen('/clients-v2', 'Clientes');
  const grid = page.getByRole('grid', { name: 'Clientes' });
  const name = await grid.locator('[data-client]').first().getByRole('link').textContent();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  // The heading of a record is another one once the record has come.
  await expect(heading).toHaveText(name ?? '');
  await expect(heading).toBeFocused();

  await owner.screen('/tickets', 'Tickets');
  await page.getByRole('list', { name: 'Tickets' }).getByRole('button').first().press('Enter');
  await expect(heading).toHaveText(/^T-\d+ · /);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Volver a los tickets' }).press('Enter');
  await expect(heading).toHaveText('Tickets');
  await expect(heading).toBeFocused();

  // What stays keeps it.
  const link = page.getByRole('navigation').getByRole('link', { name: 'Clientes', exact: true });
  await link.press('Enter');
  await expect(heading).toHaveText('Clientes');
  await expect(link).toBeFocused();
  await owner.close();
});
