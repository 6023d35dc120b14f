/**
 * The session machine in this tab (machines/session): what happened goes in, and its effects are carried out here, on
 * the stored credentials, the hub and the page (docs/product.md §4 Session; docs/protocol.md 'Sign-in, credentials, errors').
 */
import { type ActorRefFrom, createActor } from 'xstate';
import { sessionMachine } from '../../machines/session/session-machine.ts';
import { onUnauthorized } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { serviceBases } from '../api/service-bases.ts';
import { config } from '../base/client-config.ts';
import { hub, onHub, startHub } from '../hub/client.ts';
import type { HubStart } from '../hub/connect.ts';
import { dropSession, onSession, type Session, session, storedSession } from './session.ts';

let machine: ActorRefFrom<typeof sessionMachine> | null = null;

const forHub = ({ credentials, user }: Session) => ({
  credentials,
  user: { id: user.id, name: user.name, image: user.image },
  bases: serviceBases(),
});
const warn = (what: string) => (error: unknown) => console.warn(what, error);
const tokenOf = (of: Session | null): string | null => of?.credentials['access-token'] ?? null;

function handToHub(): void {
  const now = session();
  if (now) hub().signIn(forHub(now)).catch(warn('The hub did not take the session.'));
}

/** Starts hub and session machine for this tab; call before the first screen that needs them. Once only. */
export function ensureHub(ahead?: Pick<HubStart, 'expected' | 'startsAfter'>): void {
  if (machine) return;
  const now = session();
  startHub({
    build: import.meta.env.BUILD_ID,
    product: config().product,
    session: () => {
      const stored = storedSession();
      return stored && forHub(stored);
    },
    ...ahead,
  });
  const actor = createActor(
    sessionMachine.provide({
      actions: {
        // The hub ends the token at the server, which closes the agent's session with it, and wipes what it keeps.
        endToken: () => void hub().signOut('by-hand').catch(warn('The hub could not wipe its data.')),
        keepSession: handToHub,
        // Clears credentials, user data and registration progress of this browser; the guards then lead to the login.
        wipeSession: ({ event }) => dropSession(event.type === 'unauthorized' ? 'unauthorized' : null),
        dropView: () => queryClient.clear(),
      },
    }),
    { input: { uid: now?.credentials.uid ?? null } },
  );
  machine = actor;
  actor.start();
  let token = tokenOf(now);
  onSession((next) => {
    if (tokenOf(next) === token) return;
    token = tokenOf(next);
    if (next) actor.send({ type: 'signed_in', uid: next.credentials.uid });
    else actor.send({ type: 'signed_out_elsewhere' });
  });
  onHub('signed-out', (reason) => {
    if (reason === 'unauthorized') actor.send({ type: 'unauthorized' });
    else {
      actor.send({ type: 'signed_out_elsewhere' });
      dropSession();
    }
  });
  onUnauthorized(() => {
    // Outbox and drafts stay for the same person; log and session data go (docs/protocol.md).
    if (session()) hub().signOut('unauthorized').catch(warn('The hub did not hear the end of the session.'));
    actor.send({ type: 'unauthorized' });
  });
}

export interface Unsent {
  outbox: number;
  drafts: number;
}
/**
 * Signing out by hand. With nothing unsent it happens at once.
 * @returns what is unsent when the machine asks first: then `confirmSignOut` or `cancelSignOut`
 */
export async function askToSignOut(): Promise<Unsent | null> {
  const unsent = await hub()
    .unsent()
    .catch((error: unknown) => {
      console.warn('The hub could not say what is unsent.', error);
      return { outbox: 0, drafts: 0 };
    });
  machine?.send({ type: 'sign_out', unsent: unsent.outbox + unsent.drafts });
  return machine?.getSnapshot().matches('asking') ? unsent : null;
}
export const confirmSignOut = (): void => machine?.send({ type: 'confirm' });
export const cancelSignOut = (): void => machine?.send({ type: 'cancel' });
