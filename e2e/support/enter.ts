/** A session without its form: the form has tests of its own, and costs every other test two pages. */
import { expect, type Page } from '@playwright/test';
import { CREDENTIAL_HEADERS, SERVICE_BASES } from '../../contract/services.ts';

/** What all people of the demo sign in with. */
export const PASSWORD = 'charla-demo';

/**
 * Signs in by the page's own call and leaves the session where the product keeps it. The page then shows a picture:
 * the product starts with the next address.
 */
export async function enter(page: Page, url: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${url}/favicon.svg`);
  const status = await page.evaluate(
    async ([address, who, names]) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-version': 'v1' },
        body: JSON.stringify(who),
      });
      if (!answer.ok) return answer.status;
      const { data } = (await answer.json()) as { data: object };
      localStorage.setItem('user', JSON.stringify(data));
      // `access-token` last, as the product writes it.
      for (const name of names) localStorage.setItem(name, answer.headers.get(name) ?? '');
      return answer.status;
    },
    [`${SERVICE_BASES.main}/auth/sign_in`, { email, password }, [...CREDENTIAL_HEADERS].reverse()] as const,
  );
  expect(status, `${email} signs in`).toBe(200);
}
