/** Macros: several acts in one, by key and palette, wide and on a phone; refused whole, undone, kept. */
import { Agent } from './support/agent.ts';
import { looksRight, looksRightInBoth } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';
import { Person, PHONE } from './support/person.ts';
import { taken } from './support/writing.ts';

const TITLE = /^Aplicar macro:/;

test('a macro answers, labels and closes in one act by key, in every tab; undo brings back all but the answer', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test', 2);
  const { id, visitor } = await waiting(browser, server.url, ana);
  await ana.openConversation(id);
  const before = await ana.counters();
  await ana.tab.getByRole('log').click();
  await ana.tab.keyboard.press('m');
  const dialog = ana.tab.getByRole('dialog', { name: TITLE });
  const field = dialog.getByRole('combobox', { name: 'Buscar macro' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option')).toHaveCount(3);
  await looksRightInBoth(ana.tab, 'macros to choose from');
  await field.fill('cambio');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(dialog).toHaveCount(0);

  // Its customer reads it; every tab and the figures know at once.
  await expect(visitor.log).toContainText('tu cambio quedó en curso');
  const row = ana.row(id);
  await expect(ana.tab.locator('header').getByText('#cambio')).toBeVisible();
  await expect(row).toContainText('#cambio');
  await expect(ana.tab.getByRole('log')).toContainText('aplicó la macro «Cierre de cambio»');
  const second = ana.tabs[1] ?? ana.tab;
  await ana.showState('closed', second);
  await expect(ana.row(id, second)).toBeVisible();

  const bar = ana.tab.getByRole('listitem').filter({ hasText: 'Se aplicó «Cierre de cambio»' });
  await expect(bar).toContainText('La respuesta ya se envió: deshacer no la retira');
  await looksRight(ana.tab, 'undo of a macro');
  await bar.getByRole('button', { name: 'Deshacer' }).click();
  await expect(bar).toHaveCount(0);
  await expect(ana.tab.getByRole('log')).toContainText('deshizo la macro «Cierre de cambio»');
  await expect(ana.tab.locator('header').getByText('#cambio')).toHaveCount(0);
  await expect(row).not.toContainText('#cambio');
  await expect(row).toBeVisible();
  await expect(ana.row(id, second)).toHaveCount(0);
  await ana.expectCounters(before);
  await expect(visitor.log).toContainText('tu cambio quedó en curso');
  await ana.context.close();
});

test('a macro is refused whole in somebody else’s conversation and says which part; the palette offers it', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const { id } = await waiting(browser, server.url, ana);
  await admin.showState('pending');
  await admin.openConversation(id);
  const page = admin.tab;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar' }).fill('aplicar macro');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await ana.openConversation(id);
  await ana.act('Tomar');
  await expect(page.locator('header').getByText('Tomadas')).toBeVisible();
  await dialog.getByRole('option', { name: /^Reclamo urgente/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(/Asignación: .* ya tomó esta conversación\./);
  await page.keyboard.press('Escape');
  await expect(page.locator('header').getByText('Prioridad Urgente')).toHaveCount(0);
  await expect(page.locator('header').getByText('#reclamo')).toHaveCount(0);
  await ana.context.close();
  await admin.context.close();
});

test('on a phone in the dark a macro is applied from the menu, and undone under the head', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { id } = await waiting(browser, server.url, ana);
  const page = ana.tab;
  // A banner stands above the conversation.
  await page.getByRole('button', { name: /^Tu estado/ }).click();
  await page.getByRole('menuitem', { name: /^Desconectado/ }).click();
  await expect(page.getByText('Sigues Desconectado, como lo elegiste')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(PHONE);
  await ana.row(id).click();
  await expect(page.getByRole('log')).toBeVisible();
  await ana.act('Aplicar macro…');
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByRole('option', { name: /^Reclamo urgente/ })).toBeVisible();
  await looksRight(page, 'macros on a phone');
  await dialog.getByRole('option', { name: /^Reclamo urgente/ }).click();
  await expect(page.locator('header').getByText('Prioridad Urgente')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Deshacer' });
  await expect(undo).toBeVisible();
  const [bar, head] = [await undo.boundingBox(), await page.locator('main header').boundingBox()];
  expect(bar?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
  await looksRight(page, 'undo of a macro on a phone');
  await undo.click();
  await expect(page.locator('header').getByText('Prioridad Urgente')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await ana.context.close();
});

test('macros are kept beside quick replies: made, changed, ordered, deleted, heard of by colleagues', async ({
  browser,
  server,
}) => {
  const ana = await Person.signedIn(browser, server.url, 'ana@charla.test', { bot: 64 });
  const admin = await Person.signedIn(browser, server.url, 'admin@charla.test', { bot: 64 });
  await admin.screen('/respuestas-rapidas', 'Respuestas Rápidas');
  await ana.screen('/respuestas-rapidas', 'Respuestas Rápidas');
  await expect(ana.page.getByText('Cierre de cambio', { exact: true })).toBeVisible();
  await ana.looksRightInBoth('macros');
  await ana.page.getByRole('button', { name: 'Nueva macro' }).click();
  await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(ana.dialog.getByText('Escribe un nombre para la macro.')).toBeVisible();
  await expect(ana.dialog.getByText('Elige al menos una acción para la macro.')).toBeVisible();
  await ana.looksRightInBoth('macro');
  await ana.dialog.getByLabel('Nombre').fill('Sube de prioridad');
  await ana.dialog.getByLabel('Respuesta', { exact: true }).fill('Lo vemos ya, {nombre}.');
  await ana.dialog.getByLabel('Prioridad').selectOption('Alta');
  await ana.dialog.getByLabel('Asignar a').selectOption('Quien la aplica');
  await ana.dialog.getByLabel('Compartida con todo el equipo').check();
  await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
  const mine = ana.page.getByRole('listitem').filter({ hasText: 'Sube de prioridad' });
  await expect(mine.first()).toContainText('Responde «Lo vemos ya, {nombre}.»');
  // Without asking: the administrator's screen hears of it, and leads its order.
  await expect(admin.page.getByText('Sube de prioridad', { exact: true })).toBeVisible();
  await admin.page.getByRole('button', { name: 'Subir «Sube de prioridad»' }).click();
  await admin.page.getByRole('button', { name: 'Subir «Sube de prioridad»' }).click();
  await expect(admin.page.getByRole('button', { name: 'Subir «Sube de prioridad»' })).toBeDisabled();
  const names = ana.page.locator('h3:has-text("Del equipo") + ul > li strong');
  await expect(names).toHaveText(['Sube de prioridad', 'Cierre de cambio', 'Reclamo urgente']);
  await expect(ana.page.getByRole('button', { name: 'Subir «Sube de prioridad»' })).toHaveCount(0);
  await ana.page.getByRole('button', { name: 'Editar «Sube de prioridad»' }).click();
  await ana.dialog.getByLabel('Al final').selectOption('Dejarla pendiente');
  await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(ana.dialog.getByText(/no queda pendiente/)).toBeVisible();
  await ana.dialog.getByLabel('Asignar a').selectOption('Sin cambio');
  await ana.dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(ana.page.getByText('La deja pendiente').first()).toBeVisible();
  // The administrator's is not hers to change.
  await expect(ana.page.getByRole('button', { name: 'Editar «Reclamo urgente»' })).toHaveCount(0);
  await ana.page.getByRole('button', { name: 'Eliminar «Sube de prioridad»' }).click();
  await ana.dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(admin.page.getByText('Sube de prioridad', { exact: true })).toHaveCount(0);
  await ana.close();
  await admin.close();
});

test('INB-88 a macro for many is asked about once, runs through them, and names those that it could not', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const page = ana.tab;
  const first = await waiting(browser, server.url, ana);
  const second = await waiting(browser, server.url, ana);
  for (const { id } of [first, second]) {
    await ana.row(id).focus();
    await page.keyboard.press('x');
  }
  const bar = page.getByRole('region', { name: 'Conversaciones seleccionadas' });
  await bar.getByRole('button', { name: 'Macro…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aplicar macro a 2 conversaciones' });
  await dialog.getByRole('combobox', { name: 'Buscar macro' }).fill('cambio');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog', { name: /¿Aplicar «Cierre de cambio» a 2 conversaciones\?/ });
  await expect(sure).toContainText('Aplicada a varias no se puede deshacer.');
  await looksRightInBoth(page, 'a macro for many');
  await sure.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('2 conversaciones con la macro aplicada')).toBeVisible();
  for (const { visitor } of [first, second])
    await expect(visitor.log).toContainText('tu cambio quedó en curso');
  await ana.showState('closed');
  for (const { id } of [first, second]) await expect(ana.row(id)).toBeVisible();
  await ana.context.close();
});

test('INB-125 a macro with a file and buttons is made, says how they arrive, and the customer gets all of it', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  const kept = await ana.context.newPage();
  await kept.goto(`${server.url}/respuestas-rapidas`);
  await kept.getByRole('button', { name: 'Nueva macro' }).click();
  const form = kept.getByRole('dialog', { name: 'Nueva macro' });
  await form.getByLabel('Nombre').fill('Guía de tallas');
  await form.getByLabel('Archivos para la respuesta').setInputFiles({
    name: 'tallas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('talla;cm\nM;50\n'),
  });
  for (const [at, label] of ['Talla M', 'Talla L'].entries()) {
    await form.getByRole('button', { name: 'Agregar botón' }).click();
    await form.getByLabel(`Botón ${at + 1}`, { exact: true }).fill(label);
  }
  // Without words there is nothing to carry them.
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form).toContainText('Escribe la respuesta que va con los archivos y botones.');
  await form.getByLabel('Respuesta', { exact: true }).fill('{nombre}, ¿qué talla usas?');
  await expect(form).toContainText('Camila, ¿qué talla usas?');
  await looksRightInBoth(kept, 'a macro with a file and buttons');
  await kept.screenshot({ path: test.info().outputPath('macro.png') });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form).toHaveCount(0);
  await expect(kept.getByRole('listitem').filter({ hasText: 'Guía de tallas' }).first()).toContainText(
    'Adjunta «tallas.csv»',
  );
  // It has them still when it is changed.
  await kept.setViewportSize(PHONE);
  await kept.emulateMedia({ colorScheme: 'dark' });
  await kept.getByRole('button', { name: 'Editar «Guía de tallas»' }).click();
  const again = kept.getByRole('dialog');
  await expect(again.getByRole('list', { name: 'Archivos de la respuesta' })).toContainText('tallas.csv');
  await expect(again.getByLabel('Botón 2', { exact: true })).toHaveValue('Talla L');
  await looksRight(kept, 'a kept macro with a file and buttons on a phone, dark');
  await kept.screenshot({ path: test.info().outputPath('macro-phone-dark.png') });
  await kept.keyboard.press('Escape');

  await ana.tab.getByRole('log').click();
  await ana.tab.keyboard.press('m');
  const dialog = ana.tab.getByRole('dialog', { name: TITLE });
  await dialog.getByRole('combobox', { name: 'Buscar macro' }).fill('tallas');
  await expect(dialog.getByRole('option')).toContainText('El cliente los verá como botones bajo el texto.');
  await ana.tab.screenshot({ path: test.info().outputPath('chosen.png') });
  await dialog.getByRole('combobox', { name: 'Buscar macro' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(visitor.log.getByRole('link', { name: 'tallas.csv' })).toBeVisible();
  await visitor.log.getByRole('button', { name: 'Talla L' }).click();
  await expect(ana.tab.getByRole('log')).toContainText('Eligió una opción');

  // The macro goes; what was said keeps its file.
  await kept.getByRole('button', { name: 'Eliminar «Guía de tallas»' }).click();
  await kept.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(kept.getByRole('button', { name: 'Eliminar «Guía de tallas»' })).toHaveCount(0);
  const address = await visitor.log.getByRole('link', { name: 'tallas.csv' }).getAttribute('href');
  const answer = await ana.context.request.get(new URL(address ?? '', server.url).href);
  expect(await answer.text()).toBe('talla;cm\nM;50\n');
  await ana.context.close();
  await visitor.context.close();
});
