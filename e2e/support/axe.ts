/** What axe finds on a page that stands still. */

import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * No serious or critical violation on what is in sight. What comes or goes on its own (a notice that fades) has other
 * colours for a moment: it is looked at again, until it stands or is gone.
 * @param where what is looked at, for the report
 * @param what `colours`: of a page that is looked at whole in its other scheme
 */
export async function looksRight(
  page: Page,
  where: string,
  what: 'everything' | 'colours' = 'everything',
): Promise<void> {
  await expect.poll(() => seriousOn(page, what), { message: where }).toEqual([]);
}

/** Looks at everything in one colour scheme, and at the colours in the other. */
export async function looksRightInBoth(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(page, `${where}, dark`, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  await looksRight(page, `${where}, light`);
}

/** What a scheme changes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * axe is put into the page itself, once: its own wrapper for Playwright opens a page beside it for every look, which
 * takes several times as long as looking.
 */
async function seriousOn(page: Page, what: 'everything' | 'colours'): Promise<string[]> {
  // What moves is put where it comes to rest: where nothing is painted, a transition would be waited for in vain.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  for (const frame of page.frames()) {
    // One that goes in this moment needs no axe.
    if (!frame.isDetached()) await frame.evaluate(`if (!window.axe) { ${axe.source} }`);
  }
  return page.evaluate(
    async (only) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations } = await here.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    what === 'colours' ? COLOURS : null,
  );
}
