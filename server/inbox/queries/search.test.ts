/** The database folds texts as the client does, so that what a search finds is what the client marks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '../../../contract/rules/search-text.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const LATIN = 'áàäâãåéèëêíìïîóòöôõúùüûñçÁÀÄÂÃÅÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇabcXYZ0189 .,¿?¡!@-_%\\\'"\n';

test('search_plain folds the letters that people write here as foldText does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...LATIN), maxLength: 60 }), async (text) => {
      const [row] = await db.query<{ plain: string }>(sql`select search_plain(${text}::text) as plain`);
      expect(row?.plain).toBe(foldText(text));
    }),
    { numRuns: 200 },
  );
});
