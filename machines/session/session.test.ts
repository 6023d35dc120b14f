import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type SessionEffect, type SessionEvent, sessionMachine } from './session-machine.ts';

const EFFECTS: SessionEffect[] = [
  'closeAgentSession',
  'endToken',
  'wipeSession',
  'wipeOwnWork',
  'clearRegistration',
  'dropView',
  'keepSession',
  'showLogin',
];

/** A host that writes down what it was asked to do, and for whom. */
function host(uid: string | null = 'ana@charla.test') {
  const done: SessionEffect[] = [];
  const owners: (string | null)[] = [];
  const actions = Object.fromEntries(
    EFFECTS.map((effect) => [
      effect,
      ({ context }: { context: { uid: string | null } }) => {
        done.push(effect);
        owners.push(context.uid);
      },
    ]),
  ) as Record<SessionEffect, (args: { context: { uid: string | null } }) => void>;
  const actor = createActor(sessionMachine.provide({ actions }), { input: { uid } }).start();
  const send = (event: SessionEvent) => {
    done.length = 0;
    owners.length = 0;
    actor.send(event);
    return actor.getSnapshot();
  };
  return { done, owners, send, snapshot: () => actor.getSnapshot() };
}

describe('the session', () => {
  it('SESS-1 has an answer for every state and event', () => {
    const { states } = sessionMachine.config;
    for (const state of ['not_logged', 'logged', 'asking']) {
      const cells = Object.entries(states?.[state]?.on ?? {});
      expect(cells.map(([type]) => type).sort()).toEqual([...sessionMachine.events].sort());
      for (const [type, cell] of cells) {
        const last = (cell as readonly { guard?: string }[]).at(-1);
        expect(last, `${state} × ${type}`).toBeDefined();
        expect(last?.guard, `${state} × ${type}`).toBeUndefined();
      }
    }
    expect(host(null).snapshot().value).toBe('not_logged');
    expect(host('ana').snapshot().value).toBe('logged');
  });

  it('SESS-2 ends with any 401, once, and keeps what was not sent', () => {
    const { done, send } = host();
    const after = send({ type: 'unauthorized' });
    expect([after.value, after.context.uid]).toEqual(['not_logged', null]);
    expect(done).toEqual(['closeAgentSession', 'wipeSession', 'clearRegistration', 'dropView', 'showLogin']);
    send({ type: 'unauthorized' });
    expect(done).toEqual([]);
    const asking = host();
    asking.send({ type: 'sign_out', unsent: 2 });
    expect(asking.send({ type: 'unauthorized' }).value).toBe('not_logged');
    expect(asking.done).not.toContain('wipeOwnWork');
  });

  it('SESS-3 asks before it throws away what was not sent', () => {
    const { done, send } = host();
    expect(send({ type: 'sign_out', unsent: 3 }).value).toBe('asking');
    expect(done).toEqual([]);
    expect(send({ type: 'cancel' }).value).toBe('logged');
    send({ type: 'sign_out', unsent: 3 });
    expect(send({ type: 'confirm' }).value).toBe('not_logged');
    expect(done).toContain('wipeOwnWork');
    const clean = host();
    expect(clean.send({ type: 'sign_out', unsent: 0 }).value).toBe('not_logged');
    expect(clean.done).toContain('wipeOwnWork');
  });

  it('SESS-4 leaves nothing of one person to the next', () => {
    const { done, owners, send } = host('ana');
    send({ type: 'signed_in', uid: 'ana' });
    expect(done).toEqual(['keepSession']);
    const after = send({ type: 'signed_in', uid: 'bruno' });
    expect([after.value, after.context.uid]).toEqual(['logged', 'bruno']);
    expect(done).toEqual(['wipeSession', 'clearRegistration', 'dropView', 'keepSession']);
    expect(owners[0]).toBe('ana');
    expect(done).not.toContain('wipeOwnWork');
    send({ type: 'sign_out', unsent: 1 });
    expect(send({ type: 'signed_in', uid: 'carla' }).value).toBe('logged');
    expect(host(null).send({ type: 'signed_in', uid: 'ana' }).context.uid).toBe('ana');
  });

  it('SESS-5 follows another tab out', () => {
    const { done, send } = host();
    expect(send({ type: 'signed_out_elsewhere' }).value).toBe('not_logged');
    expect(done).toEqual(['clearRegistration', 'dropView', 'showLogin']);
  });

  it('SESS-6 cleans in an order that works, whatever happened before', () => {
    const event: fc.Arbitrary<SessionEvent> = fc.oneof(
      fc.constantFrom('ana', 'bruno').map((uid) => ({ type: 'signed_in', uid }) as const),
      fc.nat(2).map((unsent) => ({ type: 'sign_out', unsent }) as const),
      fc
        .constantFrom('confirm', 'cancel', 'unauthorized', 'signed_out_elsewhere')
        .map((type) => ({ type }) as const),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { done, send } = host(null);
        for (const next of events) {
          const { value, context } = send(next);
          expect(context.uid === null).toBe(value === 'not_logged');
          const wiped = done.indexOf('wipeSession');
          for (const effect of ['closeAgentSession', 'endToken'] as const) {
            if (done.includes(effect)) expect(done.indexOf(effect)).toBeLessThan(wiped);
          }
          if (done.includes('showLogin')) expect(done.at(-1)).toBe('showLogin');
          if (done.includes('keepSession')) expect(done.at(-1)).toBe('keepSession');
        }
      }),
    );
  });
});
