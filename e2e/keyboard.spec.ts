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

test('a button that works, or leads no further, keeps the focus and does nothing meanwhile', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page, dialog } = owner;
  await owner.screen('/clients-v2', 'Clientes');
  await page.getByRole('button', { name: 'Nuevo cliente' }).press('Enter');
  await dialog.getByLabel('Nombre').fill('Teresa Quilodrán');
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/svc/main/leads')) asked += 1;
  });
  const release = await owner.hold('POST', '/svc/main/leads');
  const create = dialog.getByRole('button', { name: 'Crear cliente' });
  await create.press('Enter');
  await expect(create).toHaveAttribute('data-loading', 'true');
  await expect(create).toBeFocused();
  await expect(create).toBeDisabled();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Nombre').press('Enter');
  release();
  await expect(dialog).toHaveCount(0);
  expect(asked).toBe(1);

  await owner.screen('/products', 'Productos');
  const pages = page.getByRole('navigation', { name: 'Páginas de productos' });
  const next = pages.getByRole('button', { name: 'Página siguiente' });
  await expect(next).toBeEnabled();
  for (let page = 2; await next.isEnabled(); page += 1) {
    await next.press('Enter');
    await expect(pages.getByRole('button', { name: `Página ${page}` })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
  await page.keyboard.press('Shift+Tab');
  await expect(next).toHaveAttribute('disabled', '');

  // The day's own load has been: the refusal gives the focus back to what asked.
  const sync = page.getByRole('button', { name: 'Sincronizar productos' });
  await sync.press('Enter');
  await expect(dialog).toContainText('No pudimos sincronizar');
  await page.keyboard.press('Escape');
  await expect(sync).toBeFocused();
  await owner.close();
});

test('a day is typed as DD/MM/YYYY in a browser of any language, and one that is none stays to be mended', async ({
  browser,
  server,
}) => {
  const english = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const owner = await Person.inContext(english, server.url);
  const { page } = owner;
  await owner.signIn(OWNER);
  await owner.show(BOT);
  await owner.screen('/clients-v2', 'Clientes');
  await page.getByRole('button', { name: 'Filtros', exact: true }).press('Enter');
  const filters = page.getByRole('form', { name: 'Filtros' });
  await filters.getByLabel('Campo').selectOption({ label: 'Cliente desde' });
  const day = filters.getByLabel('Valor de Cliente desde');
  await day.pressSequentially('31/02/2026');
  // Its calendar closes, the words stay.
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Aplicar' }).press('Enter');
  await expect(filters.getByRole('alert')).toHaveText('Escribe una fecha, por ejemplo 31/12/2026.');
  await expect(day).toHaveValue('31/02/2026');
  await owner.looksRightInBoth('filter by a day');
  await day.fill('1-3-2020');
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue('01/03/2020');
  await expect(filters.getByRole('status')).toHaveText(/^Coinciden /);
  await filters.getByRole('button', { name: 'Aplicar' }).press('Enter');
  await expect(page).toHaveURL(/2020-03-01/);
  await owner.close();
});

test('a moment is typed as DD/MM/YYYY and HH:MM in a browser of any language; Escape leaves the calendar before its dialog', async ({
  browser,
  server,
}) => {
  const english = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const owner = await Person.inContext(english, server.url);
  const { page, dialog } = owner;
  await owner.signIn(OWNER);
  await owner.show(BOT);
  await owner.screen('/ausencias', 'Ausencias');
  const plan = page.getByRole('button', { name: 'Planificar ausencia' }).first();
  // A key is pressed on what cannot be pressed yet, too.
  await expect(plan).toBeEnabled();
  await plan.press('Enter');
  const day = dialog.getByLabel('Desde, día');
  const hour = dialog.getByLabel('Desde, hora');
  await expect(day).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  await day.focus();
  // Its calendar speaks Spanish, too.
  await expect(page.getByText('lu', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('lu', { exact: true })).toHaveCount(0);
  await expect(day).toBeFocused();
  await day.fill('1-3-2099');
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue('01/03/2099');
  await expect(hour).toBeFocused();
  await hour.fill('930');
  await page.keyboard.press('Tab');
  await expect(hour).toHaveValue('09:30');
  await hour.fill('25:00');
  await hour.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Escribe fecha y hora, por ejemplo 31/12/2026 a las 09:30.',
  );
  await expect(hour).toHaveValue('25:00');
  await owner.looksRightInBoth('a moment that is none');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(plan).toBeFocused();
  await owner.close();
});

test('what had the focus goes away: it goes on in the form that came, or to the heading of its part of the screen', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: BOT });
  const { page, dialog } = owner;
  await owner.screen('/facturacion', 'Facturación');
  const plan = page.getByRole('region', { name: /^Plan / });
  await plan.getByRole('button', { name: 'Cancelar la suscripción' }).press('Enter');
  await expect(plan.getByRole('radio', { name: /^Cuando termine lo que ya pagué/ })).toBeFocused();
  await plan.getByRole('button', { name: 'Conservarla' }).press('Enter');
  await expect(plan.getByRole('button', { name: 'Cancelar la suscripción' })).toBeFocused();

  // A part of a form that is taken away.
  await owner.screen('/automatizaciones/seguimiento-pedidos', 'Seguimiento de pedidos');
  await page.getByRole('button', { name: 'Agregar otro mensaje' }).press('Enter');
  await page.getByRole('button', { name: 'Quitar este mensaje' }).last().press('Enter');
  await expect(page.getByRole('heading', { name: 'Qué, cuándo y a quién' })).toBeFocused();

  // The dialog that asked goes, and then the row under it.
  await owner.screen('/respuestas-rapidas', 'Respuestas Rápidas');
  const remove = page.getByRole('button', { name: /^Eliminar \// }).first();
  const name = (await remove.getAttribute('aria-label')) ?? '';
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Eliminar' }).press('Enter');
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeFocused();
  await owner.close();
});
