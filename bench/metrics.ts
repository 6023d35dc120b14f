/**
 * `npm run bench:metrics`: figures of one bot with many conversations over two years, as `GET /metrics`, its parts and its
 * lists count them, with the plan of the slowest; how long facts take to be made, and how long those of a day take while
 * somebody writes messages. Beside it, in the same run: the naive way, which counts from transitions and messages.
 *
 * `CONVERSATIONS=100000` is the size of a quick run; the target is one million with ten messages each: 300 ms at p95 for
 * a month, 1.5 s for two years; the same from facts alone, before there are sums of days, stands beside it. `ENGINE=embedded` asks the embedded database, otherwise a PostgreSQL of its own. It fills
 * its database by SQL, the facts too, and compares a part of these with what the fold says before anything is measured.
 * `npm run bench` leaves it out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { METRIC_KEYS } from '../contract/rules/metrics.ts';
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { readCalendar } from '../server/calendar/calendar.ts';
import { pageBehind } from '../server/metrics/behind.ts';
import { metricsOf } from '../server/metrics/figures.ts';
import { type FactRow, replaceFacts, rowsOf } from '../server/metrics/keep-facts.ts';
import { partsOf } from '../server/metrics/parts.ts';
import { keepDays } from '../server/metrics/period-sums.ts';
import { readHistories } from '../server/metrics/read-history.ts';
import { factsIn, wantedOf } from '../server/metrics/wanted.ts';
import { type Database, openDatabase, sql } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { quietLog } from '../server/platform/database/testing.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { median, percentile, printTable, whole } from './support/figures.ts';

const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 1_000_000);
const EMBEDDED = process.env.ENGINE === 'embedded';
const MESSAGES = 10;
const RUNS = Number(process.env.RUNS ?? 12);
/** Small enough for the time that a statement has, on a busy machine too. */
const PART = 5_000;
const BOT = 64;
const AGENTS = 20;
const ZONE = 'America/Santiago';
/** The end of the two years. */
const NOW = new Date('2026-11-21T15:00:00.000Z');
const LIMIT = 6 * 60 * 60_000;
const DAYS = 730;
/** Each writes three times, eight months apart. */
const CLIENTS = Math.ceil(CONVERSATIONS / 3);
/** Conversations whose facts are compared with the fold, and by which its pace is measured. */
const SAMPLE = Math.min(2_000, CONVERSATIONS);

/**
 * These conversations as `n`, with when each begins (`at`), whose it is, whether the bot keeps it, whether its client is
 * back, and how long its
 * `minute` is: from 20 seconds on, most below one and a half, a few ten times that, so that times are spread as people's are.
 */
const between = (from: number, to: number) => sql`
  generate_series(${from}::int, ${to}::int) n
  cross join lateral (select ${NOW}::timestamptz - interval '730 days'
      + n * ${(DAYS * 24 * 60 * 60) / CONVERSATIONS}::float8 * interval '1 second' as at,
    1 + n % ${AGENTS}::int as agent, n % 4 = 3 as alone,
    (array['web', 'whatsapp', 'instagram', 'messenger'])[1 + n % 4] as channel,
    (array['ventas', 'soporte', null])[1 + n % 3] as category, n % 5 = 0 as rated, 1 + (n / 5) % 5 as stars,
    'n:i' || n % 40 as node, 's:t' || n % 8 as subject,
    n >= ${CLIENTS}::int and (n - ${CLIENTS}::int) % 4 <> 3 or n >= ${2 * CLIENTS}::int and (n - ${2 * CLIENTS}::int) % 4 <> 3 as back,
    (interval '1 millisecond') * (20000 + 60000 * (-ln(1 - (hashint4(n)::bigint + 2147483648)::float8 / 4294967297)))::int as minute) w`;

/** A person takes three of four; the fourth stays the bot's until it is closed. */
async function fillHistories(db: Database, from: number, to: number): Promise<void> {
  const of = between(from, to);
  await db.query(sql`
    insert into leads (id, bot_id, created_at) select 'l' || n, ${BOT}::int, w.at from ${of} where n < ${CLIENTS}::int`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, created_at,
      last_message_date, rating, rated_at)
    select 'c' || n, ${BOT}::int, 'l' || n % ${CLIENTS}::int, 'closed', w.channel, w.category,
      case when not w.alone then w.agent end, 'Cliente', w.at, w.at + 40 * w.minute,
      case when w.rated then jsonb_build_object('stars', w.stars) end,
      case when w.rated then w.at + 45 * w.minute end
    from ${of}`);
  await db.query(sql`
    insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, from_agent, to_agent, actor, at)
    select 't' || n || '-' || s.place, ${BOT}::int, 'c' || n, s.event, s.from_state, s.to_state,
      case when s.place = 2 then w.agent end, case when s.place in (1, 2) then w.agent end, '{"kind":"system"}',
      w.at + s.minutes * w.minute
    from ${of} cross join (values (0, 'handoff', 'active', 'pending', 6), (1, 'take', 'pending', 'taken', 9),
      (2, 'close', 'taken', 'closed', 40), (3, 'timer_close', 'active', 'closed', 40))
      s (place, event, from_state, to_state, minutes)
    where w.alone = (s.place = 3)`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, agent_id, node, subject, text, position, created_at)
    select 'm' || n || '-' || k, 'c' || n, ${BOT}::int, 'm' || n || '-' || k, 'sent', h.sender,
      case when h.sender = 'agent' then w.agent end, case when h.sender = 'bot' then w.node end,
      case when h.sender = 'bot' then w.subject end, 'mensaje', k, w.at + k * 3 * w.minute
    from ${of} cross join generate_series(1, ${MESSAGES}::int) k
      cross join lateral (select case when k % 2 = 1 then 'Cliente' when k = 2 or w.alone then 'bot' else 'agent' end as sender) h`);
  await db.query(sql`
    insert into bot_misses (bot_id, conversation_id, at)
    select ${BOT}::int, 'c' || n, w.at + 22 * w.minute from ${of} where n % 20 = 7`);
}

/** The facts of the same, as the fold makes them: compared with it before anything is measured. */
async function fillFacts(db: Database, from: number, to: number): Promise<void> {
  await db.query(sql`
    insert into metric_facts (conversation_id, ordinal, bot_id, key, at, since, agent_id, channel, category, value,
      open_value, counts, node, subject)
    select 'c' || n, row_number() over (partition by n order by f.place) - 1, ${BOT}::int, f.key,
      w.at + f.minutes * w.minute, w.at + f.since * w.minute,
      case when f.person and not w.alone then w.agent end, w.channel, w.category,
      case f.key when 'satisfaction' then w.stars else (extract(epoch from w.minute) * 1000)::int * (f.minutes - f.since) end,
      case f.key when 'satisfaction' then w.stars else (extract(epoch from w.minute) * 1000)::int * (f.minutes - f.since) end,
      f.key <> 'rating_rate' or w.rated, case when f.bots then w.node end, case when f.bots then w.subject end
    from ${between(from, to)} cross join lateral (values
      (0, 'conversations', 0, null::int, true, false, true),
      (1, case when w.back then 'leads_returning' else 'leads_new' end, 0, null, true, false, true),
      (2, 'handed_over', 6, null, false, true, not w.alone), (3, 'agent_load', 9, null, true, false, not w.alone),
      (4, 'first_response', 12, 6, true, false, not w.alone), (5, 'wait', 18, 15, true, false, not w.alone),
      (6, 'wait', 24, 21, true, false, not w.alone), (7, 'wait', 30, 27, true, false, not w.alone),
      (8, 'resolution', 40, 6, true, false, not w.alone), (9, 'contained', 40, null, false, true, w.alone),
      (10, 'rating_rate', 40, null, true, false, true), (11, 'unanswered', 22, null, false, true, n % 20 = 7),
      (12, 'satisfaction', 45, null, true, false, w.rated)) f(place, key, minutes, since, person, bots, holds)
    where f.holds`);
}

const idsOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => `c${from + at}`);

async function fill(db: Database): Promise<void> {
  await db.query(sql`insert into bots (id, bot_name, token) values (${BOT}, 'Tienda', 'token')`);
  await db.query(sql`
    insert into users (id, name, email, password_hash)
    select n, 'Agente ' || n, 'a' || n || '@x.cl', '' from generate_series(1, ${AGENTS}::int) n`);
  for (let from = 0; from < CONVERSATIONS; from += PART) {
    const to = Math.min(from + PART, CONVERSATIONS) - 1;
    await fillHistories(db, from, to);
    await fillFacts(db, from, to);
    if ((from / PART) % 20 === 0) console.error(`${whole(to + 1)} conversations`);
  }
  await db.query(sql`
    insert into metric_marks (bot_id, seq, building_after, calendar_revision, made_at)
    values (${BOT}, 0, null, 0, ${NOW})`);
  await db.query(sql`analyze`);
}

/** Throws unless what was filled in is what the fold says, hours of attendance too. */
async function compare(db: Database, from: number): Promise<void> {
  const ids = idsOf(from, 200);
  const calendar = await readCalendar(db, BOT);
  const made = (await readHistories(db, BOT, ids)).flatMap((told) => rowsOf(told, calendar));
  const kept = await db.query<FactRow>(sql`
    select conversation_id, ordinal, key, at, since, agent_id, channel, category, value, open_value, counts, node, subject
    from metric_facts where conversation_id = any(${ids}::text[])`);
  const inOrder = (rows: readonly FactRow[]) =>
    rows.toSorted((a, b) =>
      a.conversation_id < b.conversation_id
        ? -1
        : a.conversation_id > b.conversation_id
          ? 1
          : a.ordinal - b.ordinal,
    );
  const [a, b] = [inOrder(made), inOrder(kept)];
  const at = a.findIndex((row, place) => !isDeepStrictEqual(row, b[place]));
  if (at >= 0 || a.length !== b.length)
    throw new Error(`The facts are not those of the fold: ${JSON.stringify([a[at], b[at]])}`);
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

async function open(atEnd: AtEnd): Promise<Database> {
  if (EMBEDDED) {
    const dataDir = mkdtempSync(join(tmpdir(), 'charla-bench-'));
    const db = await openDatabase({ dataDir, log: quietLog });
    atEnd(async () => {
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    return db;
  }
  const postgres = await startPostgres();
  atEnd(() => postgres.stop());
  const db = await openDatabase({ databaseUrl: postgres.url, log: quietLog });
  atEnd(() => db.close());
  return db;
}

await bounded(LIMIT, async (atEnd) => {
  const db = await open(atEnd);
  await migrate(db);
  const began = performance.now();
  await fill(db);
  console.log(
    `${EMBEDDED ? 'Embedded' : 'PostgreSQL'}: ${whole(CONVERSATIONS)} conversations, ${whole(CONVERSATIONS * MESSAGES)} messages, filled in ${whole((performance.now() - began) / 1000)} s`,
  );
  await compare(db, Math.floor(CONVERSATIONS / 2));
  const viewer = { user_id: 1, base: 'administrador' as const, areas: [] };
  const month = wantedOf(viewer, { bot_id: BOT, from: '2026-10-01', to: '2026-11-01' }, ZONE, NOW);
  const years = wantedOf(viewer, { bot_id: BOT, from: '2024-11-23', to: '2026-11-22' }, ZONE, NOW);
  const rows: string[][] = [];
  const measure = async (what: string, work: () => Promise<unknown>, runs = RUNS) => {
    const times = await timed(work, runs);
    rows.push([what, whole(median(times)), whole(percentile(times, 0.95))]);
    console.error(`${what}, done`);
  };
  await measure('facts alone: all figures of two years, with series', () => metricsOf(db, years, 'month'), 1);
  for (const key of ['conversations', 'wait'] as const)
    await measure(`facts alone: ${key}: parts and week of two years`, () => partsOf(db, years, key), 1);
  const summed = performance.now();
  const days = await keepDays({ db, clock: { now: () => NOW } }, BOT);
  console.log(`sums of ${whole(days)} days made in ${whole((performance.now() - summed) / 1000)} s`);
  await db.query(sql`analyze`);
  await measure('all figures of a month, with series and the month before', () =>
    metricsOf(db, month, 'day'),
  );
  await measure('all figures of two years, with series', () => metricsOf(db, years, 'month'));
  const few = Math.min(4, RUNS);
  for (const key of METRIC_KEYS) {
    await measure(`${key}: parts and week of a month`, () => partsOf(db, month, key), few);
    await measure(`${key}: parts and week of two years`, () => partsOf(db, years, key), few);
  }
  const filters = { bot_id: BOT, from: '2024-12-11', to: '2026-11-15' };
  const odd = wantedOf(viewer, filters, ZONE, NOW);
  await measure('wait: parts and week, begun and ended within months', () => partsOf(db, odd, 'wait'), few);
  const two = wantedOf(viewer, { ...filters, channel: 'web', category: 'ventas' }, ZONE, NOW);
  await measure('wait: the same of one channel and area, from facts', () => partsOf(db, two, 'wait'), few);
  const page = { from: 0, items: 50 };
  await measure('a page of what is behind a first response, of two years', () =>
    pageBehind(db, years, 'first_response', page),
  );
  const naive = Math.min(3, RUNS);
  await measure(
    'naive: first responses of a month from transitions and messages',
    () =>
      db.query(sql`
        select percentile_cont(0.5) within group (order by extract(epoch from (a.at - t.at)))
        from transitions t cross join lateral (
          select min(m.created_at) as at from messages m
          where m.conversation_id = t.conversation_id and m.sender = 'agent' and m.created_at > t.at) a
        where t.bot_id = ${BOT} and t.to_state = 'pending' and t.at >= ${month.from} and t.at < ${month.to}`),
    naive,
  );
  await measure(
    'naive: what the bot kept of a month by its last interaction',
    () =>
      db.query(sql`
        select a.node, count(*) from transitions t cross join lateral (
          select m.node from messages m where m.conversation_id = t.conversation_id and m.sender = 'bot'
          order by m.position desc limit 1) a
        where t.bot_id = ${BOT} and t.from_state = 'active' and t.to_state = 'closed'
          and t.at >= ${month.from} and t.at < ${month.to} group by 1`),
    naive,
  );
  const foldBegan = performance.now();
  for (let at = 0; at < SAMPLE; at += 500)
    await db.transaction((tx) => replaceFacts(tx, BOT, idsOf(at, Math.min(500, SAMPLE - at))));
  const pace = (SAMPLE * 1000) / (performance.now() - foldBegan);
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
  await keepDays({ db, clock: { now: () => NOW } }, BOT);
  const rolled = performance.now() - rollingBegan;
  rolling = false;
  await writer;
  printTable(['figure', 'median ms', 'p95 ms'], rows);
  console.log(
    `facts are made of ${whole(pace)} conversations a second: all of them in ${whole(CONVERSATIONS / pace / 60)} min`,
  );
  console.log(
    `${whole(day.length)} conversations of a day made anew, and the sums of their days, in ${whole(rolled)} ms; a message written meanwhile took ${whole(percentile(writing, 0.5))} ms at p50, ${whole(percentile(writing, 0.99))} at p99 (${whole(writing.length)} written)`,
  );
  const plan = await db.query<{ 'QUERY PLAN': string }>(sql`
    explain (analyze, buffers) select f.key, count(*), percentile_cont(0.5) within group (order by f.value)
    from metric_facts f where ${factsIn(years)} group by f.key`);
  console.log(plan.map((line) => line['QUERY PLAN']).join('\n'));
});
