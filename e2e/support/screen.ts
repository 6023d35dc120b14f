/** What a tab shows, set against a browser that has never seen anything: after any fault the two must be equal. */
import { type Browser, expect, type Page } from '@playwright/test';
import { STATES } from './agent.ts';

/** Figures, rows and messages as they stand on the screen; without ages, which tick. */
interface Screen {
  counters: (string | null)[];
  /** Id, name and preview of each row, in order. */
  list: string[][];
  /** Who, what and how far it got. */
  log: string[];
}

export const screenOf = (page: Page): Promise<Screen> =>
  page.evaluate((states) => {
    const words = (element: Element | null): string => {
      const copy = element?.cloneNode(true) as Element | undefined;
      for (const time of copy?.querySelectorAll('time') ?? []) time.remove();
      return (copy?.textContent ?? '').replace(/\s+/g, ' ').trim();
    };
    return {
      counters: states.map((state) => words(document.querySelector(`[data-testid="state-${state}"]`))),
      list: [...document.querySelectorAll('[data-conversation]')].map((row) => [
        row.getAttribute('data-conversation') ?? '',
        ...[...row.querySelectorAll('bdi')].map(words),
      ]),
      log: [...document.querySelectorAll('[role="log"] article, [role="log"] p:has(> bdi):has(> time)')].map(
        (line) => `${line.getAttribute('data-status') ?? ''} ${words(line)}`,
      ),
    };
  }, STATES);

/** The same person with nothing but the session: no log, no worker, no memory of anything. */
async function freshTab(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await page.context().storageState(),
  });
  const fresh = await context.newPage();
  await fresh.goto(page.url());
  return fresh;
}

/**
 * The tab shows exactly what a fresh load of its address shows: figures, list and, where one is open, conversation.
 * Something must be on the list, so that two empty screens are not called equal.
 */
export async function expectFresh(browser: Browser, page: Page): Promise<void> {
  const fresh = await freshTab(browser, page);
  const opened = page.url().includes('conversation=');
  await expect(async () => {
    const [ours, theirs] = [await screenOf(page), await screenOf(fresh)];
    expect(theirs.list.length, 'rows of a fresh load').toBeGreaterThan(0);
    if (opened) expect(theirs.log.length, 'messages of a fresh load').toBeGreaterThan(0);
    expect(theirs.counters.join(' '), 'figures of a fresh load').toMatch(/\d/);
    expect(ours).toEqual(theirs);
  }).toPass({ timeout: 60_000 });
  await fresh.context().close();
}
