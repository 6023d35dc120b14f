/** Two conversations of one client joined: read and answered as one, undone, separated; wide and on a phone. */
import type { Page } from '@playwright/test';
import { Agent } from './support/agent.ts';
import { looksRight, looksRightInBoth } from './support/axe.ts';
import { call } from './support/calls.ts';
import { expect, test } from './support/fixtures.ts';
import { waiting } from './support/list.ts';
import { PHONE } from './support/person.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Datos del cliente' });
const joinButton = (page: Page) =>
  panel(page).getByRole('button', { name: /^Unir a esta conversación la de/ });

async function sameClient(page: Page, ...ids: string[]): Promise<void> {
  const leads = await Promise.all(
    ids.map(
      async (id) =>
        (
          await call<{ conversation: { lead_id: string } }>(
            page,
            'GET',
            `/svc/conversations/conversations/${id}`,
          )
        ).body.conversation.lead_id,
    ),
  );
  const merged = await call(page, 'POST', `/svc/main/leads/${leads[0]}/merge`, {
    loser_id: leads[1],
    fields: {},
  });
  expect(merged.status).toBe(200);
}

test('a client’s second conversation is joined, read and answered with the first, undone, and separated', async ({
  browser,
  server,
}) => {
  const admin = await Agent.open(browser, server.url, 'admin@charla.test');
  const page = admin.tab;
  const first = await waiting(browser, server.url, admin);
  const second = await waiting(browser, server.url, admin);
  await second.visitor.say('mi pedido es el naranja');
  await sameClient(page, first.id, second.id);
  await admin.openConversation(first.id);
  await expect(joinButton(page)).toBeVisible();

  // Who has it answers for both: until then the dialog says so.
  await joinButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Unir a esta conversación' });
  await expect(dialog.getByText('Toma primero esta conversación')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Unir' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(joinButton(page)).toBeFocused();
  await admin.act('Tomar');
  await expect(page.locator('header').getByText('Tomadas')).toBeVisible();
  const before = await admin.counters();
  const log = page.getByRole('log');
  await expect(log).not.toContainText('naranja');

  await joinButton(page).press('Enter');
  await expect(dialog).toContainText('mi pedido es el naranja');
  await expect(dialog.getByRole('button', { name: 'Unir' })).toBeFocused();
  await looksRight(page, 'join of a conversation');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: 'Unida a esta conversación' })).toBeFocused();
  await expect(log).toContainText('mi pedido es el naranja');
  await expect(log).toContainText('unió aquí la conversación de');
  const strip = page.getByRole('region', { name: 'Conversaciones unidas' });
  await expect(strip).toContainText('Respondes por');
  await looksRightInBoth(page, 'joined conversations');

  // Undone it waits again, as before.
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(strip).toHaveCount(0);
  await expect(log).not.toContainText('naranja');
  await admin.expectCounters(before);

  await joinButton(page).click();
  await dialog.getByRole('button', { name: 'Unir' }).click();
  await expect(strip).toBeVisible();
  // What is written goes to the one that is open, and only there.
  await admin.reply('Lo veo todo junto');
  await expect(first.visitor.log).toContainText('Lo veo todo junto');
  await expect(second.visitor.log).not.toContainText('Lo veo todo junto');

  // Search finds what was said there, and stands at it.
  await page.locator('#conversation-title').click();
  await page.keyboard.press('f');
  const find = page.getByRole('search', { name: 'Buscar en la conversación' });
  await find.getByRole('textbox').fill('naranja');
  await expect(find.getByRole('status')).toHaveText('1 de 1');
  await expect(log.locator('[data-found]')).toContainText('mi pedido es el naranja');
  await page.keyboard.press('Escape');

  await test.step('on a phone, in the dark, it is separated', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await expect(strip).toBeVisible();
    await looksRight(page, 'joined conversations on a phone');
    await strip.getByRole('button', { name: /^Separar/ }).click();
    const sure = page.getByRole('dialog', { name: /^¿Separar/ });
    await looksRight(page, 'separating on a phone');
    await sure.getByRole('button', { name: 'Separar' }).click();
    await expect(strip).toHaveCount(0);
    await expect(log).not.toContainText('naranja');
  });
  await admin.context.close();
});
