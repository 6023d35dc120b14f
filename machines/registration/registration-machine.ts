/** The registration as an XState machine, built from the table in `moves.ts`; effects are supplied with `provide`. */
import { assign, createMachine } from 'xstate';
import {
  isAsking,
  REGISTRATION_MOVES,
  REGISTRATION_STEPS,
  type RegistrationEffect,
  type RegistrationEvent,
  type RegistrationMove,
  type RegistrationState,
  type RegistrationStep,
  stepOf,
} from './moves.ts';
import type { RegistrationProgress } from './progress.ts';

/** An event may bring what its step produced. */
export interface RegistrationInput {
  type: RegistrationEvent;
  progress?: Partial<RegistrationProgress>;
}

type Action =
  | { type: 'remember'; params: { to: RegistrationState } }
  | { type: 'take' | RegistrationEffect; params: undefined };

const handler = ({ to, effects }: RegistrationMove) => ({
  target: to,
  actions: [{ type: 'remember' as const, params: { to } }, ...effects],
});
/** What is typed is kept on the way; the question stands above the form, so nobody types under it. */
const typed = { actions: ['take', 'keepProgress'] as const };
const node = (state: RegistrationState) => {
  const moves = REGISTRATION_MOVES[state];
  return {
    on: {
      account_made: handler(moves.account_made),
      bot_saved: handler(moves.bot_saved),
      look_saved: handler(moves.look_saved),
      tested: handler(moves.tested),
      back: handler(moves.back),
      leave: handler(moves.leave),
      stay: handler(moves.stay),
      abandon: handler(moves.abandon),
      finish: handler(moves.finish),
      session_over: handler(moves.session_over),
      typed: state === 'left' || isAsking(state) ? {} : typed,
    },
  };
};

/** Input: what `resume` found. */
export const registrationMachine = createMachine({
  types: {} as {
    context: RegistrationProgress;
    events: RegistrationInput | { type: 'typed'; progress: Partial<RegistrationProgress> };
    input: RegistrationProgress;
    actions: Action;
    guards: { type: 'stands'; params: RegistrationStep };
  },
  id: 'registration',
  context: ({ input }) => input,
  initial: 'found',
  states: {
    /** Left at once for the step that the progress names. */
    found: {
      always: REGISTRATION_STEPS.map((step) => ({
        guard: { type: 'stands' as const, params: step },
        target: step,
      })),
    },
    account: node('account'),
    bot: node('bot'),
    look: node('look'),
    preview: node('preview'),
    implement: node('implement'),
    leaving_bot: node('leaving_bot'),
    leaving_look: node('leaving_look'),
    leaving_preview: node('leaving_preview'),
    left: node('left'),
  },
}).provide({
  guards: { stands: ({ context }, step) => context.step === step },
  actions: {
    /** Before the effects: they see what the step produced, and the step that is entered. */
    remember: assign(({ context, event }, { to }) => ({
      ...context,
      ...event.progress,
      step: stepOf(to) ?? context.step,
    })),
    take: assign(({ context, event }) => ({ ...context, ...event.progress, step: context.step })),
  },
});
