/** A customer's message: into their conversation, or a new one after closed and archived; and the bot's answer to it. */

import type { Message } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import { area } from '../../../contract/states.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import { answerTurn, type BotMind, type BotMinds, labelOf } from '../../assistant/bot-runner.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { isConnected, leastLoaded } from '../agents.ts';
import { applyMove, BOT } from '../apply-move.ts';
import { claimUploads } from '../attachments.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import { cleanText } from '../clean-text.ts';
import { type ConversationRow, lockConversation, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { authorOfVisitor, findSent, onceMore } from '../once.ts';
import { ringAfterCommit } from '../sounds.ts';
import { setTimers } from '../timers.ts';
import { type LockedVisitor, lockVisitor, type VisitorIdentity } from '../visitor/visitor-identity.ts';
import { handOff } from './handoff.ts';

export interface CustomerMessage {
  /** At least one of text, button and attachments. */
  text?: string | undefined;
  /** Id of the bot's button that was pressed. */
  button?: string | undefined;
  attachments?: readonly string[] | undefined;
  temporal_id: string;
}

/**
 * One message, once per visitor and `temporal_id`, and the bot's answer, in one transaction: no crash in between
 * leaves a customer without an answer. Throws `Refused`: unavailable (bot deactivated), rule (nothing in it, a
 * button that is gone, foreign files).
 */
export async function customerWrote(
  app: App,
  minds: BotMinds,
  who: VisitorIdentity,
  body: CustomerMessage,
): Promise<Message> {
  // Training takes time: before any lock.
  const mind = await minds.of(app.db, who.botId);
  return onceMore(() => app.db.transaction((tx) => receive(tx, app, mind, who, body)));
}

async function receive(
  tx: Transaction,
  app: App,
  mind: BotMind | null,
  who: VisitorIdentity,
  body: CustomerMessage,
): Promise<Message> {
  const visitor = await lockVisitor(tx, app, who);
  const author = authorOfVisitor(visitor.id);
  const sent = await findSent(tx, author, body.temporal_id);
  if (sent) return sent;
  const rules = await readBotRules(tx, who.botId);
  if (!rules.activated)
    throw new Refused('unavailable', { message: 'Este chat no está disponible por ahora.' });

  const latest = await lockLatest(tx, visitor.id);
  const actor: Actor = { kind: 'visitor', id: visitor.lead_id, name: latest?.lead_name ?? nameOf(visitor) };
  const { work, from } = await conversationFor(tx, app, who.botId, visitor, latest, rules, actor);
  // A new conversation is a new talk with the bot.
  const stored = from === null ? null : visitor.context;
  const text = textOf(mind, stored, body);
  const attachments = await claimUploads(tx, who.botId, work.row.id, author, body.attachments ?? []);
  if (text.trim() === '' && attachments.length === 0) {
    throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  }
  const at = work.now.toISOString();
  const message = work.say(
    actor,
    { from: 'Cliente', text, author, temporal_id: body.temporal_id, attachments },
    {
      pending_messages_count: work.row.pending_messages_count + 1,
      last_customer_message_at: at,
      snoozed_until: null,
      waiting_since: work.row.waiting_since ?? (work.row.state === 'taken' ? at : null),
    },
  );
  const context = await botAnswers(tx, app, work, mind, stored, { text, button: body.button }, rules, actor);
  await setTimers(tx, app, work.row.id, from, work.row.state, rules);
  await tx.query(sql`
    update visitors set last_seen_at = ${at}, context = ${context ? json(context) : sql`context`}
    where id = ${visitor.id}`);
  const flushed = await work.flush(tx);
  ringAfterCommit(tx, app, flushed, { wrote: true, newLead: visitor.created });
  return message;
}

const nameOf = (visitor: LockedVisitor) =>
  leadName({
    id: visitor.lead_id,
    name: visitor.lead_name,
    email: visitor.lead_email,
    phone: visitor.lead_phone,
  });

async function lockLatest(tx: Transaction, visitorId: string): Promise<ConversationRow | null> {
  const [latest] = await tx.query<{ id: string }>(sql`
    select id from conversations where visitor_id = ${visitorId} order by created_at desc, id desc limit 1`);
  return latest ? lockConversation(tx, latest.id) : null;
}

/** The conversation that the message belongs into, moved to where a writing customer brings it. */
async function conversationFor(
  tx: Transaction,
  app: App,
  botId: number,
  visitor: LockedVisitor,
  latest: ConversationRow | null,
  rules: BotRules,
  actor: Actor,
): Promise<{ work: ConversationWork; from: ConversationRow['state'] | null }> {
  if (!latest) return { work: begin(app, botId, visitor, actor), from: null };
  const agent_connected =
    latest.agent_id !== null && (await isConnected(tx, app.clock.now(), latest.bot_id, latest.agent_id));
  const command = { type: 'customer_wrote', agent_connected } as const;
  const decision = decide(latest, command);
  if (decision.ok && decision.new_conversation)
    return { work: begin(app, botId, visitor, actor), from: null };
  // They look at the chat right now, whatever the lease says.
  const work = ConversationWork.on({ ...latest, visitor_online: true }, app);
  const agent =
    decision.ok && latest.state !== 'pending' && decision.state === 'pending' && rules.auto_assign
      ? await leastLoaded(tx, app.clock.now(), latest.bot_id, latest.category)
      : null;
  if (agent) applyMove(work, { type: 'handoff_assigned', agent_id: agent.id }, { actor, agent });
  else applyMove(work, command, { actor });
  return { work, from: latest.state };
}

/** NEW_CONVERSATION, NEW_CONVERSATION_COUNTER; the first message follows. */
function begin(app: App, botId: number, visitor: LockedVisitor, actor: Actor): ConversationWork {
  const at = app.clock.now().toISOString();
  const row = newConversationRow(
    {
      id: app.ids(),
      bot_id: botId,
      lead_id: visitor.lead_id,
      visitor_id: visitor.id,
      channel: 'web',
      lead_name: nameOf(visitor),
      possible_duplicate: visitor.possible_duplicate_of !== null,
      visitor_online: true,
    },
    at,
  );
  const work = ConversationWork.create(row, app, actor);
  work.transition('created', actor, null);
  return work;
}

/** What the message says: a pressed button says its label. */
function textOf(mind: BotMind | null, stored: unknown, body: CustomerMessage): string {
  if (body.text !== undefined && body.text.trim() !== '') return cleanText(body.text);
  if (body.button === undefined) return '';
  const label = mind ? labelOf(mind, stored, body.button) : null;
  if (label === null) throw new Refused('rule', { message: 'Esa opción ya no está disponible.' });
  return label;
}

/**
 * The bot's answer, while the conversation is the bot's: judged under the row lock, so nothing is said once an agent
 * has it. A fault of the engine costs the answer, never the customer's message.
 * @returns what to remember; null: as before
 */
async function botAnswers(
  tx: Transaction,
  app: App,
  work: ConversationWork,
  mind: BotMind | null,
  stored: unknown,
  said: { text: string; button: string | undefined },
  rules: BotRules,
  actor: Actor,
): Promise<object | null> {
  if (!mind || work.row.state !== 'active') return null;
  const input = said.button === undefined ? { text: said.text } : { button: said.button, text: said.text };
  let reply: ReturnType<typeof answerTurn>;
  try {
    reply = answerTurn(mind, stored, input);
  } catch (error) {
    app.log.error({ err: error, botId: work.row.bot_id }, 'The bot could not answer');
    return null;
  }
  for (const { text, buttons = [] } of reply.messages) {
    work.say(BOT, { from: 'bot', text, buttons: buttons.map(({ id, label }) => ({ id, label })) });
  }
  if (reply.handoff) {
    const wanted = area.safeParse(reply.handoff.area);
    await handOff(tx, work, rules, actor, wanted.success ? wanted.data : undefined);
  }
  return reply.context;
}
