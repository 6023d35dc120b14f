import { expect, it } from 'vitest';
import { CALLS_AT_ONCE, CALLS_WAITING, PersonsCalls } from './persons-calls.ts';
import { Refused } from './refused.ts';

const ANA = 1;
const BRUNO = 2;

it("works on a few of one person's calls, lets so many wait, refuses the rest, and nobody else's", async () => {
  const calls = new PersonsCalls();
  let begun = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    begun += 1;
    await finished;
  };
  const taken = Array.from({ length: CALLS_AT_ONCE + CALLS_WAITING }, () => calls.run(ANA, work));
  await expect.poll(() => begun).toBe(CALLS_AT_ONCE);
  const refused: unknown = await calls.run(ANA, work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: 'too_many', retryAfterSeconds: 1 });
  const other = calls.run(BRUNO, work);
  await expect.poll(() => begun).toBe(CALLS_AT_ONCE + 1);
  finish();
  await Promise.all([...taken, other]);
  expect(begun).toBe(CALLS_AT_ONCE + CALLS_WAITING + 1);
  expect(await calls.run(ANA, async () => 'again')).toBe('again');
});
