/** An export that takes its time: how far it is, and an end to it. */
import { expect, test } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const BOT = 64;

test('a long export tells how far it is; cancelled, it says so and leaves no file', async ({
  browser,
  serverOfTest: server,
}) => {
  // Many times what a look at it and a cancelling take.
  await server.fill(BOT, { conversations: 1, messages: 60_000 });
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: BOT });
  const { page } = owner;
  await owner.screen('/historial-conversaciones', 'Historial de conversaciones');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await owner.dialog.getByLabel('Excel (.xlsx)').check();
  await owner.dialog.getByRole('radio', { name: 'Mensajes' }).check();
  await owner.dialog.getByRole('button', { name: 'Exportar' }).click();
  const tray = page.getByRole('complementary', { name: 'Exportaciones' });
  await expect(tray).toContainText(/[1-9][\d.]* de [\d.]+ mensajes/);
  await expect(tray.getByRole('progressbar')).toBeVisible();
  expect(await server.exportFiles()).not.toEqual([]);
  await tray.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Exportación cancelada. No quedó ningún archivo.')).toBeVisible();
  await expect(tray).toHaveCount(0);
  await expect.poll(() => server.exportFiles()).toEqual([]);
  // Nor does it come back.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeVisible();
  await expect(tray).toHaveCount(0);
  await owner.close();
});
