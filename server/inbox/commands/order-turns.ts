/**
 * Turns in which a shop is asked for an order. The shop takes seconds, so it is asked after the customer's message has
 * been committed, outside any transaction, by a durable job:
 *
 *   message committed, with a job
 *     ├─ the shop answered, or did not ──▶ job taken out, the answer said    in one transaction
 *     └─ the process died ──▶ the job is run again, here or elsewhere
 *
 * Who takes the job out speaks, so exactly one answer is given; none once an agent has the conversation.
 */
import * as z from 'zod/mini';
import { ORDER_LIMITS } from '../../../contract/order-limits.ts';
import { byWay } from '../../../contract/rules/answered-by.ts';
import { readPhone } from '../../../contract/rules/phone.ts';
import type { BotMind, BotMinds } from '../../assistant/bot-minds.ts';
import { answerOrder } from '../../assistant/bot-runner.ts';
import type { OrderWish } from '../../assistant/engine/orders/order-talk.ts';
import { tellWebhook } from '../../assistant/service/webhook.ts';
import { meantOf } from '../../assistant/take-turn.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import { isBlockedLead } from '../../crm/consents.ts';
import type { OrderDesk } from '../../orders/desk.ts';
import { findingWords } from '../../orders/finding-words.ts';
import { lookUp, type OrderFinding } from '../../orders/look-up.ts';
import type { Vouched } from '../../orders/proof.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { BOT } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { ringAfterCommit } from '../sounds.ts';

const KIND = 'orders.look';

const lookPayload = z.object({
  bot_id: z.int(),
  message_id: z.string(),
  conversation_id: z.string(),
  visitor_id: z.string(),
  text: z.string(),
  number: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
type Look = z.infer<typeof lookPayload>;

/** Whose question it is. */
export interface AboutLook {
  messageId: string;
  conversationId: string;
  visitorId: string;
  botId: number;
  text: string;
}

const keyOf = (messageId: string) => `${KIND}:${messageId}`;

/** Orders the look at the shops, once the message is committed; the customer sees that the bot is at it. */
export async function scheduleLook(
  tx: Transaction,
  app: App,
  { messageId, conversationId, visitorId, botId, text }: AboutLook,
  { number, email }: OrderWish,
): Promise<void> {
  const payload: Look = {
    bot_id: botId,
    message_id: messageId,
    conversation_id: conversationId,
    visitor_id: visitorId,
    text,
    number,
    email,
  };
  await app.jobs.schedule(tx, { kind: KIND, key: keyOf(messageId), runAt: app.clock.now(), payload });
  tx.afterCommit(() => app.bus.publish('botTyping', { botId, visitorId, text: '' }));
}

/**
 * The phone that the channel of a visitor vouches for: of WhatsApp alone. What was typed in a chat or a form proves
 * nothing (ORD-2).
 */
async function vouchedPhone(db: Queryable, visitorId: string): Promise<string | null> {
  const [row] = await db.query<{ phone: string | null }>(sql`
    select k.phone from channel_contacts k join connections n on n.id = k.connection_id
    where k.visitor_id = ${visitorId} and n.provider = 'whatsapp' and k.phone is not null
    order by k.created_at, k.id limit 1`);
  return row?.phone ? (readPhone(`+${row.phone}`) ?? `+${row.phone}`) : null;
}

/** What somebody else than the visitor vouches for; the e-mail by the bot's own site, with its signature (WID-10). */
export async function vouchedFor(db: Queryable, visitorId: string): Promise<Vouched> {
  const [row] = await db.query<{ email: string | null }>(sql`
    select vouched_email as email from visitors where id = ${visitorId} and external_id is not null`);
  return { phone: await vouchedPhone(db, visitorId), email: row?.email ?? null };
}

/** Registers the work. @param desk where shops are asked */
export function registerOrderTurns(app: App, minds: BotMinds, desk: OrderDesk): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const look = lookPayload.parse(job.payload);
    const { bot_id: botId, number, email } = look;
    const vouched = await vouchedFor(app.db, look.visitor_id);
    // Who has failed too often costs the shop nothing.
    const finding: OrderFinding =
      number !== null && (await hasFailedTooOften(app.db, app, look.conversation_id))
        ? { is: 'failed' }
        : await lookUp(desk, botId, { number, email }, vouched);
    const mind = await minds.of(app.db, botId);
    if (mind) await app.db.transaction((tx) => say(tx, app, mind, look, finding), { retries: 3 });
  });
}

async function say(
  tx: Transaction,
  app: App,
  mind: BotMind,
  look: Look,
  looked: OrderFinding,
): Promise<void> {
  // In the order in which a customer's message locks them.
  const [visitor] = await tx.query<{ context: unknown }>(sql`
    select context from visitors where id = ${look.visitor_id} for update`);
  const row = await lockConversation(tx, look.conversation_id);
  const mine = await app.jobs.cancel(tx, keyOf(look.message_id));
  // Taken, closed or blocked meanwhile: nothing more is said.
  if (!visitor || !row || !mine || row.state !== 'active' || (await isBlockedLead(tx, row.lead_id))) return;
  const finding = await judged(tx, app, look, looked);
  const words = findingWords(finding, await zoneOf(tx, look.bot_id, app.clock.now()));
  const { messages, context } = answerOrder(mind, visitor.context, finding.is, words);
  const work = ConversationWork.on(row, app);
  const said = meantOf({ messages });
  const answered = byWay('v:orders');
  for (const { text, buttons } of said) work.say(BOT, { from: 'bot', text, buttons, answered });
  await tx.query(sql`update visitors set context = ${json(context)} where id = ${look.visitor_id}`);
  if ((await readBotRules(tx, look.bot_id)).webhook) {
    await tellWebhook(tx, app, {
      event: 'bot_answered',
      bot_id: look.bot_id,
      conversation_id: row.id,
      message_id: look.message_id,
      text: look.text,
      answers: said.map(({ text }) => text),
      via: 'orders',
      intent: null,
      score: null,
      area: null,
    });
  }
  ringAfterCommit(tx, app, await work.flush(tx));
}

/** ORD-4: under the conversation's lock, so that of many questions at once no more than five fail unnoticed. */
async function judged(tx: Transaction, app: App, look: Look, finding: OrderFinding): Promise<OrderFinding> {
  // Their own latest ones are no try.
  if (look.number === null || finding.is === 'down') return finding;
  const failed = { is: 'failed' } as const;
  if (await hasFailedTooOften(tx, app, look.conversation_id)) return failed;
  if (finding.is !== 'failed') return finding;
  await tx.query(sql`
    delete from order_lookup_failures where conversation_id = ${look.conversation_id} and at <= ${since(app)}`);
  await tx.query(sql`
    insert into order_lookup_failures (conversation_id, at) values (${look.conversation_id}, ${app.clock.now()})`);
  return failed;
}

const since = (app: App) => new Date(app.clock.now().getTime() - ORDER_LIMITS.failuresWithin * 1000);

async function hasFailedTooOften(db: Queryable, app: App, conversationId: string): Promise<boolean> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from order_lookup_failures
    where conversation_id = ${conversationId} and at > ${since(app)}`);
  return (row?.n ?? 0) >= ORDER_LIMITS.failures;
}
