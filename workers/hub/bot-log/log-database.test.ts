import { expect, it } from 'vitest';
import { emptyDisk, HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { deleteLogs, logDatabase, logName } from './log-database.ts';
import { segmentOf } from './segment-index.ts';

const UID = 'ana@charla.test';
const frame = { name: 'REDACTED', bot_id: 64, seq: 1 } as const;

it('HUB-17 a sign-out deletes every log of the person and nobody else’s', async () => {
  const storage = emptyDisk();
  for (const name of [logName(UID, 64), logName(UID, 7), logName('bruno@charla.test', 64)]) {
    const database = await logDatabase(storage, name);
    await database.segments.put(segmentOf([frame]));
    database.close();
  }
  await deleteLogs(storage, UID, new HandClock(0));
  const left = (await storage.indexedDB.databases()).map(({ name }) => name);
  expect(left).toEqual([logName('bruno@charla.test', 64)]);
});

it('HUB-17 a log that somebody holds open is cleared at once; its deletion is not waited for', async () => {
  const storage = emptyDisk();
  const clock = new HandClock(0);
  const database = await logDatabase(storage, logName(UID, 64));
  await database.segments.put(segmentOf([frame]));
  database.close();
  // It hears that it should let go, and does not.
  const holder = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = storage.indexedDB.open(logName(UID, 64));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  let ended: unknown = null;
  const deleting = deleteLogs(storage, UID, clock).catch((error: unknown) => {
    ended = error;
  });
  for (let n = 0; ended === null && n < 1_000; n += 1) {
    clock.pass(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await deleting;
  expect(String(ended)).toContain('no answer');
  const count = await new Promise((resolve) => {
    const asked = holder.transaction('segments').objectStore('segments').count();
    asked.onsuccess = () => resolve(asked.result);
  });
  expect(count).toBe(0);
  holder.close();
});
