/**
 * Who is signed in, in this tab: the stored credentials as a store that React reads. Other tabs of the browser follow
 * by the storage event; the hub's own session is kept in step by `hub-session.ts`.
 */

import { useSyncExternalStore } from 'react';
import { signInCalls } from '../../contract/calls/sign-in.ts';
import { type Credentials, credentials, type User } from '../../contract/entities/user.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import { callWithHeaders } from '../api/call.ts';
import { clearSession, readCredentials, readUser, writeSession, writeUser } from '../api/credentials.ts';
import { forgetSessionEnd, noteSessionEnd } from './session-end.ts';

export interface Session {
  credentials: Credentials;
  user: User;
}

/** What this browser holds, whether or not this tab has heard of it. */
export function storedSession(): Session | null {
  const own = readCredentials();
  const user = readUser();
  return own && user ? { credentials: own, user } : null;
}

let current: Session | null = storedSession();
const listeners = new Set<(session: Session | null) => void>();

function publish(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener(next);
}

/** The session now, or null. */
export const session = (): Session | null => current;

/** Hears of every sign-in, sign-out and change of the user. */
export function onSession(listener: (session: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this browser; null: nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSession, session);
}

/**
 * Signs in (docs/product.md §7): the credentials come in the five headers and are stored for all tabs.
 * @throws ApiError 401 with the server's sentence, 429, or no answer
 */
export async function signIn(email: string, password: string): Promise<Session> {
  return adoptAnswer(await callWithHeaders(signInCalls.signIn, { body: { email, password } }));
}

/** Keeps the session that an answer brings: its user, and the credentials of the five headers. */
export function adoptAnswer({ answer, headers }: { answer: { data: User }; headers: Headers }): Session {
  const fresh = credentials.parse(
    Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, headers.get(name)])),
  );
  writeSession(fresh, answer.data);
  forgetSessionEnd();
  publish({ credentials: fresh, user: answer.data });
  return { credentials: fresh, user: answer.data };
}

/** The user's data as the server has it now. */
export function renewUser(user: User): void {
  if (!current || current.user.id !== user.id) return;
  if (JSON.stringify(user) === JSON.stringify(current.user)) return;
  writeUser(user);
  publish({ ...current, user });
}

/**
 * Forgets the session in this browser. Telling the server and the hub is the caller's part (`hub-session.ts`).
 * @param why `unauthorized`: the server ended it, which the login will say
 */
export function dropSession(why: 'unauthorized' | null = null): void {
  if (!current && !readCredentials()) return;
  // Before the credentials go: the other tabs look for it when they see them gone.
  if (why === 'unauthorized') noteSessionEnd();
  clearSession();
  publish(null);
}

/** Follows sign-ins and sign-outs of other tabs; call once. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== 'access-token') return;
    const next = storedSession();
    const same = next?.credentials['access-token'] === current?.credentials['access-token'];
    if (!same) publish(next);
  });
}
