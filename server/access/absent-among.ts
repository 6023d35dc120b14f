/** Who is away by plan (docs/decisions/0067-people.md): whoever lets the server choose somebody asks here first. */
import { type Queryable, sql } from '../platform/database/database.ts';

/**
 * Those of the people whose planned absence holds at an instant: its beginning belongs to it, its end does not.
 * @returns until when each of them is away
 */
export async function absentAmong(
  db: Queryable,
  botId: number,
  userIds: readonly number[],
  at: Date,
): Promise<Map<number, Date>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.query<{ user_id: number; until: string }>(sql`
    select user_id, max(ends_at) as until from absences
    where bot_id = ${botId} and user_id = any(${[...userIds]}::int[])
      and starts_at <= ${at}::timestamptz and ends_at > ${at}::timestamptz
    group by user_id`);
  return new Map(rows.map(({ user_id, until }) => [user_id, new Date(until)]));
}
