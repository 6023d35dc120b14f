import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  isAsking,
  REGISTRATION_EFFECTS,
  REGISTRATION_EVENTS,
  REGISTRATION_MOVES,
  REGISTRATION_STATES,
  REGISTRATION_STEPS,
  type RegistrationEffect,
  type RegistrationEvent,
  type RegistrationMove,
  type RegistrationState,
  stepOf,
} from './moves.ts';
import { NO_PROGRESS, type RegistrationProgress, resume } from './progress.ts';
import { type RegistrationInput, registrationMachine } from './registration-machine.ts';

/** A host that writes down what it was asked to do, and with which progress. */
function host(start: RegistrationProgress = NO_PROGRESS) {
  const done: RegistrationEffect[] = [];
  let kept: RegistrationProgress | null = null;
  const actions = Object.fromEntries(
    REGISTRATION_EFFECTS.map((effect) => [
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
  it('REG-1 has an answer for every state and event, and the machine takes the same way', () => {
    for (const state of REGISTRATION_STATES) {
      for (const event of REGISTRATION_EVENTS) expect(REGISTRATION_MOVES[state][event]).toBeDefined();
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...REGISTRATION_EVENTS), { maxLength: 40 }), (events) => {
        const { send, done } = host();
        let state: RegistrationState = 'account';
        for (const event of events) {
          const move: RegistrationMove = REGISTRATION_MOVES[state as RegistrationState][event];
          const { to, effects } = move;
          expect(send(event)).toBe(to);
          expect(done).toEqual(effects);
          state = to;
        }
      }),
    );
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
