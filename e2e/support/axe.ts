/** What axe finds on a page that stands still. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * No serious or critical violation on what is in sight. What comes or goes on its own (a notice that fades) has other
 * colours for a moment: it is looked at again, until it stands or is gone.
 * @param where what is looked at, for the report
 */
export async function looksRight(page: Page, where: string): Promise<void> {
  await expect.poll(() => seriousOn(page), { message: where }).toEqual([]);
}

async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
