/** What a client allows, purpose by purpose: an append-only record whose newest word holds; and who is blocked. */
import type { Consent, NewConsent } from '../../contract/entities/consent.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

const BLOCKED_TEXT = 'Este cliente está bloqueado. Desbloquéalo para escribirle.';

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
}

/** Adds a word. The newest is also kept in the client's row, by which lists filter. */
export async function addConsent(
  tx: Transaction,
  app: Pick<App, 'ids' | 'clock'>,
  { botId, leadId, userId, purpose, channel, state, source }: ConsentWord,
): Promise<void> {
  await tx.query(sql`
    insert into consents (id, bot_id, lead_id, purpose, channel, state, source, user_id, at)
    values (${app.ids()}, ${botId}, ${leadId}, ${purpose}, ${channel ?? null}, ${state}, ${source}, ${userId},
      ${app.clock.now()})`);
  await tx.query(sql`update leads set ${raw(`consent_${purpose}`)} = ${state} where id = ${leadId}`);
}

/** Throws rule when nobody may write to the client. */
export async function requireUnblocked(tx: Queryable, leadId: string): Promise<void> {
  const [lead] = await tx.query<{ blocked: boolean }>(
    sql`select blocked_at is not null as blocked from leads where id = ${leadId}`,
  );
  if (lead?.blocked) throw new Refused('rule', { message: BLOCKED_TEXT, details: { reason: 'blocked' } });
}
