import { describe, expect, it } from 'vitest';
import { createActor, transition } from 'xstate';
import { NO_PROGRESS, type RegistrationProgress, resume } from './progress.ts';
import {
  type RegistrationEffect,
  type RegistrationEvent,
  type RegistrationInput,
  registrationMachine,
} from './registration-machine.ts';
import { isAsking, REGISTRATION_STEPS, type RegistrationState, stepOf } from './steps.ts';

const EVENTS: RegistrationEvent[] = [
  'account_made',
  'bot_saved',
  'look_saved',
  'tested',
  'back',
  'leave',
  'stay',
  'abandon',
  'finish',
  'session_over',
  'typed',
];
const EFFECTS: RegistrationEffect[] = [
  'keepProgress',
  'clearProgress',
  'endSession',
  'goLogin',
  'goDashboard',
];
type Row = Partial<Record<RegistrationEvent, [RegistrationState, ...RegistrationEffect[]]>>;
const over: Row = { session_over: ['left', 'clearProgress', 'goLogin'] };
const leaving = (step: RegistrationState): Row => ({
  ...over,
  stay: [step],
  abandon: ['left', 'clearProgress', 'endSession', 'goLogin'],
});
/** What each state makes of each event; the others leave it as it is and do nothing. */
const ANSWERS: Record<RegistrationState, Row> = {
  account: {
    account_made: ['bot', 'keepProgress'],
    leave: ['left', 'clearProgress', 'goLogin'],
    typed: ['account', 'keepProgress'],
  },
  bot: {
    ...over,
    bot_saved: ['look', 'keepProgress'],
    leave: ['leaving_bot'],
    typed: ['bot', 'keepProgress'],
  },
  look: {
    ...over,
    look_saved: ['preview', 'keepProgress'],
    back: ['bot', 'keepProgress'],
    leave: ['leaving_look'],
    typed: ['look', 'keepProgress'],
  },
  preview: {
    ...over,
    tested: ['implement', 'keepProgress'],
    back: ['look', 'keepProgress'],
    leave: ['leaving_preview'],
    typed: ['preview', 'keepProgress'],
  },
  implement: {
    ...over,
    back: ['preview', 'keepProgress'],
    leave: ['left', 'clearProgress', 'goDashboard'],
    finish: ['left', 'clearProgress', 'goDashboard'],
    typed: ['implement', 'keepProgress'],
  },
  leaving_bot: leaving('bot'),
  leaving_look: leaving('look'),
  leaving_preview: leaving('preview'),
  left: {},
};
const STATES = Object.keys(ANSWERS) as RegistrationState[];

/** A host that writes down what it was asked to do, and with which progress. */
function host(start: RegistrationProgress = NO_PROGRESS) {
  const done: RegistrationEffect[] = [];
  let kept: RegistrationProgress | null = null;
  const actions = Object.fromEntries(
    EFFECTS.map((effect) => [
      effect,
      ({ context }: { context: RegistrationProgress }) => {
        done.push(effect);
        if (effect === 'keepProgress') kept = context;
        if (effect === 'clearProgress') kept = null;
      },
    ]),
  ) as Record<RegistrationEffect, (args: { context: RegistrationProgress }) => void>;
  const actor = createActor(registrationMachine.provide({ actions }), { input: start }).start();
  return {
    done,
    kept: () => kept,
    state: () => actor.getSnapshot().value as RegistrationState,
    context: () => actor.getSnapshot().context,
    send(type: RegistrationEvent, progress?: RegistrationInput['progress']) {
      done.length = 0;
      actor.send({ type, ...(progress ? { progress } : {}) });
      return actor.getSnapshot().value as RegistrationState;
    },
    type(progress: Partial<RegistrationProgress>) {
      actor.send({ type: 'typed', progress });
    },
  };
}

const account = { user: 9, customerId: null };
const bot = { bot: 5, botName: 'Mi tienda', botToken: 't' };
const at = (step: RegistrationProgress['step']): RegistrationProgress => ({
  ...NO_PROGRESS,
  ...account,
  ...bot,
  step,
});

describe('registration', () => {
  it('REG-1 knows these states and events', () => {
    const { found, ...states } = registrationMachine.config.states ?? {};
    expect(Object.keys(states).sort()).toEqual([...STATES].sort());
    for (const state of STATES) {
      expect(Object.keys(states[state]?.on ?? {}).sort()).toEqual([...EVENTS].sort());
    }
  });

  const cells = STATES.flatMap((state) => EVENTS.map((event) => ({ state, event })));
  it.each(cells)('REG-1 $state on $event', ({ state, event }) => {
    const before = registrationMachine.resolveState({
      value: state,
      context: at(stepOf(state) ?? 'implement'),
    });
    const [after, actions] = transition(registrationMachine, before, { type: event });
    expect([after.value, ...actions.map(({ type }) => type)]).toEqual(ANSWERS[state][event] ?? [state]);
  });

  it('REG-2 goes through the steps in order', () => {
    const { send, context } = host();
    expect(send('bot_saved', bot)).toBe('account');
    expect(send('account_made', account)).toBe('bot');
    expect(send('tested')).toBe('bot');
    expect(send('bot_saved', bot)).toBe('look');
    expect(send('back')).toBe('bot');
    expect(send('back')).toBe('bot');
    expect(send('bot_saved')).toBe('look');
    expect(send('look_saved', { color: '#123456' })).toBe('preview');
    expect(send('tested')).toBe('implement');
    expect(context()).toMatchObject({ user: 9, bot: 5, color: '#123456', step: 'implement' });
  });

  it('REG-3 leaves by the rules of the step', () => {
    const first = host();
    expect(first.send('leave')).toBe('left');
    expect(first.done).toEqual(['clearProgress', 'goLogin']);

    for (const step of ['bot', 'look', 'preview'] as const) {
      const middle = host(at(step));
      const asking = middle.send('leave');
      expect(isAsking(asking)).toBe(true);
      expect(stepOf(asking)).toBe(step);
      expect(middle.done).toEqual([]);
      expect(middle.send('stay')).toBe(step);
      expect(middle.done).toEqual([]);
      middle.send('leave');
      expect(middle.send('abandon')).toBe('left');
      expect(middle.done).toEqual(['clearProgress', 'endSession', 'goLogin']);
    }

    const last = host(at('implement'));
    expect(last.send('leave')).toBe('left');
    expect(last.done).toEqual(['clearProgress', 'goDashboard']);
    const finished = host(at('implement'));
    finished.send('finish');
    expect(finished.done).toEqual(['clearProgress', 'goDashboard']);
  });

  it('REG-4 goes on where it stood, and only with what is its own', () => {
    for (const step of REGISTRATION_STEPS.slice(1)) expect(resume(at(step), 9).step).toBe(step);
    expect(host(resume(at('preview'), 9)).state()).toBe('preview');
    // Without the bot nothing beyond its step; the account's step never again.
    expect(resume({ ...at('implement'), bot: null }, 9).step).toBe('bot');
    expect(resume({ ...NO_PROGRESS, user: 9, step: 'account' }, 9).step).toBe('bot');
    // Somebody else, or nobody: nothing of it.
    expect(resume(at('preview'), 10)).toEqual({ ...NO_PROGRESS, user: 10, step: 'bot' });
    expect(resume(at('preview'), null)).toEqual(NO_PROGRESS);
    expect(resume({ ...NO_PROGRESS, name: 'Eva' }, null).name).toBe('Eva');
    for (const broken of [null, 3, 'x', {}, { ...at('look'), step: 'six' }]) {
      expect(resume(broken, 9)).toEqual({ ...NO_PROGRESS, user: 9, step: 'bot' });
    }
  });

  it('REG-5 forgets everything when the session ends', () => {
    for (const state of ['bot', 'look', 'preview', 'implement'] as const) {
      const { send, done } = host(at(state));
      expect(send('session_over')).toBe('left');
      expect(done).toEqual(['clearProgress', 'goLogin']);
    }
  });

  it('REG-6 keeps each step forward, and what is typed', () => {
    const { send, kept, type } = host();
    type({ name: 'Eva' });
    expect(kept()).toMatchObject({ name: 'Eva', step: 'account' });
    send('account_made', account);
    expect(kept()).toMatchObject({ user: 9, step: 'bot' });
    type({ botName: 'Mi ti', step: 'implement' });
    expect(kept()).toMatchObject({ botName: 'Mi ti', step: 'bot' });
    send('bot_saved', bot);
    expect(kept()).toMatchObject({ bot: 5, step: 'look' });
    expect(resume(kept(), 9).step).toBe('look');
  });
});
