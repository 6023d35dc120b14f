/** A press counts for what it began on, whatever arrives above it meanwhile; who moves away takes it back. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const OWNER = 'propietaria@charla.test';
/** Its trial is over: the shell says so above every screen, once that part is loaded. */
const OVER = 102;

/** Opens the plans without that bar, which comes while 'Anual' is held down. */
async function holdBelowBar(owner: Person): Promise<void> {
  const { page } = owner;
  let come = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/trial-banner*', async (route) => {
    await gate;
    await route.continue();
  });
  await owner.screen('/checkout', 'Planes');
  await expect(page.getByText('$ 59.990')).toBeVisible();
  const top = await topOf(page);
  await yearly(page).hover();
  await page.mouse.down();
  come();
  await expect.poll(() => topOf(page)).toBeGreaterThan(top);
}
const yearly = (page: Page) => page.getByText('Anual', { exact: true });
const topOf = async (page: Page) => (await yearly(page).boundingBox())?.y ?? 0;

test('what is pressed is chosen though a bar comes above it meanwhile', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: OVER });
  const { page } = owner;
  await holdBelowBar(owner);
  await page.mouse.up();
  await expect(page.getByText('$ 599.900')).toBeVisible();
  await owner.close();
});

test('who moves away before letting go has pressed nothing', async ({ browser, server }) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: OVER });
  const { page } = owner;
  await holdBelowBar(owner);
  await page.mouse.move(5, 5);
  await page.mouse.up();
  // A press that counts has done its work by then.
  await page.getByRole('heading', { level: 1, name: 'Planes' }).click();
  await expect(page.getByText('$ 59.990')).toBeVisible();
  await owner.close();
});

test('a switch of the account turns though what stands above it is answered meanwhile', async ({
  browser,
  server,
}) => {
  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test');
  const { page } = ana;
  const answer = await ana.hold('GET', '/second_factor');
  await ana.screen('/profile', 'Mi cuenta');
  const names = page.getByRole('switch', { name: 'Mostrar nombres y mensajes en los avisos' });
  const before = await names.isChecked();
  await names.hover();
  await page.mouse.down();
  answer();
  await expect(page.getByText('quien adivine tu contraseña no puede entrar')).toBeVisible();
  await page.mouse.up();
  await expect(names).toBeChecked({ checked: !before });
  await ana.close();
});
