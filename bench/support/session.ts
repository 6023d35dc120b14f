/** Signs a browser in without its form: the session lies where the app keeps it. */
import type { BrowserContext } from '@playwright/test';
import type { Administrator } from '../event-to-row/administrator.ts';

export async function keepSession(
  context: BrowserContext,
  url: string,
  session: Administrator['session'],
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  // `access-token` last, as the app writes it.
  const stored = [
    ['user', JSON.stringify(session.user)],
    ...Object.entries(session.credentials).sort(([a], [b]) => b.localeCompare(a)),
  ];
  await page.evaluate(
    `for (const [name, value] of ${JSON.stringify(stored)}) localStorage.setItem(name, value)`,
  );
  await page.close();
}
