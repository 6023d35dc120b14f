import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { POLL, Waker } from './waker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function wakerOf(look: (waker: Waker) => Promise<number | null>): Waker {
  const waker: Waker = new Waker({ log: createLog('silent'), failed: 'It failed', look: () => look(waker) });
  return waker;
}

it('JOB-8 what it hears of while it looks is not put off by when the next falls due', async () => {
  let looks = 0;
  const waker = wakerOf(async () => {
    looks += 1;
    if (looks === 1) waker.wakeIn(0);
    return null;
  });
  waker.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(POLL - 2);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(2);
  expect(looks).toBe(3);
  waker.stop();
});

it('JOB-8 looks when the next falls due, again after a failed look, and neither before it starts nor after it stops', async () => {
  let looks = 0;
  const waker = wakerOf(async () => {
    looks += 1;
    if (looks === 2) throw new Error('The database is away');
    return 300;
  });
  waker.wakeIn(0);
  await vi.advanceTimersByTimeAsync(POLL);
  expect(looks).toBe(0);
  waker.start();
  await vi.advanceTimersByTimeAsync(299);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(POLL);
  expect(looks).toBe(3);
  waker.stop();
  waker.wakeIn(0);
  await vi.advanceTimersByTimeAsync(2 * POLL);
  expect(looks).toBe(3);
});

it('JOB-9 runs one work at a time, the next even when one failed', async () => {
  const order: string[] = [];
  let count = 0;
  const work = new OneAtATime(async () => {
    count += 1;
    const own = count;
    order.push(`begins ${own}`);
    await Promise.resolve();
    order.push(`ends ${own}`);
    if (own === 1) throw new Error('The first fails');
    return own;
  });
  const first = work.run();
  const second = work.run();
  await expect(first).rejects.toThrow('The first fails');
  await expect(second).resolves.toBe(2);
  expect(order).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2']);
  await work.ended();
});
