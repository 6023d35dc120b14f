/** What a visitor's side reports without saying anything: received, read, rated, gone. */
import type { Actor } from '../../../contract/realtime/events.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { applyMove } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { type ConversationRow, lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import type { StoredStatus } from '../message-row.ts';
import { setTimers } from '../timers.ts';
import { REFUSALS } from '../visitor-words/es.ts';

const visitorActor = (row: ConversationRow): Actor => ({
  kind: 'visitor',
  id: row.lead_id,
  name: row.lead_name,
});

/** What customers can know of: no notes, no lines of the system. On `messages m`. */
const REACHES_CUSTOMER = sql`m.sender in ('agent', 'bot') and not m.note`;

async function mark(
  app: App,
  visitorId: string,
  conversationId: string,
  which: Sql,
  to: 'delivered' | 'read',
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const row = await lockConversation(tx, conversationId);
    if (row?.visitor_id !== visitorId) return 0;
    const messages = await tx.query<{
      id: string;
      mid: string;
      temporal_id: string | null;
      status: StoredStatus;
    }>(sql`
      select m.id, m.mid, m.temporal_id, m.status from messages m
      where m.conversation_id = ${conversationId} and ${REACHES_CUSTOMER} and ${which} order by m.position`);
    const work = ConversationWork.on(row, app);
    const moved = messages.filter((message) => work.status(message, to, visitorActor(row)));
    if (moved.length > 0) await work.flush(tx);
    return moved.length;
  });
}

/** The visitor's socket was given these messages. @returns how many statuses moved */
export async function markGiven(
  app: App,
  visitorId: string,
  conversationId: string,
  mids: readonly string[],
): Promise<number> {
  const which = sql`m.status in ('queued', 'sent') and m.mid = any(${[...mids]}::text[])`;
  return mark(app, visitorId, conversationId, which, 'delivered');
}

/** The visitor's page has everything up to this message. @returns how many statuses moved; 0 for a foreign mid */
export async function markDelivered(app: App, visitorId: string, mid: string): Promise<number> {
  return markUpTo(app, visitorId, mid, 'delivered', sql`m.status in ('queued', 'sent')`);
}

/** The visitor has read everything up to this message. @returns how many statuses moved; 0 for a foreign mid */
export async function markRead(app: App, visitorId: string, mid: string): Promise<number> {
  return markUpTo(app, visitorId, mid, 'read', sql`m.status in ('queued', 'sent', 'delivered')`);
}

async function markUpTo(
  app: App,
  visitorId: string,
  mid: string,
  to: 'delivered' | 'read',
  from: Sql,
): Promise<number> {
  const [found] = await app.db.query<{ conversation_id: string; position: number }>(sql`
    select m.conversation_id, m.position from messages m join conversations c on c.id = m.conversation_id
    where m.mid = ${mid} and c.visitor_id = ${visitorId}`);
  if (!found) return 0;
  return mark(app, visitorId, found.conversation_id, sql`${from} and m.position <= ${found.position}`, to);
}

/** Rates the latest conversation, once, when it is over. Throws `Refused` (conflict) otherwise. */
export async function rate(
  app: App,
  visitorId: string,
  given: { stars: number; comment?: string | null | undefined },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [latest] = await tx.query<{ id: string }>(sql`
      select id from conversations where visitor_id = ${visitorId} order by created_at desc, id desc limit 1`);
    const row = latest ? await lockConversation(tx, latest.id) : null;
    if (!row || (row.state !== 'closed' && row.state !== 'archived')) {
      throw new Refused('conflict', { message: REFUSALS.rateLater });
    }
    if (row.rating) throw new Refused('conflict', { message: REFUSALS.rated });
    const comment = cleanText(given.comment ?? '').trim() || null;
    const work = ConversationWork.on(row, app);
    const actor = visitorActor(row);
    work.set({ rating: { stars: given.stars, comment } });
    work.cardChanged(actor);
    work.systemLine(actor, `El cliente calificó la atención con ${given.stars} de 5`);
    await work.flush(tx);
  });
}

/** The customer left for good or was blocked: the conversation is closed. Throws `Refused` (409) when it is over. */
export async function disconnectCustomer(app: App, conversationId: string, actor: Actor): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await lockConversation(tx, conversationId);
    if (!row) throw new Refused('not_found');
    const work = ConversationWork.on(row, app);
    applyMove(work, { type: 'disconnect' }, { actor });
    await setTimers(tx, app, work.row, row.state, await readBotRules(tx, row.bot_id));
    await work.flush(tx);
  });
}
