/** The database judges sight exactly as `sees()` does, for any viewer and any conversation. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AREAS, CONVERSATION_STATES } from '../../contract/states.ts';
import { type SightFacts, sees } from '../../machines/inbox/sight.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { visibleTo } from './viewer.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const facts: fc.Arbitrary<SightFacts> = fc.record({
  state: fc.constantFrom(...CONVERSATION_STATES),
  category: fc.constantFrom(...AREAS, null),
  agent_id: fc.constantFrom(1, 2, null),
});
const viewer = fc.record({
  user_id: fc.constantFrom(1, 2, 3),
  base: fc.constantFrom('administrador' as const, 'agente' as const),
  areas: fc.subarray([...AREAS]),
});

test('INB-17 sees() and visibleTo() agree', async () => {
  await fc.assert(
    fc.asyncProperty(viewer, fc.array(facts, { minLength: 1, maxLength: 60 }), async (viewer, list) => {
      const rows = await db.query<{ place: number }>(sql`
        select c.place::int as place
        from jsonb_to_recordset(${json(list.map((entry, place) => ({ place, ...entry })))})
          as c(place int, state text, category text, agent_id int)
        where ${visibleTo(viewer)} order by c.place`);
      const expected = list.flatMap((entry, place) => (sees(viewer, entry) ? [place] : []));
      expect(rows.map((row) => row.place)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
