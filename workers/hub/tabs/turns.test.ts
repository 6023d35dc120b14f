/** Turns of painting, with a machine that paints as fast as the test says. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** In sight besides the one that is asked about. */
const OTHERS = 9;
const TABS = Array.from({ length: 10 }, (_, n) => `tab ${n}`);

/** Lets every tab that may paint do so, each taking so long; changes keep coming. @returns the most at once, by round */
function rounds(turns: Turns, took: number, count: number, from: number): { most: number[]; now: number } {
  const most: number[] = [];
  let now = from;
  for (let round = 0; round < count; round += 1) {
    turns.changed(now);
    const painting = TABS.filter((tab) => {
      if (turns.wait(now, OTHERS) > 0) return false;
      turns.began(tab, now);
      return true;
    });
    most.push(painting.length);
    now += took;
    turns.changed(now);
    for (const tab of painting) turns.painted(tab, now, OTHERS);
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
  expect(turns.wait(now + 110, OTHERS)).toBeGreaterThan(0);
  turns.changed(now + 290);
  expect(turns.wait(now + 301, OTHERS)).toBe(0);

  turns.began('tab 1', now + 301);
  turns.painted('tab 1', now + 401, 9);
  expect(turns.wait(now + 401, OTHERS)).toBeGreaterThan(0);
  // The last two changes came 180 ms apart: half as long again without one is the end, though the pause is longer.
  expect(turns.wait(now + 290 + 270, OTHERS)).toBe(0);
});

/** Changes of a rush, as they come of a socket: every 25 ms until then. */
function rushing(turns: Turns, from: number, until: number): void {
  for (let at = from; at <= until; at += 25) turns.changed(at, 100);
}

it('HUB-20 in a rush nobody paints for half a second, then all rest six times as long as they painted', () => {
  const turns = new Turns();
  rushing(turns, 1_000, 1_500);
  // It began with the second of them.
  expect(turns.wait(1_501, OTHERS)).toBe(24);
  turns.changed(1_525, 100);
  expect(turns.wait(1_525, OTHERS)).toBe(0);
  turns.began('tab 1', 1_525);
  rushing(turns, 1_530, 1_555);
  turns.painted('tab 1', 1_555, OTHERS);
  rushing(turns, 1_580, 1_730);
  expect(turns.wait(1_731, OTHERS)).toBe(4);
  turns.changed(1_735, 100);
  expect(turns.wait(1_735, OTHERS)).toBe(0);

  // Half a second at most.
  turns.began('tab 1', 1_735);
  rushing(turns, 1_740, 1_940);
  turns.painted('tab 1', 1_945, OTHERS);
  rushing(turns, 1_950, 2_425);
  expect(turns.wait(2_430, OTHERS)).toBe(15);
  turns.changed(2_445, 100);
  expect(turns.wait(2_445, OTHERS)).toBe(0);
});

it('HUB-20 a rush in which nothing more comes for a tenth of a second is over, painting aside', () => {
  const turns = new Turns();
  rushing(turns, 1_000, 1_200);
  expect(turns.wait(1_290, OTHERS)).toBeGreaterThan(0);
  expect(turns.wait(1_310, OTHERS)).toBe(0);

  // What is being painted keeps the next part from coming.
  rushing(turns, 5_000, 5_525);
  turns.began('tab 1', 5_525);
  turns.painted('tab 1', 5_600, OTHERS);
  expect(turns.wait(5_525 + 120, OTHERS)).toBeGreaterThan(0);
  expect(turns.wait(5_600 + 110, OTHERS)).toBe(0);

  // Changes that can be followed are no rush.
  turns.began('tab 1', 9_000);
  turns.changed(9_010, 60);
  turns.changed(9_030, 60);
  turns.painted('tab 1', 9_030, OTHERS);
  turns.changed(9_031, 20);
  expect(turns.wait(9_031, OTHERS)).toBe(0);
});

it('HUB-20 one tab alone never waits for a turn', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 50 }), (paints) => {
      const turns = new Turns();
      let now = 1_000;
      for (const took of paints) {
        turns.changed(now, 500);
        expect(turns.wait(now, 0)).toBe(0);
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
  expect(turns.wait(now + 200, OTHERS)).toBe(50);
  turns.changed(now + 250);
  expect(turns.wait(now + 250, OTHERS)).toBe(0);
  turns.began('tab 1', now + 250);
  expect(turns.wait(now - 60_000, OTHERS)).toBe(0);
  turns.changed(now + 260);
  expect(turns.wait(now + 260, OTHERS)).toBeGreaterThan(0);
  turns.left('tab 1');
  turns.left('frozen');
  expect(turns.wait(now + 261, OTHERS)).toBe(0);
});

it('HUB-100 a rush is over when the server says that this is all, but not while parts of it follow a slow paint', () => {
  const turns = new Turns();
  rushing(turns, 1_000, 1_200);
  expect(turns.caughtUp(1_200)).toBe(true);
  expect(turns.wait(1_200, OTHERS)).toBe(0);
  // One more part of it: that was not all.
  turns.changed(1_210, 100);
  expect(turns.wait(1_210, OTHERS)).toBeGreaterThan(0);

  // Twice as long as the paint took, and no longer than without the word.
  turns.began('tab 1', 1_300);
  turns.painted('tab 1', 1_330, OTHERS);
  rushing(turns, 1_335, 1_335);
  expect(turns.caughtUp(1_336)).toBe(true);
  expect(turns.wait(1_389, OTHERS)).toBe(1);
  expect(turns.wait(1_390, OTHERS)).toBe(0);
  turns.began('tab 1', 1_400);
  rushing(turns, 1_410, 1_600);
  turns.painted('tab 1', 1_600, OTHERS);
  turns.caughtUp(1_600);
  expect(turns.wait(1_709, OTHERS)).toBe(1);
  expect(turns.wait(1_710, OTHERS)).toBe(0);
});
