import { describe, expect, it } from 'vitest';
import { card } from '../testing.ts';
import { asIs, held, withKept } from './list-order.ts';

const ids = (list: ReturnType<typeof held>) => list.rows.map((row) => row.card.id + (row.gone ? '!' : ''));
const rows = asIs([card('a'), card('b'), card('c')]).rows;

describe('a list under the pointer', () => {
  it('keeps places while contents change', () => {
    const list = held(rows, [card('c', { last_message: 'nuevo' }), card('a'), card('b')]);
    expect(ids(list)).toEqual(['a', 'b', 'c']);
    expect(list.rows[2]?.card.last_message).toBe('nuevo');
  });
  it('holds back what is new above and says how many', () => {
    const list = held(rows, [card('x'), card('a'), card('b'), card('c')]);
    expect(ids(list)).toEqual(['a', 'b', 'c']);
    expect(list.waiting).toBe(1);
  });
  it('leaves a ghost of what went away', () => {
    expect(ids(held(rows, [card('a'), card('c')]))).toEqual(['a', 'b!', 'c']);
  });
  it('lets more of the list in below, so that scrolling goes on', () => {
    const list = held(rows, [card('a'), card('b'), card('c'), card('d'), card('e')]);
    expect(ids(list)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(list.waiting).toBe(0);
  });
});

describe('the open row that left its list', () => {
  const kept = { card: card('b', { lead_name: 'Marta', last_message: 'hola' }), index: 1 };
  const shown = (
    now: Parameters<typeof withKept>[2],
    from = asIs([card('a'), card('c')]).rows,
    given = true,
  ) => withKept(from, kept, now, given);

  it('stays in its place, as it is now', () => {
    const rows = shown(card('b', { state: 'taken' }));
    expect(ids({ rows, waiting: 0 })).toEqual(['a', 'b!', 'c']);
    expect(rows[1]?.card.state).toBe('taken');
  });
  it('goes where it was put off by hand', () => {
    expect(shown(card('b', { snoozed_until: '2026-11-22T12:00:00.000Z' }))).toHaveLength(2);
  });
  it('is no second row where it is in the list', () => {
    expect(shown(null, asIs([card('b'), card('c')]).rows)).toHaveLength(2);
    expect(withKept(asIs([card('a')]).rows, null, null, false)).toHaveLength(1);
  });
  it('tells nothing of what is out of sight, and stands last in a list that grew shorter', () => {
    const rows = shown(null, []);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Marta|hola/);
    // What somebody else took out of sight is gone at once.
    expect(shown(null, [], false)).toEqual([]);
  });
});
