/** Keeps the hub's session and this tab's in step, and ends both (spec §4 Session; wire.md 'Sign-in'). */
import { call, onUnauthorized } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { config } from '../app/client-config.ts';
import { hub, onHub, startHub } from '../hub/client.ts';
import { dropSession, onSession, type Session, session } from './session.ts';

let started = false;

const forHub = ({ credentials, user }: Session) => ({
  credentials,
  user: { id: user.id, name: user.name, image: user.image },
});
const warn = (what: string) => (error: unknown) => console.warn(what, error);

/** Starts the hub for this tab with the session at hand; call before the first screen that needs it. */
export function ensureHub(): void {
  if (started) return;
  started = true;
  const now = session();
  startHub({ build: import.meta.env.BUILD_ID, product: config().product, session: now ? forHub(now) : null });
  let token = now?.credentials['access-token'] ?? null;
  onSession((next) => {
    const fresh = next?.credentials['access-token'] ?? null;
    if (fresh === token) return;
    token = fresh;
    queryClient.clear();
    if (next) hub().signIn(forHub(next)).catch(warn('The hub did not take the session.'));
  });
  onHub('signed-out', () => {
    queryClient.clear();
    dropSession();
  });
  onUnauthorized(() => {
    // Outbox and drafts stay for the same person; log and session data go (wire.md).
    if (session()) hub().signOut('unauthorized').catch(warn('The hub did not hear the end of the session.'));
    dropSession();
  });
}

/** Signs out by hand: the server's token, the hub's log, drafts and outbox, and what this browser stores. */
export async function signOutByHand(): Promise<void> {
  await call('signOut', {}).catch(warn('The server did not hear the sign-out; its token will expire.'));
  await hub().signOut('by-hand').catch(warn('The hub could not wipe its data.'));
  queryClient.clear();
  dropSession();
}
