/** Figures: their number is that of the rows that they open; the address holds what is chosen; the day moves live. */

import { Customer } from './support/customer.ts';
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

test('MT-5 an owner opens what is behind a figure, links to it, and sees the day move', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page } = owner;
  await owner.screen('/metrics', 'Métricas');
  const cards = page.getByRole('region', { name: 'Métricas', exact: true });
  await expect(cards.getByRole('list', { name: 'Conversaciones' }).getByRole('button')).toHaveCount(9);
  // Rooms that have rows have their own.
  await expect(cards.getByRole('list', { name: 'Tickets' }).getByRole('button')).toHaveCount(4);
  await owner.looksRightInBoth('figures');

  const talks = cards.getByRole('list', { name: 'Conversaciones' });
  await talks.getByRole('button', { name: /^Primera respuesta/ }).click();
  const whole = page.getByRole('region', { name: 'Primera respuesta', exact: true });
  await whole.getByText('Cómo se cuenta').click();
  await expect(whole.getByText(/hasta el primer mensaje de una persona/)).toBeVisible();
  const rows = whole.getByRole('button', { name: /^Primera respuesta: ver/ });
  const ofAll = (await rows.textContent()) ?? '';
  await page.getByLabel('Canal', { exact: true }).selectOption('web');
  await expect(rows).not.toHaveText(ofAll);
  const number = (await rows.textContent()) ?? '';
  await rows.click();
  const dialog = page.getByRole('dialog', { name: /^Primera respuesta/ });
  await expect(dialog.getByRole('status').first()).toHaveText(`${number} filas`);
  // The address says it all: whoever gets it sees the same.
  const other = await Person.signedIn(browser, server.url, 'admin@charla.test', { bot: 64 });
  await other.page.goto(page.url());
  await expect(
    other.page
      .getByRole('dialog', { name: /^Primera respuesta/ })
      .getByRole('status')
      .first(),
  ).toHaveText(`${number} filas`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await test.step('a view keeps what is chosen, for the team; all bots together count more', async () => {
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await owner.dialog.getByLabel('Nombre').fill('Respuesta web');
    await owner.dialog.getByLabel('Compartir con todo el equipo').check();
    await owner.dialog.getByRole('button', { name: 'Guardar' }).click();
    const views = page.getByRole('navigation', { name: 'Vistas guardadas' });
    await expect(views.getByRole('button', { name: 'Respuesta web' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await other.page.goto(`${server.url}/metrics`);
    await other.page.getByRole('button', { name: 'Respuesta web' }).click();
    await expect(other.page).toHaveURL(/channel=web/);
    await page.getByRole('switch', { name: 'Todos mis chatbots' }).check({ force: true });
    await expect(rows).not.toHaveText(number);
    await owner.looksRightInBoth('figures of all bots');
    await page.screenshot({ path: test.info().outputPath('views.png'), fullPage: true });
    await page.getByRole('switch', { name: 'Todos mis chatbots' }).uncheck({ force: true });
  });

  await page.getByLabel('Canal', { exact: true }).selectOption('');
  await talks.getByRole('button', { name: /^Conversaciones/ }).click();
  const started = page.getByRole('region', { name: 'Conversaciones', exact: true });
  const all = started.getByRole('button', { name: /^Conversaciones: ver/ });
  const before = Number(((await all.textContent()) ?? '').replaceAll('.', ''));
  const customer = await Customer.come(server.url);
  await customer.say('Hola, ¿tienen despacho?');
  await expect(all).toHaveText(String(before + 1).replace(/\B(?=(\d{3})+$)/g, '.'));
  customer.leave();
});
