/**
 * `npm run bench:metrics`: figures of one bot with many conversations over two years on PostgreSQL, as `GET /metrics` and
 * its parts count them, with the plans of the slowest; and how long the facts of a day take to be made anew while
 * somebody writes messages. Beside it, in the same run: the naive way, which counts from transitions and messages.
 *
 * It fills its database by SQL, which takes long: `npm run bench` leaves it out. `CONVERSATIONS=100000` is the size of a
 * quick run; the target is one million with ten messages each: 300 ms at p95 for a month, 1.5 s for two years.
 */
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { metricsOf } from '../server/metrics/figures.ts';
import { replaceFacts } from '../server/metrics/keep-facts.ts';
import { partsOf } from '../server/metrics/parts.ts';
import { factsIn, wantedOf } from '../server/metrics/wanted.ts';
import { type Database, openDatabase, sql } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { quietLog } from '../server/platform/database/testing.ts';
import { bounded } from './support/bounded.ts';
import { median, percentile, printTable, whole } from './support/figures.ts';

const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 1_000_000);
const MESSAGES = 10;
const RUNS = Number(process.env.RUNS ?? 12);
const PART = 20_000;
const BOT = 64;
const AGENTS = 20;
const ZONE = 'America/Santiago';
/** The end of the two years. */
const NOW = new Date('2026-11-21T15:00:00.000Z');
const LIMIT = 6 * 60 * 60_000;
const DAYS = 730;

async function fill(db: Database): Promise<void> {
  await db.query(sql`insert into bots (id, bot_name, token) values (${BOT}, 'Tienda', 'token')`);
  await db.query(sql`
    insert into users (id, name, email, password_hash)
    select n, 'Agente ' || n, 'a' || n || '@x.cl', '' from generate_series(1, ${AGENTS}::int) n`);
  const every = (DAYS * 24 * 60 * 60) / CONVERSATIONS;
  for (let from = 0; from < CONVERSATIONS; from += PART) {
    const to = Math.min(from + PART, CONVERSATIONS) - 1;
    const of = sql`generate_series(${from}::int, ${to}::int) n
      cross join lateral (select ${NOW}::timestamptz - interval '730 days' + n * ${every}::float8 * interval '1 second' as at,
        1 + n % ${AGENTS}::int as agent) w`;
    await db.query(sql`
      insert into leads (id, bot_id, created_at) select 'l' || n, ${BOT}::int, w.at from ${of} where n % 3 = 0`);
    await db.query(sql`
      insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, created_at,
        last_message_date, rating, rated_at)
      select 'c' || n, ${BOT}::int, 'l' || (n - n % 3), 'closed', (array['web', 'whatsapp', 'instagram', 'messenger'])[1 + n % 4],
        (array['ventas', 'soporte', null])[1 + n % 3], w.agent, 'Cliente', w.at, w.at + interval '40 minutes',
        case when n % 5 = 0 then jsonb_build_object('stars', 1 + n % 5) end,
        case when n % 5 = 0 then w.at + interval '45 minutes' end
      from ${of}`);
    await db.query(sql`
      insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, from_agent, to_agent, actor, at)
      select 't' || n || '-' || s.place, ${BOT}::int, 'c' || n, s.event, s.from_state, s.to_state,
        case when s.place = 2 then w.agent end, case when s.place >= 1 then w.agent end, '{"kind":"system"}',
        w.at + s.minutes * interval '1 minute'
      from ${of} cross join (values (0, 'handoff', 'active', 'pending', 3), (1, 'take', 'pending', 'taken', 6),
        (2, 'close', 'taken', 'closed', 40)) s (place, event, from_state, to_state, minutes)
      where n % 4 <> 3`);
    await db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, agent_id, text, position, created_at)
      select 'm' || n || '-' || k, 'c' || n, ${BOT}::int, 'm' || n || '-' || k, 'sent',
        case when k % 2 = 1 then 'Cliente' when k = 2 or n % 4 = 3 then 'bot' else 'agent' end,
        case when k % 2 = 0 and k > 2 and n % 4 <> 3 then w.agent end, 'mensaje', k, w.at + k * interval '3 minutes'
      from ${of} cross join generate_series(1, ${MESSAGES}::int) k`);
    const ids = Array.from({ length: to - from + 1 }, (_, at) => `c${from + at}`);
    for (let at = 0; at < ids.length; at += 500)
      await db.transaction((tx) => replaceFacts(tx, BOT, ids.slice(at, at + 500)));
    if ((from / PART) % 5 === 0) console.error(`${whole(to + 1)} conversations`);
  }
  await db.query(sql`analyze`);
}

async function timed(work: () => Promise<unknown>, runs = RUNS): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

await bounded(LIMIT, async (atEnd) => {
  const postgres = await startPostgres();
  atEnd(() => postgres.stop());
  const db = await openDatabase({ databaseUrl: postgres.url, log: quietLog });
  atEnd(() => db.close());
  await migrate(db);
  const began = performance.now();
  await fill(db);
  console.log(
    `${whole(CONVERSATIONS)} conversations, ${whole(CONVERSATIONS * MESSAGES)} messages, filled in ${whole((performance.now() - began) / 60_000)} min`,
  );
  const viewer = { user_id: 1, base: 'administrador' as const, areas: [] };
  const month = wantedOf(viewer, { bot_id: BOT, from: '2026-10-01', to: '2026-11-01' }, ZONE, NOW);
  const years = wantedOf(viewer, { bot_id: BOT, from: '2024-11-23', to: '2026-11-22' }, ZONE, NOW);
  const rows: string[][] = [];
  const measure = async (what: string, work: () => Promise<unknown>, runs = RUNS) => {
    const times = await timed(work, runs);
    rows.push([what, whole(median(times)), whole(percentile(times, 0.95))]);
    console.error(`${what}, done`);
  };
  await measure('all figures of a month, with series and the month before', () =>
    metricsOf(db, month, 'day'),
  );
  await measure('all figures of two years, with series', () => metricsOf(db, years, 'month'));
  for (const key of ['conversations', 'first_response', 'contained'] as const) {
    await measure(`${key} of a month by channel, agent, area, hour`, () => partsOf(db, month, key));
    await measure(`${key} of two years by channel, agent, area, hour`, () => partsOf(db, years, key));
  }
  await measure(
    'naive: first responses of a month from transitions and messages',
    () =>
      db.query(sql`
        select percentile_cont(0.5) within group (order by extract(epoch from (a.at - t.at)))
        from transitions t cross join lateral (
          select min(m.created_at) as at from messages m
          where m.conversation_id = t.conversation_id and m.sender = 'agent' and m.created_at > t.at) a
        where t.bot_id = ${BOT} and t.to_state = 'pending' and t.at >= ${month.from} and t.at < ${month.to}`),
    Math.min(3, RUNS),
  );
  // A day made anew beside somebody who writes: what they wait for is told.
  const day = await db.query<{ id: string }>(sql`
    select id from conversations where bot_id = ${BOT} and created_at >= ${NOW}::timestamptz - interval '1 day'
    order by id collate "C"`);
  const writing: number[] = [];
  let rolling = true;
  const writer = (async () => {
    for (let n = 0; rolling; n += 1) {
      const at = performance.now();
      await db.transaction(async (tx) => {
        await tx.query(
          sql`select id from conversations where id = ${day[n % day.length]?.id ?? ''} for update`,
        );
        await tx.query(sql`
          insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position)
          values (${`w${n}`}, ${day[n % day.length]?.id ?? ''}, ${BOT}, ${`w${n}`}, 'sent', 'Cliente', 'hola', ${100 + n})`);
      });
      writing.push(performance.now() - at);
    }
  })();
  const rollingBegan = performance.now();
  for (let at = 0; at < day.length; at += 500)
    await db.transaction((tx) =>
      replaceFacts(
        tx,
        BOT,
        day.slice(at, at + 500).map(({ id }) => id),
      ),
    );
  const rolled = performance.now() - rollingBegan;
  rolling = false;
  await writer;
  printTable(['figure', 'median ms', 'p95 ms'], rows);
  console.log(
    `${whole(day.length)} conversations of a day made anew in ${whole(rolled)} ms; a message written meanwhile took ${whole(percentile(writing, 0.5))} ms at p50, ${whole(percentile(writing, 0.99))} at p99 (${whole(writing.length)} written)`,
  );
  const plan = await db.query<{ 'QUERY PLAN': string }>(sql`
    explain (analyze, buffers) select f.key, count(*), percentile_cont(0.5) within group (order by f.value)
    from metric_facts f where ${factsIn(years)} group by f.key`);
  console.log(plan.map((line) => line['QUERY PLAN']).join('\n'));
});
