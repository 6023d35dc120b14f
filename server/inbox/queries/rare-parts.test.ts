/** The index is asked for parts of a text: whatever holds the text must hold these, or a search would miss it. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { rareParts } from './rare-parts.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const WRITTEN = [
  ...'aaeeoosrnidlctumpñkwxzÁéİıßK0123456789',
  ' ',
  ' ',
  '.',
  '-',
  '+',
  '%',
  '_',
  '\\',
  "'",
  '👍',
];
const text = fc.string({ unit: fc.constantFrom(...WRITTEN), maxLength: 24 });

test('INB-54 what holds a text matches its parts', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (before, search, after) => {
      const [row] = await db.query<{ held: boolean | null; found: boolean | null }>(sql`
        select strpos(search_plain(${before + search + after}::text), search_plain(${search}::text)) > 0 as held,
          search_plain(${before + search + after}::text) like search_plain(${rareParts(search)}::text) as found`);
      expect(row).toEqual({ held: true, found: true });
    }),
    { numRuns: 500 },
  );
});

test('INB-54 they are the rare ones, apart where they can be, in their order, and the whole text where it has no more', () => {
  expect(rareParts('Emilia Herrera Vásquez')).toBe('%mil%Her%uez%');
  expect(rareParts('Joaquín Díaz')).toBe('%Joa%quí%íaz%');
  expect(rareParts('+56910002000')).toBe('%910%002%000%');
  expect(rareParts('jazmín')).toBe('%jazmín%');
  expect(rareParts('hola')).toBe('%hola%');
  expect(rareParts('100%_a\\')).toBe('%100\\%\\_a\\\\%');
});
