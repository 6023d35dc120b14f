/** What is kept of conversations is what is there, whoever writes, whenever it is added up. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AREAS, CHANNELS, CONVERSATION_STATES } from '../../contract/states.ts';
import { type Database, sql, type Transaction } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { checkCounts, foldCounts, keptCounts, keptTagCounts } from './kept-counts.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase({ engine: 'postgres' });
  await db.query(sql`insert into bots (id, bot_name, token) values (7, 'A', 'a'), (8, 'B', 'b')`);
  await db.query(sql`
    insert into users (id, name, email, password_hash) values (1, 'Ana', 'a@x.cl', '-'), (2, 'Bruno', 'b@x.cl', '-')`);
  await db.query(sql`insert into leads (id, bot_id) values ('l', 7)`);
});
afterAll(() => db.close());

const facts = fc.record({
  bot: fc.constantFrom(7, 8),
  state: fc.constantFrom(...CONVERSATION_STATES),
  channel: fc.constantFrom(...CHANNELS),
  category: fc.constantFrom(...AREAS, null),
  agent: fc.constantFrom(1, 2, null),
  // The same twice too: it counts once.
  tags: fc.array(fc.constantFrom('vip', 'Ñandú', 'con "comillas"'), { maxLength: 3 }),
});
const id = fc.nat(5).map((n) => `c${n}`);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), id, facts, undone: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
);

/** As commands do. */
const commit = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction(work, { retries: 3 });

/** Of both bots, as counters add them up and as they are. */
async function compared() {
  return db.snapshot(async (tx) => {
    const kept = [];
    const there = [];
    for (const bot of [7, 8]) {
      kept.push(
        ...(await tx.query<{ of: string | null; n: number }>(sql`
          select row(c.bot_id, c.tag, c.state, c.channel, c.category, c.agent_id)::text as of, sum(c.count)::int as n
          from (select * from ${keptCounts(bot)} union all select * from ${keptTagCounts(bot)}) c
          group by 1 having sum(c.count) <> 0 order by 1`)),
      );
      there.push(
        ...(await tx.query<{ of: string | null; n: number }>(sql`
          select row(c.bot_id, g.tag, c.state, c.channel, c.category, c.agent_id)::text as of, count(*)::int as n
          from conversations c cross join lateral (
            select null as tag union all select distinct jsonb_array_elements_text(c.tags)
          ) g where c.bot_id = ${bot} group by 1 order by 1`)),
      );
    }
    return { kept, there };
  });
}

test('INB-52 what is kept is what is there, while others write, are undone, delete and add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (rounds) => {
        await db.query(sql`delete from conversations`);
        for (const round of rounds) {
          // At the same time, each on a connection of its own.
          const ends = await Promise.allSettled(
            round.map(async (one) => {
              if (one.kind === 'fold') return void (await foldCounts(db));
              if (one.kind === 'delete')
                return void (await commit((tx) =>
                  tx.query(sql`delete from conversations where id = ${one.id}`),
                ));
              const { bot, state, channel, category, agent, tags } = one.facts;
              await commit(async (tx) => {
                await tx.query(sql`
                  insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, tags, lead_name, last_message_date)
                  values (${one.id}, ${bot}, 'l', ${state}, ${channel}, ${category}, ${agent}, ${JSON.stringify(tags)}::jsonb, 'x', now())
                  on conflict (id) do update set bot_id = excluded.bot_id, state = excluded.state, channel = excluded.channel,
                    category = excluded.category, agent_id = excluded.agent_id, tags = excluded.tags, message_count = conversations.message_count + 1`);
                if (one.undone) throw new Undone();
              }).catch((error: unknown) => {
                if (!(error instanceof Undone)) throw error;
              });
            }),
          );
          // All have ended before anything is said of them: what still runs would trouble the next round.
          expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([]);
          const { kept, there } = await compared();
          expect(kept).toEqual(there);
        }
        await foldCounts(db);
        const { kept, there } = await compared();
        expect(kept).toEqual(there);
        expect(await checkCounts(db, 7)).toBe(0);
        expect(await db.query(sql`select 1 as left from conversation_count_changes`)).toEqual([]);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});

class Undone extends Error {}

test('what somebody changed around the database’s triggers is found and put right', async () => {
  await db.query(sql`delete from conversations`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, tags, lead_name, last_message_date)
    select 'n' || n, 7, 'l', 'pending', 'web', '["vip"]', 'x', now() from generate_series(1, 3) n`);
  await foldCounts(db);
  await db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica');
    await tx.query(sql`update conversations set state = 'closed' where id = 'n1'`);
  });
  // Of the conversation and of its tag: one too many there, one missing here.
  expect(await checkCounts(db, 7)).toBe(4);
  expect(await checkCounts(db, 7)).toBe(0);
  const { kept, there } = await compared();
  expect(kept).toEqual(there);
});
