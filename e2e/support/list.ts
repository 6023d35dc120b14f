/** The parts of the list's tools by the names that are on the screen. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Agent } from './agent.ts';
import { call } from './calls.ts';
import { Visitor } from './visitor.ts';

export const rows = (page: Page) => page.locator('[data-conversation]');
export const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Seleccionar la conversación con/ });
export const panel = (page: Page) => page.getByRole('region', { name: 'Filtros' });
export const chips = (page: Page) => page.getByRole('list', { name: 'Filtros activos' }).getByRole('button');
export const bar = (page: Page) => page.getByRole('region', { name: 'Conversaciones seleccionadas' });
export const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

export const total = async (page: Page, filters: object): Promise<number> =>
  (
    await call<{ total: number }>(page, 'POST', '/svc/conversations/conversations/filter_conversation', {
      filters: { bot_id: 64, ...filters },
      items: 1,
    })
  ).body.total;

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await expect(panel(page)).toBeVisible();
  return panel(page);
}

/** A customer who waits for a person, and the id of their conversation. */
export async function waiting(
  browser: Browser,
  url: string,
  agent: Agent,
): Promise<{ id: string; visitor: Visitor }> {
  await agent.showState('pending');
  const visitor = await Visitor.open(browser, url);
  await visitor.say('quiero hablar con una persona');
  const id = visitor.conversation;
  await expect(agent.row(id)).toBeVisible();
  return { id, visitor };
}
