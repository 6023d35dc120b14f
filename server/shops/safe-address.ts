/** Addresses that shops name and people are sent to. */

const MOST = 2_000;

/** An address that a person may be sent to: http or https, no secrets in it, nothing that runs. @returns null: it is none */
export function safeAddress(text: string | null): string | null {
  if (text === null || text.length > MOST || !URL.canParse(text)) return null;
  const { protocol, href, username, password } = new URL(text);
  if (username !== '' || password !== '') return null;
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
