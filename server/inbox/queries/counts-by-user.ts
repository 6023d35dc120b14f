/** Counts by state, tag and area: `count_states/{botId}/{userId}`. */
import type { CountsByUser } from '../../../contract/calls/conversation-lists.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Database, join, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { keptCounts, keptTagCounts } from '../kept-counts.ts';
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
    const { states: counted, tags: carried } = countedOf(botId, tags_lead);
    const states = await tx.query<{ state: ConversationState; count: number }>(sql`
      select c.state, sum(c.count)::int as count from ${counted} where ${where}
      group by c.state having sum(c.count) <> 0`);
    const tags = await tx.query<{ tag: string; count: number }>(sql`
      select c.tag, sum(c.count)::int as count from ${carried} where ${where}
      group by c.tag having sum(c.count) <> 0 order by count desc, c.tag`);
    const categories = await tx.query<{ category: Area | null; count: number }>(sql`
      select c.category, sum(c.count)::int as count from ${counted} where ${where}
      group by c.category having sum(c.count) <> 0 order by c.category nulls last`);
    const base_counters = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
    for (const { state, count } of states) base_counters[state] = count;
    return { base_counters, tags, categories, ...base };
  });
}

/** What is added up, as rows `c` with `count`: once for each conversation, and once for each tag that one carries. */
function countedOf(botId: number, wanted: CountsWanted['tags_lead']): { states: Sql; tags: Sql } {
  // What their client carries is not among what is kept beside the conversations.
  if (!wanted?.length) return { states: keptCounts(botId), tags: keptTagCounts(botId) };
  const tags = sql`${wanted.map(cleanText)}::text[]`;
  const found = sql`c.id = any(array(
    select n.id from conversations n where n.bot_id = ${botId} and n.tags <> '[]' and n.tags ?| ${tags}
    union all
    select n.id from leads l join conversations n on n.lead_id = l.id
    where l.bot_id = ${botId} and l.tags <> '[]' and l.tags ?| ${tags}
  ))`;
  const facts = sql`c.bot_id, c.state, c.channel, c.category, c.agent_id, 1 as count`;
  return {
    states: sql`(select ${facts} from conversations c where ${found}) c`,
    tags: sql`(select ${facts}, g.tag from conversations c
      cross join lateral (select distinct jsonb_array_elements_text(c.tags) as tag) g
      where ${found}) c`,
  };
}
