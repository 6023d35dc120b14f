/** What a client allows, purpose by purpose: an append-only record whose newest word holds; and who is blocked. */
import type { Consent, NewConsent } from '../../contract/entities/consent.ts';
import type { ConsentPurpose } from '../../contract/entities/lead.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

/** Why nothing leaves for a blocked client. */
export const BLOCKED_TEXT = 'Este cliente está bloqueado. Desbloquéalo para escribirle.';

/** Why no marketing leaves for who said no to it. */
export const NO_MARKETING_TEXT = 'Este cliente pidió no recibir mensajes de marketing.';

/** Why nothing is planned for who said no to messages. */
export const OPTED_OUT_TEXT =
  'Este cliente pidió no recibir mensajes: puedes responderle cuando escriba, pero no programarle uno.';

/** Newest first. */
export async function consentsOf(db: Queryable, leadId: string): Promise<Consent[]> {
  return db.query<Consent>(sql`
    select c.id, c.purpose, c.channel, c.state, c.source, c.user_id,
      (select u.name from users u where u.id = c.user_id) as user_name, c.at
    from consents c where c.lead_id = ${leadId} order by c.at desc, c.id desc limit 500`);
}

export interface ConsentWord extends NewConsent {
  botId: number;
  leadId: string;
  /** Who noted it; null: the client's own word, or a file. */
  userId: number | null;
  /** The import that says it: undoing it takes the word back. */
  importId?: string;
}

/** Adds a word. The newest is also kept in the client's row, by which lists filter. */
export async function addConsent(
  tx: Transaction,
  app: Pick<App, 'ids' | 'clock'>,
  { botId, leadId, userId, importId, purpose, channel, state, source }: ConsentWord,
): Promise<void> {
  await tx.query(sql`
    insert into consents (id, bot_id, lead_id, purpose, channel, state, source, user_id, import_id, at)
    values (${app.ids()}, ${botId}, ${leadId}, ${purpose}, ${channel ?? null}, ${state}, ${source}, ${userId},
      ${importId ?? null}, ${app.clock.now()})`);
  await tx.query(sql`update leads set ${raw(`consent_${purpose}`)} = ${state} where id = ${leadId}`);
}

/** Takes back what an import said of these clients; the newest of what else was said holds again. */
export async function takeBackConsents(
  tx: Transaction,
  importId: string,
  leadIds: readonly string[],
): Promise<void> {
  const gone = await tx.query<{ lead_id: string }>(sql`
    delete from consents where import_id = ${importId} and (
      lead_id = any(${[...leadIds]}::text[])
      or lead_id in (select r.lead_id from lead_redirects r where r.old_id = any(${[...leadIds]}::text[])))
    returning lead_id`);
  const ids = [...new Set(gone.map(({ lead_id }) => lead_id))];
  if (ids.length === 0) return;
  const newest = (purpose: ConsentPurpose) => sql`coalesce((
    select c.state from consents c where c.lead_id = leads.id and c.purpose = ${purpose}
    order by c.at desc, c.id desc limit 1), 'unknown')`;
  await tx.query(sql`
    update leads set consent_marketing = ${newest('marketing')}, consent_service = ${newest('service')}
    where id = any(${ids}::text[])`);
}

/** Whether the client is blocked: it reaches nobody, and gets nothing from people, bot or clock. */
export async function isBlockedLead(tx: Queryable, leadId: string): Promise<boolean> {
  const [lead] = await tx.query<{ blocked: boolean }>(
    sql`select blocked_at is not null as blocked from leads where id = ${leadId}`,
  );
  return lead?.blocked === true;
}

/** Whether the client said no, to marketing or altogether: nothing leaves for them that nobody asks for at its hour. */
export async function hasOptedOut(tx: Queryable, leadId: string): Promise<boolean> {
  const [lead] = await tx.query<{ out: boolean }>(sql`
    select consent_marketing = 'denied' or consent_service = 'denied' as out from leads where id = ${leadId}`);
  return lead?.out === true;
}

/** Throws rule when nobody may write to the client. */
export async function requireUnblocked(tx: Queryable, leadId: string): Promise<void> {
  if (await isBlockedLead(tx, leadId))
    throw new Refused('rule', { message: BLOCKED_TEXT, details: { reason: 'blocked' } });
}
