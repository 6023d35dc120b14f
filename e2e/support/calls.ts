/** Calls of a signed-in person, made beside the screen with the credentials that their browser keeps. */
import type { Page } from '@playwright/test';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';

export interface CallAnswer<T> {
  status: number;
  text: string;
  /** Parsed JSON; the caller says what the call answers. Undefined when there is none. */
  body: T;
}

/** @param path with its service: `/svc/conversations/…` */
export async function call<T = unknown>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<CallAnswer<T>> {
  const { status, text, isJson } = await page.evaluate(
    async ([names, verb, address, content]) => {
      const headers = Object.fromEntries(names.map((name) => [name, localStorage.getItem(name) ?? '']));
      const answer = await fetch(address, {
        method: verb,
        headers: { ...headers, 'accept-version': 'v1', 'content-type': 'application/json' },
        body: content ? JSON.stringify(content) : null,
      });
      const type = answer.headers.get('content-type') ?? '';
      return { status: answer.status, text: await answer.text(), isJson: type.includes('json') };
    },
    [CREDENTIAL_HEADERS, method, path, body ?? null] as const,
  );
  return { status, text, body: (isJson && text ? JSON.parse(text) : undefined) as T };
}

/** Who is signed in here; 0 when nobody is. */
export const ownId = (page: Page): Promise<number> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id?: number }).id ?? 0);
