/** What the parts of a figure are called: interactions and subjects as their bot says them, or said them last. */
import { ANSWER_WAYS, byNode, isWay, ofSection } from '../../contract/rules/answered-by.ts';
import { headingOf } from '../assistant/catalogue/catalogue.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/** The names of interactions and ways; one that no version of these bots has is absent. */
export async function namesOfNodes(
  db: Queryable,
  bots: readonly number[],
  nodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>(nodes.filter(isWay).map((way) => [way, ANSWER_WAYS[way]]));
  const prefix = byNode('').length;
  const ids = nodes.filter((by) => !isWay(by)).map((by) => by.slice(prefix));
  if (ids.length === 0) return names;
  const titles = await db.query<{ id: string; title: string }>(sql`
    select distinct on (n.id) n.id, n.title from (
      select bot_id, version, model from bot_models where bot_id = any(${[...bots]}::int[])
      union all select bot_id, version, model from bot_versions where bot_id = any(${[...bots]}::int[])
    ) m cross join lateral jsonb_to_recordset(m.model -> 'nodes') as n(id text, title text)
    where n.id = any(${ids}::text[]) and n.title is not null order by n.id, m.version desc, m.bot_id`);
  for (const { id, title } of titles) names.set(byNode(id), title);
  return names;
}

/** A section by its heading. */
export const nameOfSubject = (subject: string): string =>
  isWay(subject) ? ANSWER_WAYS[subject] : headingOf(subject.slice(ofSection(null).length));
