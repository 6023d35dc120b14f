/** Quick replies with files and buttons: made, brought into a draft, sent, answered; and made of a message. */
import { Agent } from './support/agent.ts';
import { looksRightInBoth } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { taken } from './support/writing.ts';

test('INB-105 a quick reply with a file and buttons is made, used, answered by the customer, and added to from the log', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const { visitor } = await taken(browser, server.url, ana);

  const second = await ana.context.newPage();
  await second.goto(`${server.url}/respuestas-rapidas`);
  await second.getByRole('button', { name: 'Nueva respuesta' }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByLabel('Atajo').fill('tallas');
  await dialog.getByLabel('Texto', { exact: true }).fill('{nombre}, ¿qué talla usas?');
  await dialog.getByLabel('Archivos para la respuesta').setInputFiles({
    name: 'tallas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('talla;cm\nM;50\n'),
  });
  for (const [at, label] of ['Talla M', 'Talla L'].entries()) {
    await dialog.getByRole('button', { name: 'Agregar botón' }).click();
    await dialog.getByLabel(`Botón ${at + 1}`, { exact: true }).fill(label);
  }
  await looksRightInBoth(second, 'a quick reply with a file and buttons');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(second.getByRole('listitem').filter({ hasText: '/tallas' })).toContainText('2 botones');

  const field = tab.getByLabel('Respuesta', { exact: true });
  const options = tab.getByRole('list', { name: 'Botones del mensaje' }).getByRole('listitem');
  const files = tab.getByRole('list', { name: 'Archivos adjuntos' }).getByRole('listitem');
  await field.pressSequentially('/talla');
  await expect(tab.getByRole('option', { name: /tallas/ })).toContainText('1 archivo · 2 botones');
  await field.press('Enter');
  await expect(options).toHaveText(['Talla M', 'Talla L']);
  await expect(files).toHaveCount(1);
  await tab.reload();
  await expect(options).toHaveCount(2);
  await expect(files).toHaveCount(1);
  await looksRightInBoth(tab, 'a draft with a file and buttons');
  await field.press('Enter');
  await expect(options).toHaveCount(0);
  await expect(visitor.log.getByRole('link', { name: 'tallas.csv' })).toBeVisible();
  await visitor.log.getByRole('button', { name: 'Talla L' }).click();
  await expect(visitor.log.getByRole('button', { name: 'Talla M' })).toHaveCount(0);
  const log = tab.getByRole('log');
  await expect(log).toContainText('Eligió una opción');
  await expect(log.getByRole('list', { name: 'Opciones del mensaje' })).toContainText(
    'Talla L (la eligió el cliente)',
  );

  // Out of the log, to the end of the one that there is.
  const said = log.getByRole('article').filter({ hasText: '¿qué talla usas?' });
  await said.hover();
  await said.getByRole('button', { name: 'Acciones del mensaje' }).click();
  await tab.getByRole('menuitem', { name: 'Guardar como respuesta rápida…' }).click();
  const keep = tab.getByRole('dialog', { name: 'Guardar como respuesta rápida' });
  await expect(keep.getByRole('list', { name: 'Archivos de la respuesta' })).toContainText('tallas.csv');
  // A taken shortcut is told, and what was typed is kept.
  await keep.getByLabel('Atajo').fill('tallas');
  await keep.getByRole('button', { name: 'Guardar' }).click();
  await expect(keep).toContainText('Ya existe una respuesta con este atajo.');
  await expect(keep.getByLabel('Texto', { exact: true })).toHaveValue(/^¿Qué talla usas/);
  await keep.getByLabel('Dónde guardarla').selectOption({ label: 'Al final de /tallas' });
  await expect(keep.getByLabel('Texto', { exact: true })).toHaveValue(/^\{nombre\}, ¿qué talla usas\?\n\n/);
  await keep.getByRole('button', { name: 'Guardar' }).click();
  await expect(keep).toHaveCount(0);
  await second.reload();
  await expect(second.getByRole('listitem').filter({ hasText: '/tallas' })).toContainText('2 archivos');
  await ana.context.close();
  await visitor.context.close();
});

test('INB-135 a link button is written, refused, seen whole, kept over a reload, sent and opened in another tab', async ({
  browser,
  server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const { visitor } = await taken(browser, server.url, ana);
  const field = tab.getByLabel('Respuesta', { exact: true });
  const options = tab.getByRole('list', { name: 'Botones del mensaje' }).getByRole('listitem');
  await tab.getByRole('button', { name: 'Botón de enlace' }).click();
  const form = tab.getByRole('form', { name: 'Botón de enlace' });
  await form.getByLabel('Texto del botón').fill('Ver catálogo');
  for (const [address, why] of [
    ['javascript:alert(1)', 'debe empezar con https://'],
    ['http://tienda.cl', 'debe empezar con https://'],
    ['https://ana:clave@tienda.cl', 'usuario ni clave'],
  ] as const) {
    await form.getByLabel('Dirección que abre').fill(address);
    await form.getByRole('button', { name: 'Agregar enlace' }).click();
    await expect(form.getByRole('alert')).toContainText(why);
  }
  await looksRightInBoth(tab, 'a link button that is refused');
  await form.getByLabel('Dirección que abre').fill('https://Tienda.cl/catalogo?de=chat');
  await form.getByLabel('Dirección que abre').press('Enter');
  await expect(form).toHaveCount(0);
  await expect(options).toContainText(['https://tienda.cl/catalogo?de=chat']);
  await expect(field).toBeFocused();
  await field.fill('Míralo aquí');
  await tab.reload();
  await expect(options).toContainText(['Ver catálogo']);
  await looksRightInBoth(tab, 'a draft with a link button');
  await field.press('Enter');
  await expect(options).toHaveCount(0);

  const link = visitor.log.getByRole('link', { name: 'Ver catálogo' });
  await expect(link).toHaveAttribute('href', 'https://tienda.cl/catalogo?de=chat');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  const seen = tab.getByRole('log').getByRole('link', { name: /Ver catálogo.*tienda\.cl/ });
  await expect(seen).toHaveAttribute('href', 'https://tienda.cl/catalogo?de=chat');
  await expect(seen).toHaveAttribute('rel', /noopener noreferrer/);
  await looksRightInBoth(tab, 'a link button in the log');
  // What is said afterwards ends options, not links.
  await field.fill('Quedo atenta');
  await field.press('Enter');
  await expect(visitor.log).toContainText('Quedo atenta');
  await expect(link).toBeVisible();
  await ana.context.close();
  await visitor.context.close();
});
