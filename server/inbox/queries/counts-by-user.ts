/** Counts by state, tag and area: `count_states/{botId}/{userId}`. */
import type { CountsByUser } from '../../../contract/calls/conversation-lists.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Database, join, type Queryable, type Sql, sql } from '../../platform/database/database.ts';
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
    const counted = tags_lead?.length
      ? await countTagged(tx, where, botId, tags_lead)
      : await countKept(tx, where, botId);
    const base_counters = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
    for (const { state, count } of counted.states) base_counters[state] = count;
    return { base_counters, tags: counted.tags, categories: counted.categories, ...base };
  });
}

interface Counted {
  states: { state: ConversationState; count: number }[];
  /** The most frequent first. */
  tags: { tag: string; count: number }[];
  categories: { category: Area | null; count: number }[];
}

/** Of what is kept beside the conversations. @param where on `c` */
async function countKept(tx: Queryable, where: Sql, botId: number): Promise<Counted> {
  const counted = keptCounts(botId);
  const states = await tx.query<{ state: ConversationState; count: number }>(sql`
    select c.state, sum(c.count)::int as count from ${counted} where ${where}
    group by c.state having sum(c.count) <> 0`);
  const tags = await tx.query<{ tag: string; count: number }>(sql`
    select c.tag, sum(c.count)::int as count from ${keptTagCounts(botId)} where ${where}
    group by c.tag having sum(c.count) <> 0 order by count desc, c.tag`);
  const categories = await tx.query<{ category: Area | null; count: number }>(sql`
    select c.category, sum(c.count)::int as count from ${counted} where ${where}
    group by c.category having sum(c.count) <> 0 order by c.category nulls last`);
  return { states, tags, categories };
}

/** What carries one of these tags or whose client does, looked up once: what clients carry is kept nowhere. */
async function countTagged(
  tx: Queryable,
  where: Sql,
  botId: number,
  wanted: readonly string[],
): Promise<Counted> {
  const tags = sql`${wanted.map(cleanText)}::text[]`;
  const rows = await tx.query<{
    state: ConversationState | null;
    tag: string | null;
    category: Area | null;
    count: number;
    of: 'state' | 'tag' | 'category';
  }>(sql`
    with found as materialized (
      select c.state, c.category, c.tags, count(*)::int as count from (
        select c.state, c.category, c.tags from conversations c
        where ${where} and c.tags <> '[]' and c.tags ?| ${tags}
        union all
        select c.state, c.category, c.tags from leads l join conversations c on c.lead_id = l.id
        where ${where} and l.bot_id = ${botId} and l.tags <> '[]' and l.tags ?| ${tags} and not c.tags ?| ${tags}
      ) c group by c.state, c.category, c.tags
    ), counted as (
      select 'state' as of, f.state, null as tag, null as category, sum(f.count)::int as count from found f group by f.state
      union all
      select 'category', null, null, f.category, sum(f.count)::int from found f group by f.category
      union all
      select 'tag', null, g.tag, null, sum(f.count)::int
      from found f
      cross join lateral (select distinct jsonb_array_elements_text(f.tags) as tag) g group by g.tag
    )
    select n.of, n.state, n.tag, n.category, n.count from counted n
    order by n.of, case when n.of = 'tag' then n.count end desc, n.tag, n.category nulls last`);
  const counted: Counted = { states: [], tags: [], categories: [] };
  for (const { of, state, tag, category, count } of rows) {
    if (of === 'category') counted.categories.push({ category, count });
    else if (state !== null) counted.states.push({ state, count });
    else if (tag !== null) counted.tags.push({ tag, count });
  }
  return counted;
}
