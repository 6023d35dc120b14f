/**
 * A person's session in this browser (docs/product.md §4 'Session'; docs/protocol.md 'Sign-in, credentials, errors'): logged or not, and in between the question
 * that signing out by hand asks when something was not sent yet. The host supplies with `provide` what each effect does.
 *
 *   not_logged ──signed_in──▶ logged ──sign_out, nothing unsent──▶ not_logged
 *        ▲                     │  ▲ └──sign_out, unsent──▶ asking ──confirm──▶ not_logged
 *        └────unauthorized─────┘  └────────cancel────────────┘
 */
import { assign, createMachine } from 'xstate';

export type SessionState = 'not_logged' | 'logged' | 'asking';

export type SessionEvent =
  /** Credentials arrived, here or in another tab, or were found at the start. */
  | { type: 'signed_in'; uid: string }
  /** By hand; `unsent` counts outbox entries and drafts. */
  | { type: 'sign_out'; unsent: number }
  | { type: 'confirm' }
  | { type: 'cancel' }
  /** Any 401, or a socket refused as unauthorized. */
  | { type: 'unauthorized' }
  /** Another tab signed out and has cleaned what all tabs share. */
  | { type: 'signed_out_elsewhere' };

/** What is to be done, in the order of the list. */
export type SessionEffect =
  /** Tell the server that the agent's session is closed, while the credentials still open it. */
  | 'closeAgentSession'
  /** End this client's token at the server. */
  | 'endToken'
  /** Drop credentials, user data and local logs: in every tab. */
  | 'wipeSession'
  /** Drop outbox and drafts too. */
  | 'wipeOwnWork'
  /** Drop the progress of a registration. */
  | 'clearRegistration'
  /** Drop what this tab holds in memory. */
  | 'dropView'
  /** Keep the new credentials for all tabs. */
  | 'keepSession'
  | 'showLogin';

export interface SessionContext {
  /** Whose session it is; null while not logged. */
  uid: string | null;
}
type Action = { type: SessionEffect | 'remember' | 'forget'; params: undefined };
type Guard = { type: 'nothing_unsent' | 'same_user' | 'has_user'; params: undefined };

interface Branch {
  guard?: Guard['type'];
  target: SessionState;
  actions?: readonly Action['type'][];
}
/** Branches are tried in order; the last one has no condition. */
type Cell = readonly [...Branch[], Branch & { guard?: never }];

/** Ignored, and written down. */
const stays = (target: SessionState) => [{ target }] as const satisfies Cell;
// Effects that clean see whose session it was; the new owner is written down after them.
const signsIn = { target: 'logged', actions: ['keepSession', 'remember'] } as const;
/** Another person: nothing of the one before may stay, except their outbox and drafts, which are kept by `uid`. */
const changesHands = {
  target: 'logged',
  actions: ['wipeSession', 'clearRegistration', 'dropView', 'keepSession', 'remember'],
} as const;
const byHand = {
  target: 'not_logged',
  actions: [
    'closeAgentSession',
    'endToken',
    'wipeSession',
    'wipeOwnWork',
    'clearRegistration',
    'dropView',
    'showLogin',
    'forget',
  ],
} as const;
const signsOut = [{ ...byHand, guard: 'nothing_unsent' }, { target: 'asking' }] as const satisfies Cell;
/** A 401 keeps outbox and drafts for the same `uid`; there is no token left to end. */
const unauthorized = [
  {
    target: 'not_logged',
    actions: ['closeAgentSession', 'wipeSession', 'clearRegistration', 'dropView', 'showLogin', 'forget'],
  },
] as const satisfies Cell;
const elsewhere = [
  { target: 'not_logged', actions: ['clearRegistration', 'dropView', 'showLogin', 'forget'] },
] as const satisfies Cell;

const states = {
  not_logged: {
    on: {
      signed_in: [signsIn],
      sign_out: stays('not_logged'),
      confirm: stays('not_logged'),
      cancel: stays('not_logged'),
      // The answer to a wrong password, or the second 401 of many.
      unauthorized: stays('not_logged'),
      signed_out_elsewhere: stays('not_logged'),
    },
  },
  logged: {
    on: {
      signed_in: [{ ...signsIn, guard: 'same_user' }, changesHands],
      sign_out: signsOut,
      confirm: stays('logged'),
      cancel: stays('logged'),
      unauthorized,
      signed_out_elsewhere: elsewhere,
    },
  },
  asking: {
    on: {
      signed_in: [
        { guard: 'same_user', target: 'asking', actions: ['keepSession', 'remember'] },
        changesHands,
      ],
      sign_out: signsOut,
      confirm: [byHand],
      cancel: stays('logged'),
      unauthorized,
      signed_out_elsewhere: elsewhere,
    },
  },
} as const satisfies {
  readonly [S in SessionState]: { readonly on: { readonly [E in SessionEvent['type']]: Cell } };
};

/** Input: the `uid` of the session found at the start, or null. */
export const sessionMachine = createMachine({
  types: {} as {
    context: SessionContext;
    events: SessionEvent;
    input: { uid: string | null };
    actions: Action;
    guards: Guard;
  },
  id: 'session',
  context: ({ input }) => ({ uid: input.uid }),
  initial: 'found',
  states: {
    /** Left at once: what was found at the start decides. */
    found: { always: [{ guard: 'has_user', target: 'logged' }, { target: 'not_logged' }] },
    ...states,
  },
}).provide({
  guards: {
    nothing_unsent: ({ event }) => event.type === 'sign_out' && event.unsent === 0,
    same_user: ({ context, event }) => event.type === 'signed_in' && event.uid === context.uid,
    has_user: ({ context }) => context.uid !== null,
  },
  actions: {
    remember: assign({
      uid: ({ context, event }) => (event.type === 'signed_in' ? event.uid : context.uid),
    }),
    forget: assign({ uid: null }),
  },
});
