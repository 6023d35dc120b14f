/** A session without its form: the form has tests of its own, and costs every other test two pages. */
import { expect, type Page } from '@playwright/test';
import { CREDENTIAL_HEADERS, SERVICE_BASES } from '../../contract/services.ts';

/** What all people of the demo sign in with. */
export const PASSWORD = 'charla-demo';

/**
 * Signs in by a call and leaves the session where the product keeps it. The page then shows a script's text, from
 * where calls are allowed as on the product's own pages: the product starts with the next address.
 */
export async function enter(page: Page, url: string, email: string, password = PASSWORD): Promise<void> {
  const answer = await page.request.post(`${url}${SERVICE_BASES.main}/auth/sign_in`, {
    headers: { 'accept-version': 'v1' },
    data: { email, password },
  });
  expect(answer.status(), `${email} signs in`).toBe(200);
  const { data } = (await answer.json()) as { data: object };
  const headers = answer.headers();
  // `access-token` last, as the product writes it.
  const names = [...CREDENTIAL_HEADERS].reverse();
  const session = [['user', JSON.stringify(data)], ...names.map((name) => [name, headers[name] ?? ''])];
  await page.goto(`${url}/color-scheme.js`);
  await page.evaluate((entries) => {
    for (const [name = '', value = ''] of entries) localStorage.setItem(name, value);
  }, session);
}
