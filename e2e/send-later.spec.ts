/** Messages that are sent later, as the team and the customer see them. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';
import { fillMoment } from './support/moment.ts';
import { taken } from './support/writing.ts';

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

const strip = (page: Page) => page.getByRole('region', { name: 'Mensajes programados' });
const field = (page: Page) => page.getByLabel('Respuesta', { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** So many minutes from when the test began, about: the server's clock is moved on, the browser's is not. */
async function chooseSoon(page: Page, minutes: number): Promise<void> {
  const inAnHour = (await dialog(page).getByRole('button', { name: 'En 1 hora' }).textContent()) ?? '';
  const [, day, month, year, time] = /(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)/.exec(inAnHour) ?? [];
  const soon = Date.parse(`${year}-${month}-${day}T${time}Z`) + (minutes - 60) * MINUTE;
  await fillMoment(dialog(page), 'Otra fecha y hora', new Date(soon).toISOString().slice(0, 16));
  await dialog(page).getByRole('button', { name: 'Programar' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('what is planned is seen by the team and in every tab, leaves at its moment, and waits for a person when the customer writes first', async ({
  browser,
  server,
}) => {
  const carla = await Agent.open(browser, server.url, 'carla@charla.test');
  const page = carla.tab;
  const { id, visitor } = await waiting(browser, server.url, carla);
  await carla.openConversation(id);
  await carla.act('Tomar');
  await carla.showState('taken');
  await carla.openConversation(id);

  // By keyboard alone; what is asked for stands in a dialog, and Esc leaves the words where they are.
  await field(page).fill('Ya llegó tu pedido');
  await field(page).press('Alt+Enter');
  await expect(dialog(page)).toContainText('Ya llegó tu pedido');
  await expect(dialog(page).getByRole('button', { name: 'En 1 hora' })).toBeFocused();
  await looksRight(page, 'the planner');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue('Ya llegó tu pedido');
  await page.getByRole('button', { name: 'Enviar más tarde' }).click();
  await dialog(page).getByRole('button', { name: 'Mañana a las 9:00' }).click();
  await expect(strip(page)).toContainText('Programado para mañana a las 9:00');
  await expect(strip(page)).toContainText('Ya llegó tu pedido');
  await expect(field(page)).toHaveValue('');

  // A colleague who heads the bot sees it and may take it back, not send it; another tab and a reload show the same.
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  await admin.showState('taken');
  await admin.openConversation(id);
  await expect(strip(admin.tab)).toContainText('Programado para mañana a las 9:00 por Carla');
  await expect(strip(admin.tab).getByRole('button')).toHaveText(['Cancelar']);
  const second = await carla.openTab();
  await carla.showState('taken', second);
  await carla.openConversation(id, second);
  await expect(strip(second)).toContainText('Ya llegó tu pedido');
  await second.reload();
  await expect(strip(second)).toContainText('Ya llegó tu pedido');

  // Changed in one tab, it is changed in the other and for the colleague.
  await strip(page).getByRole('button', { name: 'Cambiar' }).click();
  await dialog(page).getByLabel('Mensaje').fill('Tu pedido ya está en tienda');
  await chooseSoon(page, 3);
  for (const tab of [second, admin.tab])
    await expect(strip(tab)).toContainText('Tu pedido ya está en tienda');

  // On a phone, in both schemes.
  await second.setViewportSize(PHONE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await second.emulateMedia({ colorScheme });
    await expect(strip(second).getByRole('button', { name: 'Enviar ahora' })).toBeInViewport();
    await looksRight(second, `the strip on a phone, ${colorScheme}`);
    const wide = await second.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }

  // It leaves while its words are being changed: what was typed stays, and the answer says why it is late.
  await strip(page).getByRole('button', { name: 'Cambiar' }).click();
  await dialog(page).getByLabel('Mensaje').fill('Trae tu carnet');
  await server.advance(4 * MINUTE);
  await expect(visitor.log).toContainText('Tu pedido ya está en tienda');
  await expect(strip(second)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'En 1 hora' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Este mensaje ya se envió.');
  await expect(dialog(page).getByLabel('Mensaje')).toHaveValue('Trae tu carnet');
  await dialog(page).getByRole('button', { name: 'Volver' }).click();
  for (const tab of [page, second, admin.tab]) await expect(strip(tab)).toHaveCount(0);
  await expect(page.getByRole('log').getByText('Tu pedido ya está en tienda')).toHaveCount(1);

  // The customer writes before the moment: nothing leaves by itself.
  await field(page).fill('¿Lo retiras hoy?');
  await page.getByRole('button', { name: 'Enviar más tarde' }).click();
  await chooseSoon(page, 8);
  await expect(strip(page)).toContainText('¿Lo retiras hoy?');
  await visitor.say('voy en camino');
  await server.advance(6 * MINUTE);
  await expect(strip(page)).toContainText('El cliente escribió después de que se programó.');
  await expect(strip(admin.tab)).toContainText('No se envió');
  await expect(visitor.log).not.toContainText('¿Lo retiras hoy?');
  await strip(page).getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(visitor.log).toContainText('¿Lo retiras hoy?');
  await expect(strip(page)).toHaveCount(0);

  // What is taken back is gone for everybody.
  await field(page).fill('Mejor no');
  await page.getByRole('button', { name: 'Enviar más tarde' }).click();
  await chooseSoon(page, 30);
  await strip(admin.tab).getByRole('button', { name: 'Cancelar' }).click();
  await admin.tab.getByRole('button', { name: 'Cancelar mensaje' }).click();
  await expect(strip(page)).toHaveCount(0);
  await expect(strip(admin.tab)).toHaveCount(0);
});

test('INB-120 a draft with a file and buttons is planned whole, is seen so, and leaves whole; a change may take some of it off', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const page = ana.tab;
  const { visitor } = await taken(browser, server.url, ana);
  const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('talla;cm\nM;50\n') });
  const shortcut = `guia-${Date.now()}`;

  const replies = await ana.context.newPage();
  await replies.goto(`${server.url}/respuestas-rapidas`);
  await replies.getByRole('button', { name: 'Nueva respuesta' }).click();
  await dialog(replies).getByLabel('Atajo').fill(shortcut);
  await dialog(replies).getByLabel('Texto', { exact: true }).fill('¿Qué talla te reservo?');
  for (const [at, label] of ['Talla M', 'Talla L'].entries()) {
    await dialog(replies).getByRole('button', { name: 'Agregar botón' }).click();
    await dialog(replies)
      .getByLabel(`Botón ${at + 1}`, { exact: true })
      .fill(label);
  }
  await dialog(replies).getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog(replies)).toHaveCount(0);

  await page.getByLabel('Archivos para adjuntar').setInputFiles([file('tallas.csv'), file('cambios.csv')]);
  await field(page).pressSequentially(`/${shortcut}`);
  await expect(page.getByRole('option', { name: new RegExp(shortcut) })).toBeVisible();
  await field(page).press('Enter');
  const drafted = page.getByRole('list', { name: 'Archivos adjuntos' }).getByRole('listitem');
  await expect(drafted).toHaveCount(2);
  await page.getByRole('button', { name: 'Enviar más tarde' }).click();
  await expect(dialog(page)).toContainText('tallas.csv');
  await expect(dialog(page)).toContainText('El cliente los verá como botones bajo el texto.');
  await looksRight(page, 'the planner with files and buttons');
  await page.screenshot({ path: test.info().outputPath('planner.png') });
  // The server's clock may stand ten minutes ahead since the test before.
  await chooseSoon(page, 15);

  const files = strip(page).getByRole('list', { name: 'Archivos del mensaje' }).getByRole('listitem');
  const buttons = strip(page).getByRole('list', { name: 'Botones del mensaje' }).getByRole('listitem');
  await expect(files).toHaveText([/tallas\.csv/, /cambios\.csv/]);
  await expect(buttons).toHaveText(['Talla M', 'Talla L']);
  await expect(drafted).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Botones del mensaje' })).toHaveCount(1);
  await expect(field(page)).toHaveValue('');
  await looksRight(page, 'the strip with files and buttons');
  await page.screenshot({ path: test.info().outputPath('strip.png') });

  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await strip(page).getByRole('button', { name: 'Cambiar' }).click();
  await dialog(page).getByRole('button', { name: 'Quitar cambios.csv' }).click();
  await dialog(page).getByRole('button', { name: 'Quitar el botón Talla L' }).click();
  await looksRight(page, 'a change of a planned message on a phone, dark');
  await page.screenshot({ path: test.info().outputPath('change-phone-dark.png') });
  await chooseSoon(page, 15);
  await expect(files).toHaveText([/tallas\.csv/]);
  await expect(buttons).toHaveText(['Talla M']);
  await page.screenshot({ path: test.info().outputPath('strip-phone-dark.png') });
  await page.reload();
  await expect(files).toHaveText([/tallas\.csv/]);

  await server.advance(16 * MINUTE);
  await expect(visitor.log.getByRole('link', { name: 'tallas.csv' })).toBeVisible();
  await expect(visitor.log).not.toContainText('cambios.csv');
  await expect(strip(page)).toHaveCount(0);
  await visitor.log.getByRole('button', { name: 'Talla M' }).click();
  await expect(page.getByRole('log')).toContainText('Eligió una opción');
});
