/** What a person wrote is theirs: it goes with a sign-out by hand, whatever happened to the disk before. */
import { IDBObjectStore } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { emptyDisk, HandClock } from '../../../tests/support/hub/hand-platform.ts';
import { WorkStore } from './work-database.ts';

it('HUB-36 what was stored before storage failed goes with a sign-out by hand', async () => {
  const storage = emptyDisk();
  const failures: unknown[] = [];
  const store = new WorkStore({ storage, clock: new HandClock(0) }, 'ana@charla.test', (error) =>
    failures.push(error),
  );
  const draft = { key: 'c:reply', botId: 64, conversationId: 'c', mode: 'reply' as const, text: 'hola' };
  await store.putDraft({ ...draft, updatedAt: 1, by: 'tab', files: [] });
  const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await store.putDraft({ ...draft, text: 'hola, ¿sigues ahí?', updatedAt: 2, by: 'tab', files: [] });
  broken.mockRestore();
  expect(failures).toHaveLength(1);
  const names = async () => (await storage.indexedDB.databases()).map(({ name }) => name);
  expect(await names()).toEqual(['charla-work:ana@charla.test']);
  await store.wipe();
  expect(await names()).toEqual([]);
  expect(failures).toHaveLength(1);
});
