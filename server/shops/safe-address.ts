/** Addresses that shops name and people are sent to. */
import { parsedUrl } from '../../contract/parsed-url.ts';

const MOST = 2_000;

/** An address that a person may be sent to: http or https, no secrets in it, nothing that runs. @returns null: it is none */
export function safeAddress(text: string | null): string | null {
  const url = text === null || text.length > MOST ? null : parsedUrl(text);
  if (!url) return null;
  const { protocol, href, username, password } = url;
  if (username !== '' || password !== '') return null;
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
