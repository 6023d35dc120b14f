import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConnectionContext,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connectionMachine,
  stepConnection,
} from './connection-machine.ts';

const EVENTS: ConnectionEvent[] = [
  'START',
  'STOP',
  'OPENED',
  'CAUGHT_UP',
  'BEHIND',
  'LOST',
  'UNAUTHORIZED',
  'RETRY',
];
type Answer = [ConnectionState, ...string[]];
const connecting: Answer = ['connecting', 'giveUpLater', 'open', 'tellChanged'];
const waiting: Answer = ['waiting', 'close', 'retryLater', 'tellChanged'];
const idle: Answer = ['idle', 'alarmOff', 'close', 'tellChanged'];
const refused: Answer = ['refused', 'alarmOff', 'close', 'tellChanged', 'tellRefused'];
/** What each state makes of each event; the others leave it as it is and do nothing. */
const ANSWERS: Record<ConnectionState, Partial<Record<ConnectionEvent, Answer>>> = {
  idle: { START: connecting },
  connecting: {
    STOP: idle,
    OPENED: ['catching-up', 'alarmOff', 'tellChanged', 'tellOpened'],
    LOST: waiting,
    UNAUTHORIZED: refused,
  },
  'catching-up': { STOP: idle, CAUGHT_UP: ['live', 'tellChanged'], LOST: waiting, UNAUTHORIZED: refused },
  live: { STOP: idle, BEHIND: ['catching-up', 'tellChanged'], LOST: waiting, UNAUTHORIZED: refused },
  waiting: { STOP: idle, RETRY: connecting, UNAUTHORIZED: refused },
  refused: { STOP: idle, START: connecting },
};
const STATES = Object.keys(ANSWERS) as ConnectionState[];
const names = (effects: readonly ConnectionEffect[]) => effects.map(({ type }) => type);

describe('the connection machine', () => {
  it('CONN-1 knows these states and events', () => {
    expect(Object.keys(connectionMachine.config.states ?? {}).sort()).toEqual([...STATES].sort());
    expect([...connectionMachine.events].sort()).toEqual([...EVENTS].sort());
    for (const state of STATES) {
      expect(Object.keys(connectionMachine.config.states?.[state]?.on ?? {}).sort()).toEqual(
        [...EVENTS].sort(),
      );
    }
  });

  const cells = STATES.flatMap((state) => EVENTS.map((event) => ({ state, event })));
  it.each(cells)('CONN-1 $state on $event', ({ state, event }) => {
    const after = stepConnection(state, { failures: 0 }, { type: event });
    expect([after.state, ...names(after.actions)]).toEqual(ANSWERS[state][event] ?? [state]);
  });

  it('CONN-2 waits longer after every failure in a row, up to a ceiling', () => {
    let at: { state: ConnectionState; context: ConnectionContext } = {
      state: 'connecting',
      context: { failures: 0 },
    };
    const pause = () => {
      const lost = stepConnection(at.state, at.context, { type: 'LOST' });
      at = stepConnection(lost.state, lost.context, { type: 'RETRY' });
      const effect = lost.actions.find(({ type }) => type === 'retryLater');
      return effect?.params?.ms;
    };
    const pauses = Array.from({ length: 9 }, pause);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    for (const events of [
      ['OPENED', 'CAUGHT_UP'],
      ['STOP', 'START'],
      ['UNAUTHORIZED', 'START'],
    ] as const) {
      for (const type of events) at = stepConnection(at.state, at.context, { type });
      expect(pause()).toBe(500);
      pause();
    }
    // An opening that is lost before it has caught up is a failure like the others.
    at = stepConnection(at.state, at.context, { type: 'OPENED' });
    expect(pause()).toBe(2000);
  });

  it('CONN-3 keeps socket and alarm true to the state', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 }), (events) => {
        let state: ConnectionState = 'idle';
        let context: ConnectionContext = { failures: 0 };
        let socket = false;
        let alarm = false;
        for (const type of events) {
          const after = stepConnection(state, context, { type });
          const done = names(after.actions);
          for (const effect of done) {
            if (effect === 'open') {
              expect(socket).toBe(false);
              socket = true;
            }
            if (effect === 'close') socket = false;
            if (effect === 'giveUpLater' || effect === 'retryLater') alarm = true;
            if (effect === 'alarmOff') alarm = false;
          }
          expect(done.filter((name) => name === 'tellChanged')).toHaveLength(after.state === state ? 0 : 1);
          ({ state, context } = after);
          expect(socket).toBe(['connecting', 'catching-up', 'live'].includes(state));
          expect(alarm).toBe(['connecting', 'waiting'].includes(state));
        }
      }),
    );
  });
});
