/**
 * The five steps of a registration (docs/product.md §2 /registro, §4): account, chatbot, its look, a trial, the embed code.
 *
 *   account ──account_made──▶ bot ──bot_saved──▶ look ──look_saved──▶ preview ──tested──▶ implement
 *      │                       └──────────── leave: asks ──────────────┘                      │
 *      └─leave─▶ left (login)         abandon ─▶ left (signed out) · stay ─▶ as it was        └─leave, finish─▶ left (/dashboard)
 */
export const REGISTRATION_STEPS = ['account', 'bot', 'look', 'preview', 'implement'] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];
/** Steps whose leaving asks 'Abandonar registro?'. */
export type AskingStep = 'bot' | 'look' | 'preview';

export const REGISTRATION_STATES = [
  ...REGISTRATION_STEPS,
  'leaving_bot',
  'leaving_look',
  'leaving_preview',
  'left',
] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

export const REGISTRATION_EVENTS = [
  /** Step 1 is done: the account exists and is signed in. */
  'account_made',
  /** Step 2: the bot exists, or has its new name. */
  'bot_saved',
  'look_saved',
  'tested',
  'back',
  /** Away from the registration: link, back key, button. */
  'leave',
  /** Cancelar. */
  'stay',
  /** Salir. */
  'abandon',
  /** 'Ir al Dashboard' of step 5. */
  'finish',
  'session_over',
] as const;
export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number];

export const REGISTRATION_EFFECTS = [
  /** Keep the progress with the step that is entered. */
  'keepProgress',
  'clearProgress',
  /** Sign out: the account stays, its next sign-in goes on with the first bot. */
  'endSession',
  'goLogin',
  'goDashboard',
] as const;
export type RegistrationEffect = (typeof REGISTRATION_EFFECTS)[number];

export interface RegistrationMove {
  to: RegistrationState;
  effects: readonly RegistrationEffect[];
}
type Cells = { readonly [E in RegistrationEvent]: RegistrationMove };

const enter = (to: RegistrationStep): RegistrationMove => ({ to, effects: ['keepProgress'] });
const move = (to: RegistrationState, ...effects: RegistrationEffect[]): RegistrationMove => ({ to, effects });

const ignoring = (state: RegistrationState): Cells => ({
  account_made: move(state),
  bot_saved: move(state),
  look_saved: move(state),
  tested: move(state),
  back: move(state),
  leave: move(state),
  stay: move(state),
  abandon: move(state),
  finish: move(state),
  session_over: move('left', 'clearProgress', 'goLogin'),
});

const leaving = (state: RegistrationState, step: AskingStep): Cells => ({
  ...ignoring(state),
  stay: move(step),
  abandon: move('left', 'clearProgress', 'endSession', 'goLogin'),
});

/** Every state × every event. */
export const REGISTRATION_MOVES: { readonly [S in RegistrationState]: Cells } = {
  account: {
    ...ignoring('account'),
    account_made: enter('bot'),
    leave: move('left', 'clearProgress', 'goLogin'),
    // Nobody is signed in yet: another tab's sign-out is no news here.
    session_over: move('account'),
  },
  // No way back to the account: it exists.
  bot: { ...ignoring('bot'), bot_saved: enter('look'), leave: move('leaving_bot') },
  look: {
    ...ignoring('look'),
    look_saved: enter('preview'),
    back: enter('bot'),
    leave: move('leaving_look'),
  },
  preview: {
    ...ignoring('preview'),
    tested: enter('implement'),
    back: enter('look'),
    leave: move('leaving_preview'),
  },
  implement: {
    ...ignoring('implement'),
    back: enter('preview'),
    leave: move('left', 'clearProgress', 'goDashboard'),
    finish: move('left', 'clearProgress', 'goDashboard'),
  },
  leaving_bot: leaving('leaving_bot', 'bot'),
  leaving_look: leaving('leaving_look', 'look'),
  leaving_preview: leaving('leaving_preview', 'preview'),
  left: { ...ignoring('left'), session_over: move('left') },
};

const ASKING: Partial<Record<RegistrationState, AskingStep>> = {
  leaving_bot: 'bot',
  leaving_look: 'look',
  leaving_preview: 'preview',
};

/** The step that is on screen; null once it was left. */
export function stepOf(state: RegistrationState): RegistrationStep | null {
  const asking = ASKING[state];
  if (asking) return asking;
  return REGISTRATION_STEPS.find((step) => step === state) ?? null;
}
/** Whether 'Abandonar registro?' is asked. */
export const isAsking = (state: RegistrationState): boolean => ASKING[state] !== undefined;
