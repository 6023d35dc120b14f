/** Watches how a database would answer what it is asked: which statements read a table of the growing ones as a whole. */
import type { Database, Queryable, Transaction } from '../../server/platform/database/database.ts';
import { type Sql, sql } from '../../server/platform/database/database.ts';

/** What grows with every day of an installation. */
const GROWING = new Set(['conversations', 'messages', 'leads', 'events', 'transitions', 'metric_facts']);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Indexes of a part: what is unread, asleep or late is what people look for and counted as it is. */
const PARTS = new Set(['conversations_unread', 'conversations_snoozed', 'conversations_answer_level']);

/** What has read everything below it before it answers its first row. */
const GATHERS = /^(Sort|Aggregate|Hash|HashAggregate|Materialize|WindowAgg|Unique|CTE Scan|Gather Merge)$/;
/** Every row of one bot, and of nothing narrower. */
const WHOLE_BOT = /^\(+(\w+\.)?bot_id = [^()]*\)+$/;

/**
 * Reads of a whole growing table, or of all that a bot has in it, in a plan. A list that ends at its limit is none.
 * @param bounded a limit stands above, and nothing between that gathers first
 */
function wholeReads(plan: Plan, bounded = false): string[] {
  const type = plan['Node Type'];
  const table = plan['Relation Name'];
  const below = type === 'Limit' ? true : GATHERS.test(type) ? false : bounded;
  const found = (plan.Plans ?? []).flatMap((part) => wholeReads(part, below));
  if (type === 'Seq Scan' && table && GROWING.has(table)) found.push(`all of ${table}`);
  const condition = plan['Index Cond'];
  const reads = /^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type);
  const name = table ?? plan['Index Name'] ?? '';
  const grows = [...GROWING].some((growing) => name === growing || name.startsWith(`${growing}_`));
  if (
    reads &&
    grows &&
    !bounded &&
    !PARTS.has(plan['Index Name'] ?? '') &&
    (condition === undefined || WHOLE_BOT.test(condition))
  )
    found.push(`${condition === undefined ? 'all' : 'all of a bot'} by ${plan['Index Name']}`);
  if (name === 'messages_plain' && !condition?.includes('bot_id')) found.push('what was said in every bot');
  return found;
}

export interface Watched {
  db: Database;
  /** Statements that read too much since the last time, each with what. */
  taken(): { statement: string; reads: string[] }[];
}

/** The same database, which has each statement explained beside it. Sequential reads must be dear there (`enable_seqscan`). */
export function watchPlans(database: Database): Watched {
  let found = new Map<string, string[]>();

  async function explain(on: Queryable, statement: Sql): Promise<void> {
    const [row] = await on.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(sql`explain (format json) ${statement}`);
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    const reads = plan ? wholeReads(plan) : [];
    if (reads.length > 0) found.set(statement.sql.replace(/\s+/g, ' ').trim(), reads);
  }

  const watching = <Q extends Queryable>(on: Q): Q => ({
    ...on,
    async query<T extends object>(statement: Sql, often?: 'often'): Promise<T[]> {
      // Sent in order, at once: what was begun together stays together.
      const explained = /^\s*(select|with|insert|update|delete)/i.test(statement.sql)
        ? explain(on, statement)
        : undefined;
      const rows = on.query<T>(statement, often);
      await Promise.all([explained, rows]);
      return rows;
    },
  });

  const db: Database = {
    ...watching(database),
    transaction: (work, options) => database.transaction((tx: Transaction) => work(watching(tx)), options),
    snapshot: (work) => database.snapshot((tx) => work(watching(tx))),
  };
  return {
    db,
    taken() {
      const all = [...found].map(([statement, reads]) => ({ statement, reads }));
      found = new Map();
      return all;
    },
  };
}
