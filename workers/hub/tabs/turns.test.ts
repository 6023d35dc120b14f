/** Turns of painting, with a machine that paints as fast as the test says. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const TABS = Array.from({ length: 10 }, (_, n) => `tab ${n}`);

/** Lets every tab that may paint do so, each taking so long; changes keep coming. @returns the most at once, by round */
function rounds(turns: Turns, took: number, count: number, from: number): { most: number[]; now: number } {
  const most: number[] = [];
  let now = from;
  for (let round = 0; round < count; round += 1) {
    turns.changed(now);
    const painting = TABS.filter((tab) => {
      if (turns.wait(now) > 0) return false;
      turns.began(tab, now);
      return true;
    });
    most.push(painting.length);
    now += took;
    turns.changed(now);
    for (const tab of painting) turns.painted(tab, now, TABS.length - 1);
    // Longer than any pause after a turn, with changes all the while.
    for (const end = now + 250; now < end; now += 25) turns.changed(now);
  }
  return { most, now };
}

it('HUB-20 all paint at once while the machine keeps up; one at a time soon after it does not; all again after', () => {
  const turns = new Turns();
  const quick = rounds(turns, 20, 3, 1_000);
  expect(quick.most).toEqual([10, 10, 10]);
  const slow = rounds(turns, 120, 6, quick.now);
  expect(slow.most[0]).toBe(10);
  expect(slow.most.slice(4)).toEqual([1, 1]);
  const again = rounds(turns, 20, 60, slow.now);
  expect(again.most.at(-1)).toBe(10);
});

it('HUB-20 after a slow turn of the only one nobody has one for twice as long, unless nothing more comes', () => {
  const turns = new Turns();
  const { now } = rounds(turns, 100, 8, 1_000);
  turns.began('tab 1', now);
  turns.changed(now + 100);
  turns.painted('tab 1', now + 100, 9);
  turns.changed(now + 110);
  expect(turns.wait(now + 110)).toBeGreaterThan(0);
  turns.changed(now + 290);
  expect(turns.wait(now + 301)).toBe(0);

  turns.began('tab 1', now + 301);
  turns.painted('tab 1', now + 401, 9);
  expect(turns.wait(now + 401)).toBeGreaterThan(0);
  // The last two changes came 180 ms apart: half as long again without one is the end, though the pause is longer.
  expect(turns.wait(now + 290 + 270)).toBe(0);
});

it('HUB-20 in a rush everybody rests six times as long as they painted, but for what comes last', () => {
  const turns = new Turns();
  const paint = (now: number) => {
    turns.began('tab 1', now);
    turns.changed(now + 10, 60);
    turns.changed(now + 20, 60);
    turns.changed(now + 30, 60);
    turns.painted('tab 1', now + 30, 1);
  };
  paint(1_000);
  for (const at of [1_031, 1_080, 1_130, 1_180]) turns.changed(at, 60);
  expect(turns.wait(1_181)).toBe(29);
  turns.changed(1_205, 60);
  expect(turns.wait(1_210)).toBe(0);

  // Nothing more comes.
  paint(2_000);
  expect(turns.wait(2_031)).toBeGreaterThan(0);
  expect(turns.wait(2_030 + 75)).toBe(0);

  // Changes that can be followed are no rush.
  turns.began('tab 1', 3_000);
  turns.changed(3_010, 60);
  turns.changed(3_030, 60);
  turns.painted('tab 1', 3_030, 1);
  turns.changed(3_031, 20);
  expect(turns.wait(3_031)).toBe(0);
});

it('HUB-20 one tab alone never waits for a turn', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 50 }), (paints) => {
      const turns = new Turns();
      let now = 1_000;
      for (const took of paints) {
        turns.changed(now);
        expect(turns.wait(now)).toBe(0);
        turns.began('alone', now);
        now += took;
        turns.painted('alone', now, 0);
      }
    }),
  );
});

it('HUB-20 whoever does not paint holds the others up for a quarter of a second, a clock set back for nothing', () => {
  const turns = new Turns();
  const { now } = rounds(turns, 120, 8, 1_000);
  turns.changed(now);
  turns.began('frozen', now);
  turns.changed(now + 200);
  expect(turns.wait(now + 200)).toBe(50);
  turns.changed(now + 250);
  expect(turns.wait(now + 250)).toBe(0);
  turns.began('tab 1', now + 250);
  expect(turns.wait(now - 60_000)).toBe(0);
  turns.changed(now + 260);
  expect(turns.wait(now + 260)).toBeGreaterThan(0);
  turns.left('tab 1');
  turns.left('frozen');
  expect(turns.wait(now + 261)).toBe(0);
});
