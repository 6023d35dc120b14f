/** Where the id of a client leads: to itself, or to the survivor of a merge. */
import { type Queryable, sql } from '../platform/database/database.ts';

/** The id under which a client stands today: its own, or of whom it was merged into. */
export async function presentId(db: Queryable, id: string): Promise<string> {
  const [row] = await db.query<{ lead_id: string }>(
    sql`select lead_id from lead_redirects where old_id = ${id}`,
  );
  return row?.lead_id ?? id;
}
