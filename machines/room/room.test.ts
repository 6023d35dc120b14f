import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RoomEffect, type RoomEvent, type RoomState, roomMachine, stepRoom } from './room-machine.ts';

const EVENTS: RoomEvent[] = [
  'READ',
  'CATCH_UP',
  'CLOSED',
  'FRAMES',
  'HOLE',
  'AHEAD',
  'TAIL_LOST',
  'RESET',
  'FAULT',
  'REBASE',
  'UNANSWERED',
  'REFUSED',
  'FAILED',
  'STALE_BASE',
  'OTHER_SIGHT',
  'JOINED',
  'BASED',
  'REPLAYED',
  'MORE',
  'CAUGHT_UP',
  'END',
];
type Row = Partial<Record<RoomEvent, [RoomState, ...RoomEffect[]]>>;

/** What an open state answers alike. */
const alike = (state: RoomState): Row => ({
  CATCH_UP: ['catching', 'endRound', 'tellState', 'ask'],
  CLOSED: ['offline', 'endRound', 'forgetHeld', 'tellState'],
  FRAMES: [state, 'hold'],
  RESET: [state, 'diagnose', 'forgetShown', 'drop', 'catchUpIfConnected'],
  FAULT: [state, 'diagnose', 'rebaseInTime'],
  REBASE: [state, 'countRebase', 'keepShown', 'drop', 'catchUpIfConnected'],
  END: ['closed', 'endRound', 'letGo'],
});
/** What each state makes of each event; the others leave it as it is and do nothing. */
const ANSWERS: Record<RoomState, Row> = {
  reading: {
    ...alike('reading'),
    READ: ['offline', 'restore', 'baseAhead', 'tellState', 'tellEverything', 'catchUpIfConnected'],
    CATCH_UP: ['reading'],
    CLOSED: ['reading', 'endRound', 'forgetHeld'],
    RESET: ['reading', 'diagnose', 'forgetShown', 'drop'],
    REBASE: ['reading', 'countRebase', 'keepShown', 'drop'],
  },
  offline: { ...alike('offline'), CLOSED: ['offline', 'endRound', 'forgetHeld'] },
  catching: {
    ...alike('catching'),
    CATCH_UP: ['catching', 'endRound', 'ask'],
    UNANSWERED: ['catching', 'suspect'],
    REFUSED: ['refused', 'forgetShown', 'drop', 'tellSight', 'tellState'],
    FAILED: ['offline', 'tellState', 'retryLater'],
    STALE_BASE: ['catching', 'keepShown', 'drop', 'ask'],
    OTHER_SIGHT: ['catching', 'forgetShown', 'tellSight', 'drop', 'ask'],
    JOINED: ['catching', 'readBase'],
    BASED: ['catching', 'applyHeld'],
    REPLAYED: ['catching', 'applyReplay'],
    MORE: ['catching', 'ask'],
    CAUGHT_UP: ['live', 'tellState', 'tellArrived'],
  },
  live: {
    ...alike('live'),
    FRAMES: ['live', 'apply'],
    HOLE: ['catching', 'hold', 'endRound', 'tellState', 'ask'],
    AHEAD: ['live', 'lookAgain'],
    TAIL_LOST: ['catching', 'endRound', 'tellState', 'ask'],
    FAILED: ['offline', 'tellState', 'retryLater'],
  },
  refused: alike('refused'),
  closed: {},
};
const STATES = Object.keys(ANSWERS) as RoomState[];
/** Effects that may lead to the next event before they return. */
const LEADING: RoomEffect[] = [
  'apply',
  'applyHeld',
  'applyReplay',
  'suspect',
  'rebaseInTime',
  'catchUpIfConnected',
];

describe("a bot's room", () => {
  it('ROOM-1 knows these states and events', () => {
    const { states = {} } = roomMachine.config;
    expect(Object.keys(states).sort()).toEqual([...STATES].sort());
    for (const state of STATES) {
      expect(Object.keys(states[state]?.on ?? {}).sort()).toEqual([...EVENTS].sort());
    }
  });

  const cells = STATES.flatMap((state) => EVENTS.map((event) => ({ state, event })));
  it.each(cells)('ROOM-1 $state on $event', ({ state, event }) => {
    const answer = stepRoom(state, event);
    expect([answer.state, ...answer.effects]).toEqual(ANSWERS[state][event] ?? [state]);
    // Looked up the second time.
    expect(stepRoom(state, event)).toBe(answer);
  });

  it('ROOM-2 lets nothing happen within an effect that another one follows', () => {
    for (const { state, event } of cells) {
      const { effects } = stepRoom(state, event);
      for (const effect of effects.slice(0, -1)) expect(LEADING).not.toContain(effect);
    }
  });

  it('ROOM-3 keeps fold, question and tabs true to the state, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 80 }), (events) => {
        let state: RoomState = 'reading';
        let told: RoomState = 'reading';
        for (const event of events) {
          const after = stepRoom(state, event);
          const { effects } = after;
          // Frames reach the fold directly where it is the present, and wait everywhere else.
          if (event === 'FRAMES' && state !== 'closed')
            expect(effects).toEqual([state === 'live' ? 'apply' : 'hold']);
          if (effects.some((effect) => effect === 'ask' || effect === 'readBase'))
            expect(after.state).toBe('catching');
          // A person who loses the right to see, or sees differently, keeps nothing on screen.
          if (event === 'RESET' || event === 'REFUSED' || event === 'OTHER_SIGHT')
            expect(effects).not.toContain('keepShown');
          if (effects.includes('tellState')) told = after.state;
          // A tab that closes it waits for nothing more.
          if (after.state !== 'closed') expect(told).toBe(after.state);
          if (state === 'closed') expect(after).toEqual({ state: 'closed', effects: [] });
          if (after.state === 'live' && state !== 'live')
            expect([state, event]).toEqual(['catching', 'CAUGHT_UP']);
          ({ state } = after);
        }
      }),
    );
  });
});
