/**
 * The local log's database goes wrong in every way that a browser knows: the log starts over, or says that it can't.
 */
import { expect, it } from 'vitest';
import { emptyDisk, HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { LogStorage } from './log-storage.ts';
import { segmentOf } from './segment-index.ts';

const NAME = 'charla-log:ana@charla.test:64:3';

function world() {
  const clock = new HandClock(0);
  const storage = emptyDisk();
  const told: string[] = [];
  const log = new LogStorage({
    storage,
    clock,
    name: NAME,
    refill: async (database) => {
      await database.segments.put(segmentOf([{ name: 'REDACTED', bot_id: 64, seq: 1 }]));
    },
    renewed: () => told.push('renewed'),
    failed: () => told.push('failed'),
  });
  const write = () =>
    log.run((database) => database.segments.put(segmentOf([{ name: 'REDACTED', bot_id: 64, seq: 2 }])));
  const stored = () => log.run((database) => database.segments.orderBy('from').primaryKeys());
  return { clock, storage, told, log, write, stored };
}
function asked<R extends IDBRequest>(request: R): Promise<R['result']> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('request failed'));
  });
}

it('HUB-10 a log that somebody deleted is filled again from the present', async () => {
  const { storage, told, write, stored } = world();
  await write();
  await asked(storage.indexedDB.deleteDatabase(NAME));
  await write();
  expect(told).toEqual(['renewed']);
  expect(await stored()).toEqual([1]);
  await write();
  expect(await stored()).toEqual([1, 2]);
});

it('HUB-10 a log of a newer format under the same name is replaced', async () => {
  const { storage, told, write, stored } = world();
  const newer = storage.indexedDB.open(NAME, 9_990);
  newer.onupgradeneeded = () => newer.result.createObjectStore('segments');
  (await asked(newer)).close();
  await write();
  expect(told).toEqual(['renewed']);
  expect(await stored()).toEqual([1]);
});

it('HUB-10 what fails again at once is left alone: memory only, told once', async () => {
  const { clock, told, log, write } = world();
  const broken = () => log.run(() => Promise.reject(new Error('unreadable')));
  expect(await broken()).toBeNull();
  expect(told).toEqual(['renewed']);
  clock.pass(61_000);
  await broken();
  expect(told).toEqual(['renewed', 'renewed']);
  await broken();
  await broken();
  expect(told).toEqual(['renewed', 'renewed', 'failed']);
  expect(log.usable).toBe(false);
  expect(await write()).toBeNull();
});

it('HUB-10 nobody waits for a log that another connection holds up', async () => {
  const { clock, storage, told, stored } = world();
  // An upgrade that never comes to an end: the next who opens it waits.
  const held = storage.indexedDB.open(NAME, 9_990);
  await new Promise<void>((resolve) => {
    held.onupgradeneeded = () => {
      const store = held.result.createObjectStore('held');
      const again = () => {
        if (told.length === 0) store.get('never').onsuccess = again;
      };
      again();
      resolve();
    };
  });
  const answer = stored();
  for (let n = 0; told.length === 0 && n < 1_000; n += 1) {
    clock.pass(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await answer).toBeNull();
  expect(told).toEqual(['failed']);
});
