/** Other clients that may be the same person, and why one thinks so. */
import type { DuplicateReason } from '../../contract/calls/leads.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type LeadRow, leadColumns, toLead } from './lead-row.ts';
import { phoneVariants } from './phone-variants.ts';

const MOST = 20;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The forms of a phone as `phone_digits` may hold them: with the country's code, and Chilean ones without. */
function phoneForms(phone: string | null): string[] {
  if (!phone) return [];
  const forms = phoneVariants(phone).map(digitsOf);
  return [...forms, ...forms.flatMap((one) => /^56(\d{9})$/.exec(one)?.[1] ?? `56${one}`)].filter(Boolean);
}

/** What another row of `leads` would have in common with this one, each by an index. */
function reasonsIn(lead: LeadRow): { reason: DuplicateReason; found: Sql }[] {
  const found: { reason: DuplicateReason; found: Sql }[] = [];
  const phones = phoneForms(lead.phone);
  if (phones.length > 0) found.push({ reason: 'phone', found: sql`phone_digits = any(${phones}::text[])` });
  if (lead.email) found.push({ reason: 'email', found: sql`lower(email) = ${lead.email.toLowerCase()}` });
  if (lead.rut) found.push({ reason: 'rut', found: sql`rut = ${lead.rut}` });
  return found;
}

const ofOthers = (lead: Pick<LeadRow, 'id' | 'bot_id'>) => sql`
  bot_id = ${lead.bot_id} and id <> ${lead.id} and not exists (
    select 1 from lead_distinct d
    where d.lead_id = least(leads.id, ${lead.id}) and d.other_id = greatest(leads.id, ${lead.id}))`;

/** Another lead of the bot with the same phone, e-mail or RUT: the oldest; null when there is none. */
export async function likelyTwin(db: Queryable, lead: LeadRow): Promise<string | null> {
  let oldest: { id: string; created_at: string } | null = null;
  for (const { found } of reasonsIn(lead)) {
    const [other] = await db.query<{ id: string; created_at: string }>(sql`
      select id, created_at from leads where ${ofOthers(lead)} and ${found} order by created_at, id limit 1`);
    if (other && (!oldest || other.created_at < oldest.created_at)) oldest = other;
  }
  return oldest?.id ?? null;
}

export type Twin = Lead & { reasons: DuplicateReason[] };

/**
 * Who shares phone, e-mail or RUT with this lead, and then who has the same name and city ('posible'); oldest first.
 * Never those of whom somebody said that they are another person.
 */
export async function listDuplicates(db: Queryable, botId: number, id: string): Promise<Twin[]> {
  const [lead] = await db.query<LeadRow>(
    sql`select ${leadColumns} from leads where id = ${id} and bot_id = ${botId}`,
  );
  if (!lead) return [];
  const ways = reasonsIn(lead);
  if (lead.name && lead.city) {
    const found = sql`name_key = search_plain(${lead.name}::text)
      and city_key = search_plain(${lead.city}::text)`;
    ways.push({ reason: 'name_city', found });
  }
  const twins = new Map<string, Twin>();
  for (const { reason, found } of ways) {
    const rows = await db.query<LeadRow>(sql`
      select ${leadColumns} from leads where ${ofOthers(lead)} and ${found} order by created_at, id limit ${MOST}`);
    for (const row of rows) {
      const twin = twins.get(row.id) ?? { ...toLead(row), reasons: [] };
      twin.reasons.push(reason);
      twins.set(row.id, twin);
    }
  }
  return [...twins.values()].slice(0, MOST);
}
