import { expect, it } from 'vitest';
import { createLimit, type Limit } from '../../platform/limits/limiter.ts';
import { LatestOnly } from './latest-only.ts';

const free = (): Limit => createLimit(1_000, 1);
const fail = (error: unknown) => {
  throw error;
};

it('works on the first at once, and on the last of those that came meanwhile', async () => {
  const wishes = new LatestOnly<number>(free());
  const done: number[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = async (wish: number) => {
    done.push(wish);
    await gate;
  };
  for (let wish = 1; wish <= 200; wish += 1) wishes.make('socket', 64, wish, work, fail);
  await expect.poll(() => done).not.toEqual([]);
  open();
  await expect.poll(() => done.at(-1)).toBe(200);
  expect(done.length).toBeLessThanOrEqual(2);
});

it('lets the last one through however often it was asked before', async () => {
  const wishes = new LatestOnly<number>(createLimit(2, 1), 20);
  const done: number[] = [];
  for (let wish = 1; wish <= 50; wish += 1) {
    wishes.make('socket', 64, wish, async (one) => void done.push(one), fail);
    // One after the other, as packets come.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => done.at(-1), { timeout: 15_000 }).toBe(50);
  expect(done.length).toBeLessThanOrEqual(6);
});

it('keeps things apart that have nothing to do with each other', async () => {
  const wishes = new LatestOnly<string>(free());
  const done: string[] = [];
  const work = async (wish: string) => void done.push(wish);
  wishes.make('a', 64, 'a64', work, fail);
  wishes.make('a', 7, 'a7', work, fail);
  wishes.make('b', 64, 'b64', work, fail);
  await expect.poll(() => [...done].sort()).toEqual(['a64', 'a7', 'b64']);
});

it('goes on after a failure, and forgets who is gone', async () => {
  const wishes = new LatestOnly<number>(free());
  const done: number[] = [];
  const failures: unknown[] = [];
  const work = async (wish: number) => {
    if (wish === 1) throw new Error('broken');
    done.push(wish);
  };
  wishes.make('socket', 64, 1, work, (error) => failures.push(error));
  await expect.poll(() => failures.length).toBe(1);
  wishes.make('socket', 64, 2, work, fail);
  await expect.poll(() => done).toEqual([2]);
  wishes.make('socket', 64, 3, work, fail);
  wishes.forget('socket');
  wishes.make('other', 64, 4, work, fail);
  await expect.poll(() => done).toEqual([2, 4]);
});
