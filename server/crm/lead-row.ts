/** A lead as the database holds it. */
import type { ConsentState, Lead } from '../../contract/entities/lead.ts';
import type { OwnValue } from '../../contract/rules/lead-fields.ts';
import type { Area } from '../../contract/states.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';

export interface LeadRow {
  id: string;
  bot_id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  rut: string | null;
  notes: string | null;
  tags: string[];
  city: string | null;
  areas: Area[];
  fields: Record<string, OwnValue>;
  blocked_at: string | null;
  consent_marketing: ConsentState;
  consent_service: ConsentState;
  possible_duplicate_of: string | null;
  created_at: string;
}

/** What is known of a client, when nothing is. */
export const NOTHING_KNOWN = {
  name: null,
  email: null,
  phone: null,
  rut: null,
  notes: null,
  tags: [],
  city: null,
  areas: [],
  fields: {},
} satisfies Partial<LeadRow>;

/** The select list of a row of `leads`. */
export const leadColumns = raw(`
  id, bot_id, name, email, phone, rut, notes, tags, city, areas, fields, blocked_at, consent_marketing,
  consent_service, possible_duplicate_of, created_at`);

/** A client as the calls answer it. */
export function toLead(row: LeadRow): Lead {
  const { id, possible_duplicate_of: _, blocked_at, consent_marketing, consent_service, ...rest } = row;
  return {
    _id: id,
    ...rest,
    blocked: blocked_at !== null,
    consents: { marketing: consent_marketing, service: consent_service },
  };
}

/** A lead of a bot; null when there is none. */
export async function findLead(db: Queryable, botId: number, id: string): Promise<Lead | null> {
  const [row] = await db.query<LeadRow>(
    sql`select ${leadColumns} from leads where id = ${id} and bot_id = ${botId}`,
  );
  return row ? toLead(row) : null;
}
