/** Many conversations at once: chosen, changed, closed, with a report of what failed. */
import { Agent } from './support/agent.ts';
import { call, ownId } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { bar, boxes, rows, total } from './support/list.ts';

test('many at once: by keys and ranges, all that match, with a report of what failed and why', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  await admin.showState('taken');
  await rows(page).first().focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 seleccionada');
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 seleccionadas');
  const count = await total(page, { state: 'taken', snoozed: false });
  // Escape while all of them are being looked for: nothing is selected, whenever the answer comes.
  let answer: () => Promise<void> = async () => undefined;
  await page.route('**/conversations/matching_ids', (route) => {
    // It may have been taken back by the time of the answer.
    answer = () => route.continue().catch(() => undefined);
  });
  const all = bar(page).getByRole('button', { name: `Seleccionar las ${count} que coinciden` });
  await all.click();
  await expect(all).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await answer();
  await expect(bar(page)).toHaveCount(0);
  await page.unroute('**/conversations/matching_ids');
  await rows(page).first().focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 seleccionada');
  await all.click();
  await expect(bar(page)).toContainText(`${count} seleccionadas`);

  await bar(page).getByRole('button', { name: 'Etiquetas…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Etiquetas de/ });
  await dialog.getByLabel('Etiquetas').fill('campaña, vip');
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(page.getByText(`${count} conversaciones etiquetadas`)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await total(page, { state: 'taken', tags: ['campaña'] })).toBe(count);

  // Others have them: only who has one reads its messages.
  const me = await ownId(page);
  const { body: unread } = await call<{
    conversations: { pending_messages_count: number; agent_id: number }[];
  }>(page, 'POST', '/svc/conversations/conversations/filter_conversation', {
    filters: { bot_id: 64, state: 'taken' },
    items: 100,
  });
  const refused = unread.conversations.filter(
    (card) => card.pending_messages_count > 0 && card.agent_id !== me,
  ).length;
  expect(refused).toBeGreaterThan(0);
  await rows(page).first().focus();
  await page.keyboard.press('x');
  await bar(page)
    .getByRole('button', { name: /que coinciden/ })
    .click();
  await bar(page).getByRole('button', { name: 'Marcar como leídas' }).click();
  const report = page.getByRole('dialog', { name: 'Resultado' });
  await expect(report).toContainText(`${count - refused} conversaciones marcadas como leídas`);
  await expect(report).toContainText('puede marcar sus mensajes como leídos');
  const again = refused === 1 ? 'Reintentar la que falta' : `Reintentar las ${refused}`;
  await report.getByRole('button', { name: again }).click();
  await expect(report).toContainText('No se cambió ninguna conversación.');
  await report.getByRole('button', { name: 'Entendido' }).click();
  // What failed stays selected, until it is let go.
  await expect(bar(page)).toContainText(`${refused} seleccionada`);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await admin.context.close();
});

test('many get another area at once, or none', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  await page.goto(`${server.url}/charla-live-2?bot=64&state=inactive`);
  await rows(page).first().focus();
  await page.keyboard.press('x');
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  const before = await total(page, { state: 'inactive', category: 'facturación' });
  const chosen = await rows(page).evaluateAll((all) =>
    all.slice(0, 3).map((row) => row.getAttribute('data-conversation')),
  );
  await bar(page).getByRole('button', { name: 'Área…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Área de 3 conversaciones' });
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Elige un área para las conversaciones.');
  await dialog.getByLabel('facturación').check();
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(page.getByText('3 conversaciones con otra área')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const areas = await Promise.all(
    chosen.map((id) =>
      call<{ conversation: { category: string } }>(
        page,
        'GET',
        `/svc/conversations/conversations/${id}`,
      ).then(({ body }) => body.conversation.category),
    ),
  );
  expect(areas).toEqual(['facturación', 'facturación', 'facturación']);
  expect(await total(page, { state: 'inactive', category: 'facturación' })).toBeGreaterThan(before);
  await admin.context.close();
});

test('closing many asks first, and Cancelar stops in between', async ({ browser, server }) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  await page.goto(`${server.url}/charla-live-2?bot=64&state=closed`);
  await rows(page).first().focus();
  await page.keyboard.press('x');
  const before = await total(page, { state: 'archived' });
  // The first step's answer is held until it was stopped.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/conversations/bulk', async (route) => {
    await held;
    await route.continue();
  });
  await bar(page)
    .getByRole('button', { name: /que coinciden/ })
    .click();
  await expect(bar(page)).toContainText(/\d{3} seleccionadas/);
  await bar(page).getByRole('button', { name: 'Archivar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archivar' }).click();
  await expect(bar(page)).toContainText(/Archivando… 0 de \d+/);
  await bar(page).getByRole('button', { name: 'Cancelar' }).click();
  release();
  const report = page.getByRole('dialog', { name: 'Resultado' });
  await expect(report).toContainText('20 conversaciones archivadas');
  await expect(report).toContainText('Se detuvo');
  await report.getByRole('button', { name: 'Entendido' }).click();
  expect(await total(page, { state: 'archived' })).toBe(before + 20);
  await admin.context.close();
});
