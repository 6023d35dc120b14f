/** The session as an XState machine, built from the table in `moves.ts`; effects are supplied with `provide`. */
import { assign, setup } from 'xstate';
import {
  SESSION_GUARDS,
  SESSION_MOVES,
  type SessionCell,
  type SessionEvent,
  type SessionState,
} from './moves.ts';

export interface SessionContext {
  /** Whose session it is; null while not logged. */
  uid: string | null;
}

/** Without a host there is nothing to clean: `sessionMachine.provide({ actions })` names what each effect does. */
const unsupplied = () => undefined;

const machineSetup = setup({
  types: {} as { context: SessionContext; events: SessionEvent; input: { uid: string | null } },
  guards: {
    nothing_unsent: ({ context, event }) => SESSION_GUARDS.nothing_unsent(context.uid, event),
    same_user: ({ context, event }) => SESSION_GUARDS.same_user(context.uid, event),
    has_user: ({ context }) => context.uid !== null,
  },
  actions: {
    closeAgentSession: unsupplied,
    endToken: unsupplied,
    wipeSession: unsupplied,
    wipeOwnWork: unsupplied,
    clearRegistration: unsupplied,
    dropView: unsupplied,
    keepSession: unsupplied,
    showLogin: unsupplied,
    remember: assign({
      uid: ({ context, event }) => (event.type === 'signed_in' ? event.uid : context.uid),
    }),
    forget: assign({ uid: null }),
  },
});

const handler = (cell: SessionCell) =>
  cell.map(({ when, to, effects }) => ({
    ...(when ? { guard: when } : {}),
    target: to,
    // Effects that clean see whose session it was; the new owner is written down after them.
    actions: [...effects, to === 'not_logged' ? ('forget' as const) : ('remember' as const)],
  }));
const node = (state: SessionState) => {
  const cells = SESSION_MOVES[state];
  return {
    on: {
      signed_in: handler(cells.signed_in),
      sign_out: handler(cells.sign_out),
      confirm: handler(cells.confirm),
      cancel: handler(cells.cancel),
      unauthorized: handler(cells.unauthorized),
      signed_out_elsewhere: handler(cells.signed_out_elsewhere),
    },
  };
};

/** Input: the `uid` of the session found at the start, or null. */
export const sessionMachine = machineSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({ uid: input.uid }),
  initial: 'found',
  states: {
    /** Left at once: what was found at the start decides. */
    found: { always: [{ guard: 'has_user', target: 'logged' }, { target: 'not_logged' }] },
    not_logged: node('not_logged'),
    logged: node('logged'),
    asking: node('asking'),
  },
});
