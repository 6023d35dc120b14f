import { describe, expect, it } from 'vitest';
import type { EntryState } from './entry-machine.ts';
import { type Look, type Standing, standingOf, TURNS, type Turn } from './turn.ts';

const STANDINGS: Standing[] = ['follows-held', 'follows', 'in-undo', 'behind', 'pausing', 'not-ready', 'due'];
type Row = Record<Standing, 'passes' | 'holds' | Turn['does'] | 'holds, leaves' | 'holds, rings'>;
const all = (answer: 'passes' | 'holds'): Row => ({
  'follows-held': answer,
  follows: answer,
  'in-undo': answer,
  behind: answer,
  pausing: answer,
  'not-ready': answer,
  due: answer,
});
const underWay: Row = {
  'follows-held': 'drop',
  follows: 'passes',
  'in-undo': 'passes',
  behind: 'passes',
  pausing: 'holds',
  'not-ready': 'holds',
  due: 'holds',
};
const ANSWERS: Record<EntryState, Row> = {
  saving: all('holds'),
  waiting: { ...underWay, 'in-undo': 'ring', pausing: 'holds, rings', due: 'holds, leaves' },
  uploading: underWay,
  posting: underWay,
  sent: all('passes'),
  asking: all('passes'),
  refused: all('passes'),
  gone: all('passes'),
};
const STATES = Object.keys(ANSWERS) as EntryState[];
const cells = STATES.flatMap((state) => STANDINGS.map((standing) => ({ state, standing })));

const words = ({ holds, does }: Turn) => {
  if (!holds) return does === 'nothing' ? 'passes' : does;
  return does === 'nothing' ? 'holds' : `holds, ${does}s`;
};

describe('whose turn it is in the outbox', () => {
  it('QUEUE-1 knows these states and standings', () => {
    expect(Object.keys(TURNS).sort()).toEqual([...STATES].sort());
    for (const state of STATES) expect(Object.keys(TURNS[state]).sort()).toEqual([...STANDINGS].sort());
  });

  it.each(cells)('QUEUE-1 $state, $standing', ({ state, standing }) => {
    expect(words(TURNS[state][standing])).toBe(ANSWERS[state][standing]);
  });

  it('QUEUE-2 gives each look one standing, and asks for the bot last', () => {
    const free: Look = { kind: 'message', leader: null, begun: false, due: true, held: false };
    let asked = 0;
    const standing = (look: Partial<Look>, ready = true) => {
      asked = 0;
      const answer = standingOf({ ...free, ...look }, () => {
        asked += 1;
        return ready;
      });
      return [answer, asked];
    };
    expect(standing({})).toEqual(['due', 1]);
    expect(standing({}, false)).toEqual(['not-ready', 1]);
    expect(standing({ due: false })).toEqual(['pausing', 0]);
    expect(standing({ due: false, held: true })).toEqual(['behind', 0]);
    expect(standing({ kind: 'change', due: false, held: true })).toEqual(['in-undo', 0]);
    // After its first attempt a change can't be taken back: it waits in the order like a message.
    expect(standing({ kind: 'change', due: false, begun: true })).toEqual(['pausing', 0]);
    for (const leader of ['saving', 'waiting', 'uploading', 'posting', 'gone'] as const)
      expect(standing({ kind: 'change', due: false, leader })).toEqual(['follows', 0]);
    for (const leader of ['asking', 'refused'] as const)
      expect(standing({ kind: 'change', leader, held: true })).toEqual(['follows-held', 0]);
    expect(standing({ kind: 'change', leader: 'sent' })).toEqual(['due', 1]);
  });

  it('QUEUE-3 lets only what waits and is due leave, and nobody wait for what does not move', () => {
    for (const { state, standing } of cells) {
      const { holds, does } = TURNS[state][standing];
      if (does === 'leave') expect([state, standing, holds]).toEqual(['waiting', 'due', true]);
      if (['sent', 'asking', 'refused', 'gone'].includes(state))
        expect([holds, does]).toEqual([false, 'nothing']);
      if (standing === 'in-undo' && state !== 'saving') expect(holds).toBe(false);
    }
  });
});
