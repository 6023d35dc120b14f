/** The five credential headers in local storage under their own names (docs/product.md §3 Auth credentials), shared by all tabs. */
import { type Credentials, credentials, type User, user } from '../../contract/entities/user.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';

const USER_KEY = 'user';

/**
 * The stored session's credentials, or null when any of the five is missing. Whether they still open anything is for
 * the server to say: its 401 wipes what the session left in this browser, a look at the clock would not.
 */
export function readCredentials(): Credentials | null {
  const values = Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, localStorage.getItem(name)]));
  const parsed = credentials.safeParse(values);
  return parsed.success ? parsed.data : null;
}

/** The stored user, or null. */
export function readUser(): User | null {
  const text = localStorage.getItem(USER_KEY);
  if (text === null) return null;
  try {
    const parsed = user.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    console.warn('The stored user is not JSON; a new sign-in is needed.', error);
    return null;
  }
}

/** Keeps the signed-in person for the next page. */
export function writeUser(value: User): void {
  localStorage.setItem(USER_KEY, JSON.stringify(value));
}

/** Stores a sign-in. `access-token` last: other tabs take the session from its storage event. */
export function writeSession(fresh: Credentials, value: User): void {
  writeUser(value);
  for (const name of [...CREDENTIAL_HEADERS].reverse()) localStorage.setItem(name, fresh[name]);
}

const OWN_KEYS = [
  USER_KEY,
  'places',
  'first-screen',
  'selected-bot',
  'registration',
  'push-renewed',
  'status-reminded',
];

/** Clears credentials and everything kept about the user (docs/product.md §4 Session: logout clears all stored user data). */
export function clearSession(): void {
  for (const name of [...CREDENTIAL_HEADERS, ...OWN_KEYS]) localStorage.removeItem(name);
  sessionStorage.clear();
}
