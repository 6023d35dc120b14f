/** Changes a lead, and with it what its conversations' cards say of it. */
import type { IdentityTrust } from '../../contract/entities/identity.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import type { Actor } from '../../contract/realtime/events.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { touch } from '../platform/realtime/touch.ts';
import { likelyTwin } from './duplicates.ts';
import { followFields } from './identities.ts';
import { type LeadFields, readLeadFields } from './lead-fields.ts';
import { type LeadRow, leadColumns, toLead } from './lead-row.ts';
import { withOwnValues } from './own-fields.ts';

/**
 * Tells of every card of the lead that reads differently now; it appends events. The inbox has the cards: it hands this
 * in.
 */
export type TellCards = (tx: Transaction, app: App, lead: LeadRow, actor: Actor) => Promise<void>;

export interface LeadChange {
  botId: number;
  id: string;
  given: LeadFields;
  /** What they were when they were read; where somebody has changed one since, nothing is written. */
  was?: LeadFields | undefined;
  actor: Actor;
}

export interface ChangedLead {
  before: Lead;
  after: Lead;
}

/** Whose word it is: a visitor claims. */
const trustOf = (actor: Actor): IdentityTrust => (actor.kind === 'visitor' ? 'claimed' : 'known');

const blank = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(blank(one)) === JSON.stringify(blank(other));

/** Throws conflict with `details.fields` where the row says neither what was read nor what is wanted. */
function requireUnchanged(row: LeadRow, next: LeadRow, { fields: own = {}, ...was }: LeadFields): void {
  const names = (Object.keys(was) as (keyof typeof was)[]).filter(
    (name) => !same(row[name], was[name]) && !same(row[name], next[name]),
  );
  const keys = Object.keys(own).filter(
    (key) => !same(row.fields[key], own[key]) && !same(row.fields[key], next.fields[key]),
  );
  const changed = [...names, ...keys.map((key) => `fields.${key}`)];
  if (changed.length === 0) return;
  const message = 'Otra persona cambió este dato mientras lo editabas.';
  throw new Refused('conflict', {
    message,
    details: { fields: Object.fromEntries(changed.map((name) => [name, message])) },
  });
}

/**
 * Writes the fields, keeps what the lead is known by, marks a possible duplicate (never merges), and tells of every
 * card that reads differently now. It appends events: the last thing in the transaction. Throws `Refused` (rule) for
 * fields that are not valid, (conflict) for `was`. Locks the lead, then its conversations in order of id.
 * @returns null when the bot has no such lead
 */
export async function changeLead(
  tx: Transaction,
  app: App,
  tellCards: TellCards,
  { botId, id, given, was, actor }: LeadChange,
): Promise<ChangedLead | null> {
  const fields = readLeadFields(given);
  const [row] = await tx.query<LeadRow>(sql`
    select ${leadColumns} from leads where id = ${id} and bot_id = ${botId} for no key update`);
  if (!row) return null;
  const next: LeadRow = {
    ...row,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    fields: await withOwnValues(tx, botId, row.fields, given.fields),
  };
  if (was) requireUnchanged(row, next, was);
  await writeLead(tx, app, row, next, trustOf(actor));
  touch(tx, app, botId, ['leads', `lead:${id}`]);
  await tellCards(tx, app, next, actor);
  return { before: toLead(row), after: toLead(next) };
}

/**
 * Writes what differs, with identities and the possible duplicate, which it also sets in `next`.
 * @param isNew the client was made just now: nobody can be its twin but who has one of its identities
 */
export async function writeLead(
  tx: Transaction,
  app: Pick<App, 'clock'>,
  row: LeadRow,
  next: LeadRow,
  trust: IdentityTrust,
  isNew = false,
): Promise<void> {
  const taken = await followFields(tx, app, { botId: row.bot_id, leadId: row.id, trust }, row, next);
  next.possible_duplicate_of = isNew && !taken ? null : await likelyTwin(tx, next);
  await tx.query(sql`
    update leads set name = ${next.name}, email = ${next.email}, phone = ${next.phone}, rut = ${next.rut},
      notes = ${next.notes}, tags = ${json(next.tags)}, city = ${next.city}, areas = ${json(next.areas)},
      fields = ${json(next.fields)}, possible_duplicate_of = ${next.possible_duplicate_of}
    where id = ${row.id}`);
}
