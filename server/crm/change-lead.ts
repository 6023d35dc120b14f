/** Changes a lead, and with it what its conversations' cards say of it. */
import type { Lead } from '../../contract/entities/lead.ts';
import type { Actor } from '../../contract/realtime/events.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { type LeadFields, readLeadFields } from './lead-fields.ts';
import { type LeadRow, leadColumns, toLead } from './lead-row.ts';

/**
 * Tells of every card of the lead that reads differently now; it appends events. The inbox has the cards: it hands this
 * in.
 */
export type TellCards = (tx: Transaction, app: App, lead: LeadRow, actor: Actor) => Promise<void>;

export interface LeadChange {
  botId: number;
  id: string;
  given: LeadFields;
  actor: Actor;
}

export interface ChangedLead {
  before: Lead;
  after: Lead;
}

/**
 * Writes the fields, marks a possible duplicate (never merges), and tells of every card that reads differently now.
 * It appends events: the last thing in the transaction. Throws `Refused` (rule) for fields that are not valid.
 * Locks the lead, then its conversations in order of id.
 * @returns null when the bot has no such lead
 */
export async function changeLead(
  tx: Transaction,
  app: App,
  tellCards: TellCards,
  { botId, id, given, actor }: LeadChange,
): Promise<ChangedLead | null> {
  const fields = readLeadFields(given);
  const [row] = await tx.query<LeadRow>(sql`
    select ${leadColumns} from leads where id = ${id} and bot_id = ${botId} for no key update`);
  if (!row) return null;
  const next: LeadRow = {
    ...row,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  };
  next.possible_duplicate_of = await duplicateOf(tx, next);
  await tx.query(sql`
    update leads set name = ${next.name}, email = ${next.email}, phone = ${next.phone}, rut = ${next.rut},
      notes = ${next.notes}, tags = ${json(next.tags)}, possible_duplicate_of = ${next.possible_duplicate_of}
    where id = ${id}`);
  await tellCards(tx, app, next, actor);
  return { before: toLead(row), after: toLead(next) };
}

/** Another lead of the bot with the same phone or e-mail: the oldest. */
async function duplicateOf(tx: Transaction, lead: LeadRow): Promise<string | null> {
  const [other] = await tx.query<{ id: string }>(sql`
    select id from leads
    where bot_id = ${lead.bot_id} and id <> ${lead.id} and (
      lower(email) = ${lead.email?.toLowerCase() ?? null}::text
      or regexp_replace(phone, '\\D', '', 'g') = ${lead.phone?.replace(/\D/g, '') ?? null}::text
    )
    order by created_at, id limit 1`);
  return other?.id ?? null;
}
