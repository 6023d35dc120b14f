/** From a waiting customer to a finished conversation and back: what stays, what leads on, what begins again. */
import { Agent } from './support/agent.ts';
import { Customer } from './support/customer.ts';
import { expect, test } from './support/fixtures.ts';
import { Visitor } from './support/visitor.ts';

test('writing takes, sending closes, the row stays until one leaves it; reopened as a new span, or begun again', async ({
  browser,
  server,
}) => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('quiero hablar con una persona');
  const id = visitor.conversation;
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  const before = await ana.counters();
  await ana.showState('pending');
  await ana.openConversation(id);

  // Writing in what nobody has taken offers both at once.
  await tab.getByLabel('Respuesta', { exact: true }).fill('Hola, te ayudo');
  await tab.getByRole('button', { name: 'Tomar y enviar' }).click();
  await expect(visitor.log).toContainText('Hola, te ayudo');
  await ana.expectCounters({ ...before, pending: before.pending - 1, taken: before.taken + 1 });
  // It is taken, and its row still stands where she works.
  await expect(ana.row(id)).toHaveAttribute('aria-current', /./);

  await tab.getByLabel('Respuesta', { exact: true }).fill('Quedó resuelto');
  await tab.getByRole('button', { name: 'Enviar y cerrar' }).click();
  await expect(visitor.log).toContainText('Quedó resuelto');
  // What can be taken back covers no composer.
  const undo = tab.getByRole('button', { name: 'Deshacer' });
  const composer = tab.getByRole('tablist', { name: 'Qué escribir' });
  if (await undo.isVisible()) {
    const [bar, field] = [await undo.boundingBox(), await composer.boundingBox()];
    if (bar && field) expect(bar.x + bar.width < field.x || bar.y + bar.height < field.y).toBe(true);
  }
  await ana.expectCounters({ ...before, pending: before.pending - 1, closed: before.closed + 1 });
  await expect(ana.row(id)).toBeVisible();

  await ana.act('Reabrir');
  await ana.expectCounters({ ...before, pending: before.pending - 1, taken: before.taken + 1 });
  await expect(tab.getByRole('log')).toContainText('Ana Riquelme reabrió la conversación');
  await ana.reply('Volví');
  await expect(visitor.log).toContainText('Volví');
  await ana.act('Cerrar');
  await ana.expectCounters({ ...before, pending: before.pending - 1, closed: before.closed + 1 });

  // The other way back: another conversation with the same customer.
  await ana.act('Escribir de nuevo');
  await expect(tab).toHaveURL((url) => {
    const open = url.searchParams.get('conversation');
    return open !== null && open !== id;
  });
  await ana.reply('¿Cómo llegó todo?');
  await expect(visitor.log).toContainText('¿Cómo llegó todo?');
  await ana.context.close();
  await visitor.context.close();
});

test('who wants to goes on to the next one after taking; one’s own system lines are no news', async ({
  browser,
  serverOfTest: server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  await ana.showState('pending');
  const rows = tab.locator('[data-conversation]');
  const idOf = async (at: number) => (await rows.nth(at).getAttribute('data-conversation')) ?? '';
  const [first, second] = [await idOf(0), await idOf(1)];
  await ana.openConversation(first);
  await tab.keyboard.press('?');
  const help = tab.getByRole('dialog', { name: 'Atajos y forma de trabajar' });
  await help.getByLabel('Pasar a la siguiente después de tomar, cerrar o derivar').click({ force: true });
  await tab.keyboard.press('Escape');
  await ana.act('Tomar');
  await expect(ana.row(second)).toHaveAttribute('aria-current', /./);
  await expect(ana.row(first)).toHaveCount(0);
  // What she did herself stands in the log, and not beneath a line that says 'new'.
  await ana.showState('taken');
  await ana.openConversation(first);
  const log = tab.getByRole('log');
  await expect(log).toContainText('Ana Riquelme tomó la conversación');
  const news = log.getByText('Nuevos', { exact: true });
  const after = await log.evaluate((scroller) => {
    const text = scroller.textContent ?? '';
    return text.indexOf('Nuevos') > text.indexOf('Ana Riquelme tomó la conversación');
  });
  expect((await news.count()) > 0 && after).toBe(false);
  await ana.context.close();
});

test('many who wait are one notice on another screen, which covers nothing that is being filled in', async ({
  browser,
  serverOfTest: server,
}) => {
  const ana = await Agent.open(browser, server.url, 'ana@charla.test');
  const { tab } = ana;
  await tab.goto(`${server.url}/profile`);
  await expect(tab.getByRole('heading', { name: 'Mi cuenta', level: 1 })).toBeVisible();
  const customers: Customer[] = [];
  for (let n = 0; n < 3; n += 1) customers.push(await Customer.asking(server.url));
  const notice = tab.locator('.mantine-Notification-root');
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText('3 nuevas');
  const [box, field] = [
    await notice.boundingBox(),
    await tab.getByLabel('Nombre', { exact: true }).boundingBox(),
  ];
  if (!box || !field) throw new Error('Nothing to compare');
  const apart =
    box.x + box.width <= field.x ||
    field.x + field.width <= box.x ||
    box.y + box.height <= field.y ||
    field.y + field.height <= box.y;
  expect(apart).toBe(true);
  await notice.getByRole('button', { name: 'Hay clientes que esperan a una persona' }).click();
  await tab.waitForURL(/state=pending/);
  await expect(notice).toHaveCount(0);
  for (const customer of customers) customer.leave();
  await ana.context.close();
});
