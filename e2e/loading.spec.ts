/** Parts and screens whose code does not come (docs/product.md §8, §9). */
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const OWNER = 'propietaria@charla.test';

test('a part that can’t be loaded says so and leaves the screen; a screen offers a reload, after 120 s too', async ({
  browser,
  server,
}) => {
  const owner = await Person.open(browser, server.url);
  const { page } = owner;
  await owner.signIn(OWNER);
  await owner.screen('/profile', 'Mi cuenta');
  await page.getByLabel('Nombre', { exact: true }).fill('Paz a medias');
  await page.route('**/assets/palette-*.js', (route) => route.abort());
  await page.keyboard.press('Control+k');
  const failed = page.getByRole('alert').filter({ hasText: 'No pudimos cargar esta parte.' });
  await expect(failed).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Paz a medias');
  await owner.looksRightInBoth('a part that could not be loaded');
  await failed.getByRole('button', { name: 'Ahora no' }).click();
  await expect(failed).toHaveCount(0);
  await page.unroute('**/assets/palette-*.js');
  await owner.screen('/profile', 'Mi cuenta');
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Buscar', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // A part that has a place of its own says so there; what stands around it stays.
  await page.route('**/assets/node-flow-*.js', (route) => route.abort());
  await owner.show(64);
  await owner.screen('/chatbot-center/skill-base/64?vista=mapa', 'Mapa de interacciones');
  await expect(failed).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Ahora no' })).toHaveCount(0);
  await expect(page.getByLabel('Buscar una interacción')).toBeVisible();
  await owner.looksRightInBoth('a part that could not be loaded in its place');
  await page.unroute('**/assets/node-flow-*.js');
  await owner.screen('/profile', 'Mi cuenta');

  // Nothing comes, for as long as the limit: then it is said.
  await page.clock.install();
  await page.route('**/assets/agents-screen-*.js', () => undefined);
  await page.getByRole('link', { name: 'Agentes' }).click();
  await page.clock.runFor(119_000);
  await expect(page.getByText('No pudimos cargar esta pantalla')).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(page.getByRole('heading', { name: 'No pudimos cargar esta pantalla' })).toBeVisible();
  await owner.looksRightInBoth('a screen that could not be loaded');
  await page.unroute('**/assets/agents-screen-*.js');
  await page.getByRole('button', { name: 'Recargar' }).click();
  await expect(page.getByRole('heading', { name: 'Agentes' })).toBeVisible();
  await owner.close();
});
