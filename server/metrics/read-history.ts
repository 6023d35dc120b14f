/** What the tables know of conversations, as the fold of figures reads it. */
import type { Area, Channel, ConversationState } from '../../contract/states.ts';
import type { History, Move, Promised, Said } from '../../machines/metrics/history.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { groupBy } from './group.ts';

export interface Told extends History {
  id: string;
  channel: Channel;
  category: Area | null;
}

interface HeadRow {
  id: string;
  channel: Channel;
  category: Area | null;
  state: ConversationState;
  agent_id: number | null;
  created_at: string;
  returning: boolean;
  stars: number | null;
  rated_at: string | null;
  owed_since: string | null;
}
type MoveRow = Omit<Move, 'at'> & { conversation_id: string; at: string };
type SaidRow = Omit<Said, 'at' | 'by'> & { conversation_id: string; at: string; by: Said['by'] | 'system' };

/** The histories of these conversations of a bot; those that are gone are left out. */
export async function readHistories(db: Queryable, botId: number, ids: readonly string[]): Promise<Told[]> {
  const wanted = sql`${[...ids]}::text[]`;
  const heads = await db.query<HeadRow>(sql`
    select c.id, c.channel, c.category, c.state, c.agent_id, c.created_at, (c.rating ->> 'stars')::int as stars, c.rated_at,
      case when c.answer_due_at is not null and c.answer_level is distinct from 'late' then c.waiting_since end as owed_since,
      exists (
        select 1 from conversations e where e.lead_id = c.lead_id
          and (e.created_at, e.id collate "C") < (c.created_at, c.id collate "C")
          and exists (
            select 1 from transitions t where t.conversation_id = e.id and t.at <= c.created_at
              and t.to_state not in ('closed', 'archived'))
      ) as returning
    from conversations c where c.bot_id = ${botId} and c.id = any(${wanted})`);
  const moves = await db.query<MoveRow>(sql`
    select conversation_id, id, at, event, from_state, to_state, from_agent, to_agent from transitions
    where conversation_id = any(${wanted})`);
  const said = await db.query<SaidRow>(sql`
    select conversation_id, id, created_at as at, sender as by, agent_id, node, subject from messages
    where conversation_id = any(${wanted}) and not note`);
  const missed = await db.query<{ conversation_id: string; at: string }>(sql`
    select conversation_id, at from bot_misses where conversation_id = any(${wanted}) order by id`);
  const promised = await db.query<Omit<Promised, 'at'> & { conversation_id: string; at: string }>(sql`
    select conversation_id, at, kind, kept, agent_id from answer_outcomes
    where conversation_id = any(${wanted}) order by since`);
  const movesOf = groupBy(moves, ({ conversation_id }) => conversation_id);
  const saidOf = groupBy(said, ({ conversation_id }) => conversation_id);
  const promisedOf = groupBy(promised, ({ conversation_id }) => conversation_id);
  const missedOf = groupBy(missed, ({ conversation_id }) => conversation_id);
  return heads.map(({ stars, rated_at, created_at, owed_since, ...head }) => ({
    ...head,
    created_at: Date.parse(created_at),
    rating: stars === null || rated_at === null ? null : { stars, at: Date.parse(rated_at) },
    moves: (movesOf.get(head.id) ?? []).map((row) => ({ ...row, at: Date.parse(row.at) })),
    said: (saidOf.get(head.id) ?? []).flatMap(({ by, ...row }) =>
      by === 'system' ? [] : [{ ...row, by, at: Date.parse(row.at) }],
    ),
    promised: (promisedOf.get(head.id) ?? []).map(({ at, kind, kept, agent_id }) => ({
      at: Date.parse(at),
      kind,
      kept,
      agent_id,
    })),
    owed_since: owed_since === null ? null : Date.parse(owed_since),
    missed: (missedOf.get(head.id) ?? []).map(({ at }) => Date.parse(at)),
  }));
}
