/** Fills a database by SQL as an installation looks after years: many bots, one of which has half of everything. */
import pg from 'pg';
import { type Database, type Sql, sql } from '../../server/platform/database/database.ts';
import { readVoices } from '../intents/voices.ts';
import { FAMILY, GIVEN } from './names.ts';

/** The bot with half of the conversations. */
export const LARGE = 64;
/** The others begin here. */
const OTHERS = 1_000;
export const MESSAGES = 10;
const AGENTS = 50;
/** A person of the large bot who sees all of it, and one who sees what agents see. */
export const OWNER = 1;
export const AGENT = 2;

export interface Size {
  conversations: number;
  bots: number;
}

/** Conversations that people still work on, of all: the newest, at every size. */
const OPEN = 2_000;

/**
 * Conversation `n`: the even ones are the large bot's. Every moment is its own; of 10 that are open one waits, 3 are with
 * the bot, 4 taken, 2 inactive; of 100 others 70 are closed, the rest archived.
 */
const places = (size: Size, from: number, to: number) => sql`
  generate_series(${from}::int, ${to}::int) n
  cross join lateral (select
    case when n % 2 = 0 then ${LARGE}::int else ${OTHERS}::int + n % ${size.bots - 1}::int end as bot,
    timestamptz '2026-11-20' - (${size.conversations}::int - n) * interval '20 seconds' as at,
    hashint4(n)::bigint + 2147483648 as h) o
  cross join lateral (select case
      when n <= ${size.conversations - OPEN}::int then case when h % 100 < 70 then 'closed' else 'archived' end
      when h % 10 < 1 then 'pending' when h % 10 < 4 then 'active' when h % 10 < 8 then 'taken' else 'inactive' end as state,
    1 + (h / 1000) % ${AGENTS}::int as agent,
    (array['web', 'whatsapp', 'instagram', 'messenger'])[1 + n / 2 % 4] as channel,
    (array['ventas', 'soporte', 'general', null])[1 + n / 8 % 4] as category) w`;

/** What customers wrote, by authors who do not know this program: words and letters as often as people use them. */
const SAID = readVoices().flatMap(({ ecommerce, generica }) =>
  [...ecommerce, ...generica].map(({ text }) => text),
);

/** A number from 0 to below `count`, by `n` and what it is for. */
const drawn = (count: number, of: Sql) =>
  sql`((hashint8extended(n::bigint, ${of}::bigint) & 2147483647) % ${count}::int)::int`;
const NAME = sql`((${GIVEN}::text[])[1 + ${drawn(GIVEN.length, sql`1`)}] || ' ' || (${FAMILY}::text[])[1 + ${drawn(FAMILY.length, sql`2`)}]
  || ' ' || (${FAMILY}::text[])[1 + ${drawn(FAMILY.length, sql`3`)}])`;

async function fillPart(db: Database, size: Size, from: number, to: number): Promise<void> {
  const of = places(size, from, to);
  await db.transaction(async (tx) => {
    // Neither foreign keys nor triggers: what these keep is filled in below.
    await tx.script('set local session_replication_role = replica');
    await tx.query(sql`
      insert into leads (id, bot_id, name, email, phone, rut, talks, created_at)
      select 'l' || n, o.bot, ${NAME}, 'cliente' || n || '@correo.test', '+569' || 10000000 + n, n || '-1', 1, o.at
      from ${of}`);
    await tx.query(sql`
      insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, created_at, last_message,
        last_message_from, last_message_date, waiting_since, message_count, unread, tags)
      select 'c' || n, o.bot, 'l' || n, w.state, w.channel, w.category,
        case when w.state not in ('active', 'pending') then w.agent end, ${NAME}, o.at, 'último', 'Cliente',
        o.at + interval '10 minutes', case when w.state = 'pending' then o.at + interval '10 minutes' end, ${MESSAGES}::int,
        h % 50 = 0, case when h % 100 = 0 then '["vip"]'::jsonb else '[]'::jsonb end
      from ${of}`);
    await tx.query(sql`
      insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, to_agent, actor, at)
      select 't' || n || '-' || s.place, o.bot, 'c' || n, s.event, s.from_state, s.to_state,
        case when s.place > 0 then w.agent end, '{"kind":"system"}', o.at + s.place * interval '4 minutes'
      from ${of} cross join (values (0, 'handoff', 'active', 'pending'), (1, 'take', 'pending', 'taken'),
        (2, 'close', 'taken', 'closed')) s (place, event, from_state, to_state)`);
    await tx.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, agent_id, text, position, created_at)
      select 'm' || n || '-' || k, 'c' || n, o.bot, 'm' || n || '-' || k, 'sent',
        case when k % 2 = 1 then 'Cliente' when k = 2 then 'bot' else 'agent' end,
        case when k % 2 = 0 and k > 2 then w.agent end,
        case when k = 1 then 'Hola, ' else '' end || said.text || case when k = 3 then ' ' || n else '' end,
        k, o.at + k * interval '1 minute'
      from ${of} cross join generate_series(1, ${MESSAGES}::int) k
        join unnest(${SAID}::text[]) with ordinality said (text, number)
          on said.number = 1 + ${drawn(SAID.length, sql`10 + k`)}`);
    await tx.query(sql`
      insert into events (bot_id, seq, id, name, actor, data, conversation_id, seen_before, seen_after, at)
      select o.bot, case when o.bot = ${LARGE}::int then n / 2 else n end * 5 + k,
        'e' || n || '-' || k, 'UPDATE_LEAD_STATUS', '{"kind":"system"}', jsonb_build_object('lead_id', 'l' || n, 'online', k % 2 = 0),
        'c' || n, null, null, o.at + k * interval '2 minutes'
      from ${of} cross join generate_series(1, 5) k`);
  });
}

/** The secondary indexes of what grows: made once everything is there. @returns how they are made again */
async function withoutIndexes(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string | null; made: string | null }>(sql`
    select i.indexname as name, i.indexdef as made from pg_indexes i
    where i.schemaname = 'public' and i.tablename in ('messages', 'conversations', 'transitions', 'leads', 'events')
      and not exists (select 1 from pg_constraint k where k.conname = i.indexname) and i.indexdef not like 'CREATE UNIQUE%'`);
  await db.transaction(async (tx) => {
    for (const { name } of rows) await tx.script(`drop index "${name}"`);
  });
  return rows.flatMap(({ made }) => (made === null ? [] : [made]));
}

/** On a freshly migrated PostgreSQL whose owner may leave triggers out. @param url of the same */
export async function fill(db: Database, url: string, size: Size): Promise<void> {
  await db.query(sql`
    insert into users (id, name, email, password_hash) select n, 'Agente ' || n, 'a' || n || '@x.cl', '-'
    from generate_series(1, ${AGENTS}::int) n`);
  await db.query(sql`
    insert into bots (id, bot_name, token) select n, 'Tienda ' || n, 'token-' || n
    from (select ${LARGE}::int as n union select ${OTHERS}::int + generate_series(0, ${size.bots - 2}::int)) b`);
  await db.query(
    sql`insert into roles (name, base) values ('propietario', 'propietario'), ('agente', 'agente')`,
  );
  await db.query(sql`
    insert into user_bots (user_id, bot_id, role_id, chosen_status)
    select u.id, ${LARGE}::int, r.id, 'inactive' from users u
      join roles r on r.base = case when u.id = ${OWNER}::int then 'propietario' else 'agente' end`);
  const indexes = await withoutIndexes(db);
  for (let from = 2; from <= size.conversations + 1; from += 5_000) {
    await fillPart(db, size, from, Math.min(from + 4_999, size.conversations + 1));
    if ((from - 2) % 100_000 === 0) console.error(`${from} of ${size.conversations} conversations`);
  }
  await db.query(sql`
    insert into conversation_counts (bot_id, state, channel, category, agent_id, tag, count)
    select bot_id, state, channel, category, agent_id, null, count(*)::int from conversations group by 1, 2, 3, 4, 5
    union all
    select bot_id, state, channel, category, agent_id, tag, count(*)::int
    from conversations cross join jsonb_array_elements_text(tags) tag where tags <> '[]' group by 1, 2, 3, 4, 5, 6`);
  // Longer than the product lets a statement run.
  const patient = new pg.Client({ connectionString: url });
  await patient.connect();
  await patient.query("set maintenance_work_mem = '1GB'");
  for (const made of indexes) await patient.query(made);
  // Gapless, as the log is: the first number that is kept is the first that was written.
  await db.query(sql`
    update bots b set log_head = e.last, log_floor = e.first - 1
    from (select bot_id, max(seq) as last, min(seq) as first from events group by bot_id) e where e.bot_id = b.id`);
  await patient.query('vacuum analyze');
  await patient.end();
}
