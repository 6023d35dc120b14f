/** What the parts of a figure are called: interactions and subjects as their bot says them, or said them last. */
import { ANSWER_WAYS, byNode, isWay, ofSection } from '../../contract/rules/answered-by.ts';
import { AUTOMATION_KIND_LABELS } from '../../contract/rules/automations.ts';
import { METRICS, type MetricPart, type RowKey } from '../../contract/rules/metrics.ts';
import { TICKET_PRIORITY_LABELS } from '../../contract/rules/tickets.ts';
import { headingOf } from '../assistant/catalogue/catalogue.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { Wanted } from './wanted.ts';

type Names = ReadonlyMap<string, string>;

const mapped = (ids: readonly string[], nameOf: (id: string) => string | undefined): Names =>
  new Map(
    ids.flatMap((id) => {
      const name = nameOf(id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );

/** Interactions and ways; one that no version of these bots has is absent. */
async function namesOfNodes(
  db: Queryable,
  bots: readonly number[],
  nodes: readonly string[],
): Promise<Names> {
  const names = new Map<string, string>(nodes.filter(isWay).map((way) => [way, ANSWER_WAYS[way]]));
  const ids = nodes.filter((by) => !isWay(by)).map((by) => by.slice(byNode('').length));
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

async function namesOfPeople(db: Queryable, ids: readonly string[]): Promise<Names> {
  const people = await db.query<{ id: string; name: string }>(sql`
    select id::text as id, name from users where id::text = any(${[...ids]}::text[])`);
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** A section by its heading. */
const nameOfSection = (subject: string): string =>
  isWay(subject) ? ANSWER_WAYS[subject] : headingOf(subject.slice(ofSection(null).length));

function nameOfSubject(key: RowKey, id: string): string | undefined {
  switch (METRICS[key].room) {
    case undefined:
      return nameOfSection(id);
    case 'automation':
      return (AUTOMATION_KIND_LABELS as Record<string, string>)[id];
    case 'ticket':
      return (TICKET_PRIORITY_LABELS as Record<string, string>)[id];
    default:
      // Its rows say it.
      return undefined;
  }
}

/** What these parts are called; those that say it themselves, and those that nobody knows, are absent. */
export async function namesOf(
  db: Queryable,
  { bots }: Wanted,
  { key, part, ids }: { key: RowKey; part: MetricPart; ids: readonly string[] },
): Promise<Names> {
  switch (part) {
    case 'agent':
      return namesOfPeople(db, ids);
    case 'node':
      return namesOfNodes(db, bots, ids);
    case 'subject':
      return mapped(ids, (id) => nameOfSubject(key, id));
    default:
      return mapped(ids, (id) => id);
  }
}
