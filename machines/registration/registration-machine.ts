/**
 * The five steps of a registration (docs/product.md §2 /registro, §4): account, chatbot, its look, a trial, the embed
 * code. The host supplies with `provide` what each effect does.
 *
 *   account ──account_made──▶ bot ──bot_saved──▶ look ──look_saved──▶ preview ──tested──▶ implement
 *      │                       └──────────── leave: asks ──────────────┘                      │
 *      └─leave─▶ left (login)         abandon ─▶ left (signed out) · stay ─▶ as it was        └─leave, finish─▶ left (/dashboard)
 */
import { assign, createMachine } from 'xstate';
import type { RegistrationProgress } from './progress.ts';
import { REGISTRATION_STEPS, type RegistrationState, type RegistrationStep } from './steps.ts';

export type RegistrationEvent =
  /** Step 1 is done: the account exists and is signed in. */
  | 'account_made'
  /** Step 2: the bot exists, or has its new name. */
  | 'bot_saved'
  | 'look_saved'
  | 'tested'
  | 'back'
  /** Away from the registration: link, back key, button. */
  | 'leave'
  /** Cancelar. */
  | 'stay'
  /** Salir. */
  | 'abandon'
  /** 'Ir al Dashboard' of step 5. */
  | 'finish'
  | 'session_over'
  /** Something was typed; it is kept on the way. */
  | 'typed';

/** What is carried out, in the order of a cell. */
export type RegistrationEffect =
  /** Keep the progress with the step that is entered. */
  | 'keepProgress'
  | 'clearProgress'
  /** Sign out: the account stays, its next sign-in goes on with the first bot. */
  | 'endSession'
  | 'goLogin'
  | 'goDashboard';

/** An event may bring what its step produced. */
export interface RegistrationInput {
  type: RegistrationEvent;
  progress?: Partial<RegistrationProgress>;
}

type Enter = { type: 'enter'; params: RegistrationStep };
interface Cell {
  target?: RegistrationState;
  actions?: readonly (RegistrationEffect | 'take' | Enter)[];
}
type Cells = { readonly [E in RegistrationEvent]: Cell };

const ignored = {} as const satisfies Cell;
/** Effects see what the step produced, and the step that is entered. */
const enter = <S extends RegistrationStep>(step: S) =>
  ({ target: step, actions: [{ type: 'enter', params: step }, 'keepProgress'] }) as const satisfies Cell;
const toLogin = { target: 'left', actions: ['clearProgress', 'goLogin'] } as const satisfies Cell;
const toDashboard = { target: 'left', actions: ['clearProgress', 'goDashboard'] } as const satisfies Cell;
const keeps = { actions: ['take', 'keepProgress'] } as const satisfies Cell;

/** What a step ignores unless it says otherwise; what is typed is kept in all of them. */
const step: Cells = {
  account_made: ignored,
  bot_saved: ignored,
  look_saved: ignored,
  tested: ignored,
  back: ignored,
  leave: ignored,
  stay: ignored,
  abandon: ignored,
  finish: ignored,
  session_over: toLogin,
  typed: keeps,
};
/** The question stands above the form, so nobody types under it. */
const leaving = (from: RegistrationStep): Cells => ({
  ...step,
  stay: { target: from },
  abandon: { target: 'left', actions: ['clearProgress', 'endSession', 'goLogin'] },
  typed: ignored,
});

/** Every state × every event. */
const states: { readonly [S in RegistrationState]: { readonly on: Cells } } = {
  account: {
    on: {
      ...step,
      account_made: enter('bot'),
      leave: toLogin,
      // Nobody is signed in yet: another tab's sign-out is no news here.
      session_over: ignored,
    },
  },
  // No way back to the account: it exists.
  bot: { on: { ...step, bot_saved: enter('look'), leave: { target: 'leaving_bot' } } },
  look: {
    on: { ...step, look_saved: enter('preview'), back: enter('bot'), leave: { target: 'leaving_look' } },
  },
  preview: {
    on: { ...step, tested: enter('implement'), back: enter('look'), leave: { target: 'leaving_preview' } },
  },
  implement: { on: { ...step, back: enter('preview'), leave: toDashboard, finish: toDashboard } },
  leaving_bot: { on: leaving('bot') },
  leaving_look: { on: leaving('look') },
  leaving_preview: { on: leaving('preview') },
  left: { on: { ...step, session_over: ignored, typed: ignored } },
};

/** Input: what `resume` found. */
export const registrationMachine = createMachine({
  types: {} as {
    context: RegistrationProgress;
    events: RegistrationInput;
    input: RegistrationProgress;
    actions: Enter | { type: 'take' | RegistrationEffect; params: undefined };
    guards: { type: 'stands'; params: RegistrationStep };
  },
  id: 'registration',
  context: ({ input }) => input,
  initial: 'found',
  states: {
    /** Left at once for the step that the progress names. */
    found: {
      always: REGISTRATION_STEPS.map((target) => ({
        guard: { type: 'stands' as const, params: target },
        target,
      })),
    },
    ...states,
  },
}).provide({
  guards: { stands: ({ context }, params) => context.step === params },
  actions: {
    enter: assign(({ context, event }, params) => ({ ...context, ...event.progress, step: params })),
    take: assign(({ context, event }) => ({ ...context, ...event.progress, step: context.step })),
  },
});
