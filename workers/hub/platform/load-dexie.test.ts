/** The library that opens databases is late, does not come, or comes at the second try. */
import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { breathe, emptyDisk, HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { BotLog } from '../bot-log/bot-log.ts';
import { WorkStore } from '../work-store/work-database.ts';
import { dexieLoader } from './load-dexie.ts';
import type { HubStorage } from './platform.ts';

const UID = 'ana@charla.test';
const DRAFT = { key: 'c:reply', botId: 64, conversationId: 'c', mode: 'reply' as const, text: 'hola' };

function logOn(storage: HubStorage, told: string[] = []): BotLog {
  return new BotLog({
    storage,
    clock: new HandClock(0),
    uid: UID,
    botId: 64,
    inbox: () => null,
    failed: (_, lost) => told.push(lost ? 'lost' : 'renewed'),
  });
}

it('HUB-74 on a first visit nobody waits for the library to read a log that is not there', async () => {
  const storage = { ...emptyDisk(), dexie: () => new Promise<never>(() => undefined) };
  expect(await logOn(storage).load()).toEqual({ inbox: null, tail: [], differences: [] });
});

it('HUB-74 a log that is there waits for the library, and is read', async () => {
  const disk = emptyDisk();
  const written = logOn(disk);
  await written.keep([{ at: 1 } as never]);
  await written.close();
  let come: (library: typeof Dexie) => void = () => undefined;
  const coming = new Promise<typeof Dexie>((resolve) => {
    come = resolve;
  });
  let read: unknown = 'nothing yet';
  const reading = logOn({ ...disk, dexie: () => coming })
    .load()
    .then((stored) => {
      read = stored?.differences;
    });
  await breathe();
  expect(read).toBe('nothing yet');
  come(Dexie);
  await reading;
  expect(read).toEqual([{ at: 1 }]);
});

it('HUB-74 what is written before the library is here is on disk when it is', async () => {
  const disk = emptyDisk();
  let come: (library: typeof Dexie) => void = () => undefined;
  const coming = new Promise<typeof Dexie>((resolve) => {
    come = resolve;
  });
  const store = new WorkStore(
    { storage: { ...disk, dexie: () => coming }, clock: new HandClock(0) },
    UID,
    () => undefined,
  );
  let stored: boolean | null = null;
  const storing = store.putDraft({ ...DRAFT, updatedAt: 1, by: 'tab', files: [] }).then((durable) => {
    stored = durable;
  });
  await breathe();
  expect(stored).toBeNull();
  come(Dexie);
  await storing;
  expect(stored).toBe(true);
  store.close();
  const again = new WorkStore({ storage: disk, clock: new HandClock(0) }, UID, () => undefined);
  expect((await again.load())?.drafts.map(({ text }) => text)).toEqual(['hola']);
});

it('HUB-74 without the library log and work live in memory, and say so', async () => {
  const disk = { ...emptyDisk(), dexie: () => Promise.reject(new Error('not to be had')) };
  const told: string[] = [];
  const log = logOn(disk, told);
  await log.load();
  await log.restart();
  const work = new WorkStore({ storage: disk, clock: new HandClock(0) }, UID, () => told.push('work'));
  expect(await work.load()).toBeNull();
  expect(told).toEqual(['lost', 'work']);
});

it('HUB-74 the library is asked for three times; one that hangs counts as failed', async () => {
  const clock = new HandClock(0);
  const tries: string[] = [];
  const library = dexieLoader(clock, () => {
    tries.push('try');
    if (tries.length === 1) return Promise.reject(new Error('offline'));
    return tries.length === 2 ? new Promise(() => undefined) : Promise.resolve(Dexie);
  });
  for (let second = 0; second < 200 && tries.length < 3; second += 1) {
    await breathe(1);
    clock.pass(1_000);
  }
  expect(await library()).toBe(Dexie);
  expect(tries).toHaveLength(3);

  let ended: unknown = null;
  const never = dexieLoader(clock, () => Promise.reject(new Error('gone')));
  never().catch((error: unknown) => {
    ended = error;
  });
  for (let second = 0; second < 30 && ended === null; second += 1) {
    await breathe(1);
    clock.pass(1_000);
  }
  expect(String(ended)).toContain('gone');
});
