/**
 * A person's session in this browser (docs/product.md §4 'Session'; docs/protocol.md 'Sign-in, credentials, errors'): logged or not, and in between the question
 * that signing out by hand asks when something was not sent yet.
 *
 *   not_logged ──signed_in──▶ logged ──sign_out, nothing unsent──▶ not_logged
 *        ▲                     │  ▲ └──sign_out, unsent──▶ asking ──confirm──▶ not_logged
 *        └────unauthorized─────┘  └────────cancel────────────┘
 */
export const SESSION_STATES = ['not_logged', 'logged', 'asking'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

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

/** What is to be done; the host supplies how. They run in the order of the list. */
export const SESSION_EFFECTS = [
  /** Tell the server that the agent's session is closed, while the credentials still open it. */
  'closeAgentSession',
  /** End this client's token at the server. */
  'endToken',
  /** Drop credentials, user data and local logs: in every tab. */
  'wipeSession',
  /** Drop outbox and drafts too. */
  'wipeOwnWork',
  /** Drop the progress of a registration. */
  'clearRegistration',
  /** Drop what this tab holds in memory. */
  'dropView',
  /** Keep the new credentials for all tabs. */
  'keepSession',
  'showLogin',
] as const;
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

export const SESSION_GUARDS = {
  nothing_unsent: (_uid, event) => event.type === 'sign_out' && event.unsent === 0,
  same_user: (uid, event) => event.type === 'signed_in' && event.uid === uid,
} as const satisfies Record<string, (uid: string | null, event: SessionEvent) => boolean>;

interface Branch {
  when?: keyof typeof SESSION_GUARDS;
  to: SessionState;
  effects: readonly SessionEffect[];
}
export type SessionCell = readonly [...Branch[], Branch];

const ignoredIn = (state: SessionState): SessionCell => [{ to: state, effects: [] }];
const signsIn: Branch = { to: 'logged', effects: ['keepSession'] };
/** Another person: nothing of the one before may stay, except their outbox and drafts, which are kept by `uid`. */
const changesHands: Branch = {
  to: 'logged',
  effects: ['wipeSession', 'clearRegistration', 'dropView', 'keepSession'],
};
const byHand: Branch = {
  to: 'not_logged',
  effects: [
    'closeAgentSession',
    'endToken',
    'wipeSession',
    'wipeOwnWork',
    'clearRegistration',
    'dropView',
    'showLogin',
  ],
};
/** A 401 keeps outbox and drafts for the same `uid`; there is no token left to end. */
const unauthorized: SessionCell = [
  {
    to: 'not_logged',
    effects: ['closeAgentSession', 'wipeSession', 'clearRegistration', 'dropView', 'showLogin'],
  },
];
const elsewhere: SessionCell = [
  { to: 'not_logged', effects: ['clearRegistration', 'dropView', 'showLogin'] },
];

/** Every state × every event; what is ignored is written down. */
export const SESSION_MOVES: {
  readonly [S in SessionState]: { readonly [E in SessionEvent['type']]: SessionCell };
} = {
  not_logged: {
    signed_in: [signsIn],
    sign_out: ignoredIn('not_logged'),
    confirm: ignoredIn('not_logged'),
    cancel: ignoredIn('not_logged'),
    // The answer to a wrong password, or the second 401 of many.
    unauthorized: ignoredIn('not_logged'),
    signed_out_elsewhere: ignoredIn('not_logged'),
  },
  logged: {
    signed_in: [{ ...signsIn, when: 'same_user' }, changesHands],
    sign_out: [
      { ...byHand, when: 'nothing_unsent' },
      { to: 'asking', effects: [] },
    ],
    confirm: ignoredIn('logged'),
    cancel: ignoredIn('logged'),
    unauthorized,
    signed_out_elsewhere: elsewhere,
  },
  asking: {
    signed_in: [{ to: 'asking', effects: ['keepSession'], when: 'same_user' }, changesHands],
    sign_out: [
      { ...byHand, when: 'nothing_unsent' },
      { to: 'asking', effects: [] },
    ],
    confirm: [byHand],
    cancel: [{ to: 'logged', effects: [] }],
    unauthorized,
    signed_out_elsewhere: elsewhere,
  },
};
