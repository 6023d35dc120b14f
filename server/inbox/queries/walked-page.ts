/** A page of what carries a tag that many carry: met on the way down the list, sooner than all that carry it are put in order. */
import type { ConversationFilters } from '../../../contract/calls/conversations.ts';
import { join, type Queryable, raw, type Sql, sql } from '../../platform/database/database.ts';
import { keptCounts } from '../kept-counts.ts';

/** Conversations that are gone through at most. */
const WALKED = 6_000;
/** So many are put in order sooner than any list is gone through. */
const SORTED = 2_000;
/** A list is gone through where it holds many times what is gone through: of a shorter one the engine reads all. */
const LONGER = 10;

export const NEWEST_FIRST = raw('c.last_message_date desc, c.id collate "C" asc');

/** The list of a state, or of a whole bot: an index has each in order. */
type Walk = Pick<ConversationFilters, 'bot_id' | 'state'>;

const listed = ({ bot_id, state }: Walk): Sql =>
  join([sql`c.bot_id = ${bot_id}`, ...(state ? [sql`c.state = ${state}`] : [])], ' and ');

/**
 * Whether `wanted` of the `kept` conversations will be met soon enough on the way down the list, if they stand anywhere in
 * it alike. Asks for no count where they are few.
 */
export async function worthWalking(
  tx: Queryable,
  walk: Walk,
  { wanted, kept }: { wanted: number; kept: number },
): Promise<boolean> {
  if (kept < Math.max(wanted, SORTED)) return false;
  const [all] = await tx.query<{ total: number }>(sql`
    select coalesce(sum(c.count), 0)::int as total from ${keptCounts(walk.bot_id)} where ${listed(walk)}`);
  const total = all?.total ?? 0;
  return total >= LONGER * WALKED && kept * WALKED >= 1.5 * wanted * total;
}

/**
 * The ids of a page, newest first, as `order by … limit` finds them among all.
 * @param seen what the page asks for, as a condition on `conversations c` @param below what stands below the page before
 * @param walked how many are gone through
 * @returns null where fewer than a page's are among these
 */
export async function walkedPage(
  tx: Queryable,
  walk: Walk,
  { seen, below, items, after }: { seen: Sql; below: Sql; items: number; after: number },
  walked: number = WALKED,
): Promise<string[] | null> {
  const met = await tx.query<{ id: string }>(sql`
    select c.id from (
      select c.* from conversations c where ${listed(walk)} and ${below} order by ${NEWEST_FIRST} limit ${walked}
    ) c where ${seen} order by ${NEWEST_FIRST} limit ${items} offset ${after}`);
  return met.length < items ? null : met.map(({ id }) => id);
}
