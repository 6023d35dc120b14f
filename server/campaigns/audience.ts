/**
 * Who a campaign is for, page by page: preview, start and count read this one walk, so that they agree. A page is one
 * statement of its own: nobody waits behind an audience of 50,000.
 */
import type { CampaignAudience, CampaignSlot } from '../../contract/entities/campaign.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { SkipReason } from '../../contract/rules/campaigns.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { emptySlot, type FilledSlot, type TemplateComponent } from '../../contract/rules/template-slots.ts';
import { meant, ownKindsOf, requireFilter } from '../clients/choose-leads.ts';
import { cleanText } from '../platform/clean-text.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { withinPause } from './between-messages.ts';

/** A client as a campaign judges them; `lead_id` null: the file names nobody that is known. */
export interface Candidate {
  /** What the walk goes on after. */
  subject: string;
  lead_id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  rut: string | null;
  city: string | null;
  fields: Record<string, unknown>;
  blocked: boolean;
  marketing: string;
  service: string;
  /** As the connection knows them: a phone or an id; null: it does not. */
  contact: string | null;
  /** The connection knows somebody else by their phone. */
  taken: boolean;
  /** An automation wrote to their number within the pause that its rule asks for. */
  paused: boolean;
  line: number | null;
  cells: Record<string, string> | null;
}

export interface Walk {
  botId: number;
  connectionId: string;
  viewer: Viewer;
  audience: CampaignAudience;
  now: Date;
}

/** The select list of a candidate of `leads l`, in which `subject`, `line` and `cells` are said by who asks. */
const judged = (connectionId: string, now: Date): Sql => sql`
  l.id as lead_id, l.name, l.email, l.phone, l.rut, l.city, coalesce(l.fields, '{}') as fields,
  l.blocked_at is not null as blocked, coalesce(l.consent_marketing, 'unknown') as marketing,
  coalesce(l.consent_service, 'unknown') as service,
  (select coalesce(k.phone, k.user_id) from channel_contacts k join visitors v on v.id = k.visitor_id
    where v.lead_id = l.id and k.connection_id = ${connectionId}
    order by k.window_expires_at desc nulls last, k.id limit 1) as contact,
  exists (select 1 from channel_contacts o join visitors w on w.id = o.visitor_id
    where o.connection_id = ${connectionId} and o.phone = regexp_replace(coalesce(l.phone, ''), '\\D', '', 'g')
      and w.lead_id <> l.id) as taken,
  ${withinPause(connectionId, now)} as paused`;

/** The next of the audience after a subject, in one order for all who walk it. Throws rule for a segment that is gone. */
export async function pageOf(db: Queryable, walk: Walk, after: string, size: number): Promise<Candidate[]> {
  const { botId, viewer, now, audience, connectionId } = walk;
  if (audience.file !== undefined) return pageOfFile(db, walk, audience.file, after, size);
  const where = await meant(db, {
    botId,
    viewer,
    now,
    ids: audience.lead_ids,
    filter: audience.lead_ids ? undefined : await filterOf(db, botId, audience),
  });
  return db.query<Candidate>(sql`
    select l.id as subject, ${judged(connectionId, now)}, null::int as line, null::jsonb as cells
    from leads l where ${where} and l.id > ${after} and l.created_at <= ${now}
    order by l.id limit ${size}`);
}

async function filterOf(db: Queryable, botId: number, { segment, filter }: CampaignAudience) {
  const own = await ownKindsOf(db, botId);
  if (segment === undefined) return requireFilter(filter, own);
  const [row] = await db.query<{ filter: unknown }>(sql`
    select s.filter from segments s where s.id = ${segment} and s.bot_id = ${botId}`);
  if (!row) throw new Refused('rule', { message: 'El segmento de la campaña ya no existe.' });
  return requireFilter(row.filter, own);
}

/** A line's client: by phone before RUT before e-mail, as identities know them. */
const pageOfFile = (
  db: Queryable,
  { botId, connectionId, now }: Walk,
  fileId: string,
  after: string,
  size: number,
): Promise<Candidate[]> => {
  const line = after === '' ? 0 : Number(after.slice('line:'.length));
  return db.query<Candidate>(sql`
    select 'line:' || lpad(f.line::text, 7, '0') as subject, ${judged(connectionId, now)},
      f.line, f.cells
    from (
      select r.line, r.cells, coalesce(
        (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'whatsapp' and i.value = ltrim(r.phone_key, '+')),
        (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'phone' and i.value = r.phone_key),
        (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'rut' and i.value = r.rut_key),
        (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'email' and i.value = r.email_key)
      ) as lead_id
      from campaign_file_rows r where r.file_id = ${fileId} and r.line > ${line} order by r.line limit ${size}
    ) f left join leads l on l.id = f.lead_id and l.bot_id = ${botId}
    order by f.line`);
};

/** The slots with a client's values; what is missing is ''. */
export function fillSlots(slots: readonly CampaignSlot[], who: Candidate): FilledSlot[] {
  return slots.map(({ part, index, key, value, field, fallback }) => ({
    part,
    index,
    key,
    value: value ?? (fieldOf(field ?? '', who) || (fallback ?? '')).trim(),
  }));
}

/** One line: a channel takes no other. */
const line = (text: unknown): string =>
  cleanText(String(text ?? ''))
    .replace(/\s+/g, ' ')
    .trim();

function fieldOf(field: string, who: Candidate): string {
  if (field.startsWith('file.')) return line(who.cells?.[field.slice('file.'.length)]);
  if (field.startsWith('field.')) {
    const value = who.fields[field.slice('field.'.length)];
    return typeof value === 'boolean' ? (value ? 'sí' : 'no') : line(value);
  }
  if (field === 'first_name') return line(who.name).split(' ')[0] ?? '';
  if (field === 'name' || field === 'email' || field === 'phone' || field === 'rut' || field === 'city')
    return line(who[field]);
  return '';
}

export interface Sent {
  category: string;
  components: readonly TemplateComponent[];
  slots: readonly CampaignSlot[];
}

export type Verdict = { address: string; filled: FilledSlot[] } | { skip: SkipReason };

/** Whether a client gets it, and where: the one judge of preview, start and each single send. */
export function judge(who: Candidate, { category, components, slots }: Sent): Verdict {
  if (who.lead_id === null) return { skip: 'unknown' };
  if (who.blocked) return { skip: 'blocked' };
  const allowed = category === 'MARKETING' ? who.marketing === 'granted' : who.service !== 'denied';
  if (!allowed) return { skip: 'consent' };
  const address = who.contact ?? readPhone(who.phone ?? '')?.slice(1) ?? null;
  if (address === null) return { skip: 'no_phone' };
  if (who.contact === null && who.taken) return { skip: 'others_phone' };
  if (who.paused) return { skip: 'paused' };
  const filled = fillSlots(slots, who);
  return emptySlot(components, filled) ? { skip: 'slot' } : { address, filled };
}

/** One recipient as they are now, for the last judgement. Null: the client is gone. */
export async function candidateOf(
  db: Queryable,
  connectionId: string,
  at: { leadId: string; file: string | null; line: number | null; now: Date },
): Promise<Candidate | null> {
  const [row] = await db.query<Candidate>(sql`
    select l.id as subject, ${judged(connectionId, at.now)}, ${at.line}::int as line,
      (select r.cells from campaign_file_rows r where r.file_id = ${at.file} and r.line = ${at.line}::int) as cells
    from leads l where l.id = ${at.leadId}`);
  return row ?? null;
}
