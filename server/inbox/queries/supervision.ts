/**
 * What a supervisor watches, from the tables, in one snapshot with the log's number; clients fold the events after it
 * (machines/inbox/supervision.ts, where stretches are drawn). Ties of one millisecond are ordered by id, which counts.
 */
import type { SupervisionBase } from '../../../contract/calls/supervision.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import { type Database, type Queryable, raw, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';

/** The latest beginning of a stretch of `c` before a moment `m`; `waits`: it began in pending. */
const beginning = (conversation: Sql, at: Sql, id: Sql): Sql => sql`
  select e.at, e.id, e.to_state = 'pending' as pending from transitions e
  where e.conversation_id = ${conversation} and e.to_state in ('pending', 'taken')
    and e.from_state not in ('pending', 'taken') and (e.at, e.id collate "C") < (${at}, ${id} collate "C")
  order by e.at desc, e.id collate "C" desc limit 1`;

const milliseconds = (from: Sql, to: Sql): Sql =>
  sql`round(extract(epoch from (${to} - ${from})) * 1000)::int`;
const END = raw("'infinity'::timestamptz");

/** Throws `Refused` (rule) for somebody who does not see the whole bot. @param now decides which day is today */
export async function readSupervision(
  db: Database,
  userId: number,
  botId: number,
  now: Date,
): Promise<SupervisionBase> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, botId);
    if (base.viewer.base !== 'administrador') {
      throw new Refused('rule', { message: 'Esta vista es para propietarios y administradores.' });
    }
    const day = await dayOf(tx, now, await zoneOf(tx, botId, now));
    const queue = await tx.query<ConversationRow>(sql`
      select ${conversationColumns} from conversations c where c.bot_id = ${botId} and c.state = 'pending'
      order by c.waiting_since asc nulls last, c.id collate "C" asc limit ${LIMITS.supervisionQueue}`);
    const load = await tx.query<{ agent_id: number | null; taken: number; inactive: number }>(sql`
      select agent_id, count(*) filter (where state = 'taken')::int as taken,
        count(*) filter (where state = 'inactive')::int as inactive
      from conversations where bot_id = ${botId} and state in ('taken', 'inactive') and agent_id is not null
      group by agent_id order by agent_id`);
    const answers = await tx.query<{ agent_id: number | null; near: number; late: number }>(sql`
      select agent_id, count(*) filter (where answer_level = 'near')::int as near,
        count(*) filter (where answer_level = 'late')::int as late
      from conversations where bot_id = ${botId} and answer_level is not null
      group by agent_id order by agent_id nulls first`);
    return {
      day,
      answers,
      queue: queue.map(toCard),
      load: load.flatMap(({ agent_id, ...held }) => (agent_id === null ? [] : [{ agent_id, ...held }])),
      spells: await openSpells(tx, botId),
      waits: await waitsOf(tx, botId, day),
      first_responses: await firstResponsesOf(tx, botId, day),
      ...base,
    };
  });
}

async function dayOf(tx: Queryable, now: Date, zone: string): Promise<SupervisionBase['day']> {
  const [day] = await tx.query<SupervisionBase['day']>(sql`
    select d.start at time zone ${zone} as from, (d.start + interval '1 day') at time zone ${zone} as to
    from (select date_trunc('day', ${now}::timestamptz at time zone ${zone}) as start) d`);
  if (!day) throw new Error('No day');
  return day;
}

/** Stretches that nobody has answered yet. Looked up one by one: joined, all that was ever answered may be read for it. */
function openSpells(tx: Queryable, botId: number): Promise<SupervisionBase['spells']> {
  return tx.query(sql`
    select c.id as conversation_id, s.at as since, s.pending and not exists (
      select 1 from transitions t where t.conversation_id = c.id and t.to_state = 'taken'
        and (t.at, t.id collate "C") > (s.at, s.id collate "C")
    ) as waits
    from conversations c cross join lateral (${beginning(sql`c.id`, END, sql`''`)}) s
    where c.bot_id = ${botId} and c.state in ('pending', 'taken') and (
      select true from messages m where m.conversation_id = c.id and m.sender = 'agent' and not m.note
        and (m.created_at, m.id collate "C") > (s.at, s.id collate "C") limit 1
    ) is null
    order by c.id`);
}

/** From pending to the first who took it, for what was taken on that day; oldest first. */
async function waitsOf(
  tx: Queryable,
  botId: number,
  { from, to }: SupervisionBase['day'],
): Promise<number[]> {
  const rows = await tx.query<{ ms: number }>(sql`
    select ${milliseconds(sql`s.at`, sql`t.at`)} as ms
    from transitions t cross join lateral (${beginning(sql`t.conversation_id`, sql`t.at`, sql`t.id`)}) s
    where t.bot_id = ${botId} and t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz
      and t.from_state = 'pending' and t.to_state = 'taken' and s.pending and not exists (
        select 1 from transitions b where b.conversation_id = t.conversation_id and b.to_state = 'taken'
          and (b.at, b.id collate "C") > (s.at, s.id collate "C") and (b.at, b.id collate "C") < (t.at, t.id collate "C")
      )
    order by t.at, t.id collate "C"`);
  return rows.map(({ ms }) => ms);
}

/** From the stretch's beginning to the first message of a person, for what was answered on that day; oldest first. */
async function firstResponsesOf(
  tx: Queryable,
  botId: number,
  { from, to }: SupervisionBase['day'],
): Promise<number[]> {
  const rows = await tx.query<{ ms: number }>(sql`
    select ${milliseconds(sql`s.at`, sql`m.created_at`)} as ms
    from messages m cross join lateral (${beginning(sql`m.conversation_id`, sql`m.created_at`, sql`m.id`)}) s
    where m.bot_id = ${botId} and m.created_at >= ${from}::timestamptz and m.created_at < ${to}::timestamptz
      and m.sender = 'agent' and not m.note and not exists (
        select 1 from messages b where b.conversation_id = m.conversation_id and b.sender = 'agent' and not b.note
          and (b.created_at, b.id collate "C") > (s.at, s.id collate "C") and b.position < m.position
      )
    order by m.created_at, m.id collate "C"`);
  return rows.map(({ ms }) => ms);
}
