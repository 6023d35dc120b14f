/** A lead as the database holds it. */
import type { Lead } from '../../contract/entities/lead.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';

export interface LeadRow extends Omit<Lead, '_id'> {
  id: string;
  possible_duplicate_of: string | null;
}

/** The select list of a row of `leads`. */
export const leadColumns = raw(
  'id, bot_id, name, email, phone, rut, notes, tags, possible_duplicate_of, created_at',
);

export function toLead({ id, possible_duplicate_of: _, ...rest }: LeadRow): Lead {
  return { _id: id, ...rest };
}

/** A lead of a bot; null when there is none. */
export async function findLead(db: Queryable, botId: number, id: string): Promise<Lead | null> {
  const [row] = await db.query<LeadRow>(
    sql`select ${leadColumns} from leads where id = ${id} and bot_id = ${botId}`,
  );
  return row ? toLead(row) : null;
}
