/** What the diagnostics panel of a tab tells: how many tabs there are, who writes, what is stored. */
import { expect, type Locator, type Page } from '@playwright/test';

export async function openDiagnostics(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Menú de/ }).click();
  await page.getByRole('menuitem', { name: 'Diagnóstico' }).click();
  const panel = page.getByRole('dialog', { name: 'Diagnóstico' });
  await expect(panel).toBeVisible();
  return panel;
}

/** The words beside a name, as they are renewed while the panel is open. */
export const fact = (panel: Locator, name: string): Locator =>
  panel
    .locator('div')
    .filter({ has: panel.page().locator(`> dt:text-is("${name}")`) })
    .locator('> dd');

/** Waits until a fact reads like this, and closes the panel again. */
export async function expectFact(page: Page, name: string, words: string | RegExp): Promise<void> {
  const panel = await openDiagnostics(page);
  await expect(fact(panel, name)).toHaveText(words);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}
