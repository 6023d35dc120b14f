import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Lets the promises that are settled tell of it. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Asks for a turn for each name; tells in which order they got it. */
function asking(queue: FairQueue) {
  const got: string[] = [];
  const leave = new Map<string, () => void>();
  const ask = (key: string, name: string, signal?: AbortSignal) =>
    queue.enter(key, signal).then((leaver) => {
      got.push(name);
      leave.set(name, leaver);
    });
  const done = async (name: string) => {
    leave.get(name)?.();
    await settle();
  };
  return { got, ask, done };
}

it("lets another key's first in after one piece of the key that asked a hundred times", async () => {
  const { got, ask, done } = asking(new FairQueue({ places: 1 }));
  for (let at = 0; at < 100; at += 1) void ask('heavy', `heavy ${at}`);
  void ask('light', 'light 0');
  void ask('light', 'light 1');
  await settle();
  expect(got).toEqual(['heavy 0']);
  for (const name of ['heavy 0', 'light 0', 'heavy 1', 'light 1']) await done(name);
  expect(got).toEqual(['heavy 0', 'light 0', 'heavy 1', 'light 1', 'heavy 2']);
});

it('keeps the order of one key', async () => {
  const { got, ask, done } = asking(new FairQueue({ places: 1 }));
  for (const name of ['a', 'b', 'c']) void ask('one', name);
  await settle();
  for (const name of ['a', 'b']) await done(name);
  expect(got).toEqual(['a', 'b', 'c']);
});

it('gives one key no more than its places while others are free', async () => {
  const { got, ask, done } = asking(new FairQueue({ places: 3, placesOf: (key) => (key === 'one' ? 2 : 3) }));
  for (const name of ['a', 'b', 'c']) void ask('one', name);
  await settle();
  expect(got).toEqual(['a', 'b']);
  void ask('two', 'd');
  await settle();
  expect(got).toEqual(['a', 'b', 'd']);
  await done('d');
  expect(got).toEqual(['a', 'b', 'd']);
  await done('a');
  expect(got).toEqual(['a', 'b', 'd', 'c']);
});

it('forgets who gave up waiting, and nothing of who has the turn', async () => {
  const queue = new FairQueue({ places: 1 });
  const { got, ask, done } = asking(queue);
  const gone = new AbortController();
  void ask('one', 'a', gone.signal);
  await settle();
  const waiting = ask('one', 'b', gone.signal);
  void ask('two', 'c');
  const reason = new Error('gone');
  gone.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(queue.enter('one', gone.signal)).rejects.toBe(reason);
  expect(queue.count('one')).toBe(1);
  await done('a');
  expect(got).toEqual(['a', 'c']);
  expect(queue.count('one')).toBe(0);
});

it('gives a turn back once, also when the work failed', async () => {
  const queue = new FairQueue({ places: 1 });
  await expect(queue.run('one', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
  const leave = await queue.enter('one');
  leave();
  leave();
  const { got, ask } = asking(queue);
  void ask('one', 'a');
  void ask('one', 'b');
  await settle();
  expect(got).toEqual(['a']);
});
