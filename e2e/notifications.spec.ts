/** `/notificaciones`: everything, marked in one tab and read in all; which kinds tell by which ways. */
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE } from './support/person.ts';

test.use({ serviceWorkers: 'allow' });

test('notifications of all bots: filtered, marked here and everywhere, as long as they are', async ({
  browser,
  server,
}) => {
  const admin = await Person.signedIn(browser, server.url, 'admin@charla.test', { bot: 64 });
  const { page } = admin;
  await admin.screen('/notificaciones', 'Notificaciones');
  const items = page.getByRole('region', { name: 'Lista de notificaciones' }).getByRole('listitem');
  await expect(items).not.toHaveCount(0);
  await admin.looksRightInBoth('notifications');
  const other = await admin.page.context().newPage();
  await other.goto(`${server.url}/dashboard`);
  const bell = other.getByRole('button', { name: /^Notificaciones: \d+ sin leer/ });
  await expect(bell).toBeVisible();
  await page.getByLabel('Tipo').selectOption({ label: 'Menciones' });
  await expect(items.first()).toContainText('te mencionó');
  await page.getByLabel('Tipo').selectOption({ label: 'Todos los tipos' });
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  await expect(page.getByText('Estás al día.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible();
  await items.first().getByRole('button', { name: 'Marcar como no leída' }).click();
  await expect(page.getByText('1 sin leer')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Notificaciones: 1 sin leer' })).toBeVisible();
  await page.getByText('Archivadas').click();
  await admin.close();
});

test('which kinds tell by which ways is chosen in a matrix, on a phone too', async ({ browser, server }) => {
  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64, viewport: PHONE });
  const { page } = ana;
  await ana.screen('/notificaciones/ajustes', 'Ajustes de notificaciones');
  const mail = page.getByRole('checkbox', { name: 'Correo: Te mencionan en una nota' });
  await expect(mail).toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/notices') && answer.ok());
  await mail.click();
  await saved;
  await page.getByRole('checkbox', { name: 'Sonido: Llega un cliente nuevo' }).click();
  await ana.looksRightInBoth('the matrix of notices');
  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sonido: Llega un cliente nuevo' })).not.toBeChecked();
  await ana.close();
});
