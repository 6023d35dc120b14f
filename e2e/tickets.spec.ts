/** A ticket from its conversation to its end: one key, the answer in the chat, the customer's own page, what falls due. */
import { Agent } from './support/agent.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { Person, PHONE, WIDE } from './support/person.ts';
import { taken } from './support/writing.ts';

test('a conversation becomes a ticket with one key; the customer is answered, writes on a page of their own, and it ends', async ({
  browser,
  server,
}, info) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { visitor } = await taken(browser, server.url, ana);
  const page = ana.tab;
  const look = async (name: string) => {
    for (const [size, viewport] of [
      ['wide', WIDE],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: info.outputPath(`${name}-${size}-${colorScheme}.png`),
          animations: 'disabled',
        });
      }
    }
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  await page.getByRole('log').click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Crear ticket de / });
  await dialog.getByLabel('Asunto').fill('');
  await dialog.getByRole('button', { name: 'Crear ticket' }).click();
  await expect(dialog.getByText('Escribe el asunto del ticket.')).toBeVisible();
  await dialog.getByLabel('Asunto').fill('Llegó otra talla');
  await dialog.getByLabel('Nota para tu equipo').fill('Revisar con bodega');
  await dialog.getByLabel('Prioridad').selectOption({ label: 'Urgente' });
  await dialog.getByLabel('Asignado a').selectOption({ label: 'A mí' });
  await dialog.getByRole('button', { name: 'Crear ticket' }).click();

  const title = page.getByRole('heading', { level: 1, name: /Llegó otra talla/ });
  await expect(title).toBeVisible();
  const log = page.getByRole('log');
  await expect(log).toContainText('Revisar con bodega');
  const id = new URL(page.url()).searchParams.get('ticket') ?? '';
  await look('ticket');
  await page.getByLabel('Respuesta', { exact: true }).fill('Te mandamos la talla M mañana');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Te mandamos la talla M mañana');
  // In the chat, where the customer wrote; the note stays here.
  await expect(visitor.log).toContainText('Te mandamos la talla M mañana');
  await expect(visitor.log).not.toContainText('Revisar con bodega');
  await expect(page.getByText('Esperando al cliente · ').first()).toBeVisible();

  const shown = JSON.parse((await call(page, 'GET', `/svc/main/tickets/${id}`)).text) as { page_url: string };
  const customer = await Person.open(browser, server.url, { viewport: PHONE });
  await customer.page.goto(shown.page_url);
  await expect(customer.page.getByRole('status').first()).toContainText('Esperamos tu respuesta');
  await expect(customer.page.getByRole('list', { name: 'Mensajes' })).not.toContainText('Revisar con bodega');
  await customer.looksRightInBoth('the page of a customer');
  await customer.page.getByLabel('Tu respuesta').fill('Gracias, mejor la L');
  await customer.page.getByRole('button', { name: 'Enviar' }).click();
  await expect(customer.page.getByRole('list', { name: 'Mensajes' })).toContainText('Gracias, mejor la L');
  // The agent's open tab follows by itself.
  await expect(log).toContainText('Gracias, mejor la L');

  await page.getByLabel('Al enviar').selectOption({ label: 'Enviar y resolver' });
  await page.getByLabel('Respuesta', { exact: true }).fill('Va la L. Quedó resuelto.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resuelto · ').first()).toBeVisible();
  await customer.page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(customer.page.getByRole('status').first()).toContainText('Resuelto');
  // Of the last character four bits count: A and B, C, D are one to who reads it.
  await customer.page.goto(shown.page_url.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')));
  await expect(customer.page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await customer.close();

  await page.getByRole('button', { name: 'Volver a los tickets' }).click();
  await page.getByLabel('Buscar tickets').fill('otra talla');
  await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(1);
  await look('list');
});

test('Enter twice on what resolves closes nothing; closing asks, and what is closed goes on in another one', async ({
  browser,
  server,
}) => {
  const owner = await Person.signedIn(browser, server.url, 'propietaria@charla.test', { bot: 64 });
  const { page, dialog } = owner;
  await owner.screen('/tickets', 'Tickets');
  await page
    .getByRole('list', { name: 'Tickets' })
    .getByRole('button', { name: /T-1011/ })
    .press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: /^T-1011 · / });
  const actions = page.getByRole('toolbar', { name: 'Acciones del ticket' });
  await actions.getByRole('button', { name: 'Resolver' }).press('Enter');
  // What was pressed is gone, and 'Cerrar' has not taken its focus.
  await expect(actions.getByRole('button', { name: 'Cerrar' })).toBeVisible();
  await expect(heading).toBeFocused();
  await page.keyboard.press('Enter');
  await actions.getByRole('button', { name: 'Cerrar' }).press('Enter');
  await expect(dialog).toContainText('No se vuelve a abrir');
  await owner.looksRightInBoth('asked before a ticket is closed');
  await dialog.getByRole('button', { name: 'Cerrar el ticket' }).press('Enter');
  const goOn = actions.getByRole('button', { name: 'Continuar en otro ticket' });
  await goOn.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Continuar T-1011' })).toBeVisible();
  await expect(dialog.getByLabel('Asunto')).toHaveValue('Cupón que no descuenta');
  await dialog.getByRole('button', { name: 'Crear ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Cupón que no descuenta$/ })).not.toContainText(
    'T-1011',
  );
  await expect(page.getByText('Continúa T-1011')).toBeVisible();
  await owner.close();
});

test('a phone’s list says whole who has a ticket and what is late', async ({ browser, server }) => {
  const owner = await Agent.open(browser, server.url, 'propietaria@charla.test');
  await owner.tab.setViewportSize(PHONE);
  await owner.tab.goto(`${server.url}/tickets`);
  const row = owner.tab.getByRole('list', { name: 'Tickets' }).getByRole('button', { name: /T-1003/ });
  await expect(row).toBeVisible();
  for (const said of [row.getByText('Sin asignar'), row.getByText(/^Primera respuesta vencida desde el /)]) {
    // Neither cut with dots nor by the edge of the row.
    expect(await said.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const [text, frame] = await Promise.all([said.boundingBox(), row.boundingBox()]);
    if (!text || !frame) throw new Error('not on screen');
    expect(text.width).toBeGreaterThan(40);
    expect(text.x + text.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(text.y + text.height).toBeLessThanOrEqual(frame.y + frame.height);
  }
});

test('a deadline is erased and typed anew: the field adds nothing to what is typed', async ({
  browser,
  server,
}) => {
  const { tab } = await Agent.open(browser, server.url, 'propietaria@charla.test');
  await tab.goto(`${server.url}/tickets`);
  const open = () => tab.getByRole('button', { name: 'Plazos', exact: true }).click();
  const field = (label: string) => tab.getByLabel(label, { exact: true });
  const anew = async (label: string, text: string) => {
    await field(label).press('Control+A');
    await field(label).press('Backspace');
    await expect(field(label)).toHaveValue('');
    await field(label).pressSequentially(text);
  };
  const first = 'Primera respuesta, prioridad baja';
  const reopened = 'Días en que una respuesta reabre un ticket resuelto';
  await open();
  await anew(first, '3,5');
  await anew(reopened, '14');
  await tab.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(tab.getByText('Plazos guardados')).toBeVisible();
  await open();
  await expect(field(first)).toHaveValue('3,5');
  await expect(field(reopened)).toHaveValue('14');
  // What is left empty stays what it was.
  await field(reopened).press('Control+A');
  await field(reopened).press('Backspace');
  await field(reopened).press('Tab');
  await expect(field(reopened)).toHaveValue('14');
});
