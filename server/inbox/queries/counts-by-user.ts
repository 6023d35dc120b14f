/** Counts by state, tag and area: `count_states/{botId}/{userId}`. */
import type { CountsByUser } from '../../../contract/calls/conversation-lists.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { type Database, join, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { keptCounts } from '../kept-counts.ts';
import { visibleTo } from '../viewer.ts';

export interface CountsWanted {
  botId: number;
  /** Whose: the viewer's own id counts all that they see. */
  ofUser: number;
  tags_lead?: readonly string[] | null | undefined;
  category?: Area | null | undefined;
}

/** Throws not_found when somebody without the whole bot in sight asks for a colleague's. */
export async function countStatesByUser(
  db: Database,
  userId: number,
  { botId, ofUser, tags_lead, category }: CountsWanted,
): Promise<CountsByUser> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, botId);
    if (ofUser !== userId && base.viewer.base !== 'administrador') throw new Refused('not_found');
    const conditions: Sql[] = [sql`c.bot_id = ${botId}`, visibleTo(base.viewer)];
    if (ofUser !== userId) conditions.push(sql`c.agent_id = ${ofUser}::int`);
    if (category) conditions.push(sql`c.category = ${category}`);
    const where = join(conditions, ' and ');
    const tagged = sql`(
      c.tags <> '[]' and c.tags ?| ${[...(tags_lead ?? [])]}::text[]
      or exists (select 1 from leads l where l.id = c.lead_id and l.tags ?| ${[...(tags_lead ?? [])]}::text[])
    )`;
    const narrowed = tags_lead?.length ? tagged : sql`true`;
    // Tags are not among what is kept beside the conversations.
    const counted = tags_lead?.length
      ? sql`(select c.bot_id, c.state, c.category, c.agent_id, 1 as count from conversations c where c.bot_id = ${botId} and ${tagged}) c`
      : keptCounts(botId);
    const states = await tx.query<{ state: ConversationState; count: number }>(sql`
      select c.state, sum(c.count)::int as count from ${counted} where ${where}
      group by c.state having sum(c.count) <> 0`);
    const tags = await tx.query<{ tag: string; count: number }>(sql`
      select tag, count(*)::int as count
      from conversations c cross join lateral jsonb_array_elements_text(c.tags) as tag
      where c.tags <> '[]' and ${where} and ${narrowed} group by tag order by count desc, tag`);
    const categories = await tx.query<{ category: Area | null; count: number }>(sql`
      select c.category, sum(c.count)::int as count from ${counted} where ${where}
      group by c.category having sum(c.count) <> 0 order by c.category nulls last`);
    const base_counters = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
    for (const { state, count } of states) base_counters[state] = count;
    return { base_counters, tags, categories, ...base };
  });
}
