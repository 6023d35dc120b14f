/** Counts by state, tag and area: `count_states/{botId}/{userId}`. */
import type { CountsByUser } from '../../../contract/calls/conversation-lists.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { type Database, join, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
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
    if (tags_lead?.length) {
      conditions.push(sql`(
        c.tags ?| ${tags_lead}::text[]
        or exists (select 1 from leads l where l.id = c.lead_id and l.tags ?| ${tags_lead}::text[])
      )`);
    }
    const where = join(conditions, ' and ');
    const states = await tx.query<{ state: ConversationState; count: number }>(
      sql`select c.state, count(*)::int as count from conversations c where ${where} group by c.state`,
    );
    const tags = await tx.query<{ tag: string; count: number }>(sql`
      select tag, count(*)::int as count
      from conversations c cross join lateral jsonb_array_elements_text(c.tags) as tag
      where ${where} group by tag order by count desc, tag`);
    const categories = await tx.query<{ category: Area | null; count: number }>(sql`
      select c.category, count(*)::int as count from conversations c where ${where}
      group by c.category order by c.category nulls last`);
    const base_counters = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
    for (const { state, count } of states) base_counters[state] = count;
    return { base_counters, tags, categories, ...base };
  });
}
