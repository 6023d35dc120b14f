/** Of whom conversations say that they follow them, or are named in them, as a condition that an index answers. */
import { raw, type Sql, sql } from '../platform/database/database.ts';

/**
 * A condition on `conversations c`.
 * @param userId null: anybody
 */
export function markedFor(column: 'followers' | 'mentioned' | 'mention_unseen', userId: number | null): Sql {
  const people = raw(`c.${column}`);
  // The first half is the index's own: what has nobody is not in it.
  if (userId === null) return sql`${people} <> '{}'`;
  return sql`(${people} <> '{}' and ${people} @> ${[userId]}::int[])`;
}
