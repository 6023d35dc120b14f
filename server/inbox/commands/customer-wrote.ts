/** A customer's message: into their conversation, or a new one after closed and archived; and the bot's answer to it. */

import type { LlmConfig } from '../../../contract/entities/llm.ts';
import type { Attachment, Button, Message, MessageExtra } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import { area, type Channel } from '../../../contract/states.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import type { BotMind, BotMinds } from '../../assistant/bot-minds.ts';
import { answerTurn, labelOf } from '../../assistant/bot-runner.ts';
import type { Meaning } from '../../assistant/engine/meaning.ts';
import type { Slot } from '../../assistant/engine/slots/slot.ts';
import { asksChoice, asksModel, notUnderstood } from '../../assistant/llm/asks-model.ts';
import { tellWebhook } from '../../assistant/service/webhook.ts';
import { recordUnanswered } from '../../assistant/unanswered/questions.ts';
import { MAX_READ_TEXT } from '../../assistant/words/text.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { isConnected, leastLoaded } from '../agents.ts';
import { applyMove, BOT } from '../apply-move.ts';
import { claimUploads } from '../attachments.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import { type ConversationRow, lockLatestConversation, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { authorOfVisitor, findSent, onceMore } from '../once.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { type LockedVisitor, lockVisitor, type VisitorIdentity } from '../visitor-identity.ts';
import { handOff } from './handoff.ts';
import { keepGiven } from './keep-given.ts';
import type { LlmTurns } from './llm-turns.ts';

export interface CustomerMessage {
  /** At least one of text, button and attachments. */
  text?: string | undefined;
  /** Id of the bot's button that was pressed. */
  button?: string | undefined;
  attachments?: readonly string[] | undefined;
  temporal_id: string;
}

/** What a channel of Meta says of a message besides its words. */
export interface FromChannel {
  channel: Channel;
  connectionId: string;
  /** Its id at the provider; also the key under which it is taken once. */
  mid: string;
  /** The customer's latest word to this connection, by the provider's own time. */
  lastWord: string;
  /** Files, whether they have arrived yet or not. */
  attachments: Attachment[];
  extra: MessageExtra;
  /** Nothing for a bot to answer: a change of number, what the channel could not hand on. */
  mute: boolean;
}

/** A language model that is asked where no interaction fits. */
export interface LanguageModel {
  turns: LlmTurns;
  config: LlmConfig;
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
  llm: LlmTurns | null = null,
): Promise<Message> {
  // Training takes time: before any lock.
  const mind = await minds.of(app.db, who.botId);
  const meaning = mind ? await meant(app, minds, mind, who, body) : null;
  const config = (await llm?.wanted(who.botId)) ?? null;
  const model = llm && config ? { turns: llm, config } : null;
  const { message, taken } = await onceMore(() =>
    app.db.transaction((tx) => receiveMessage(tx, app, mind && { ...mind, meaning }, who, body, model)),
  );
  await keepGiven(app, who, taken);
  return message;
}

/** A mind with what this message means beside its words. */
export type HearingMind = BotMind & { meaning: Meaning | null };

/** Asked before any lock; only of words, and only while the bot has the conversation. */
async function meant(
  { db }: App,
  minds: BotMinds,
  mind: BotMind,
  { id, botId }: VisitorIdentity,
  { text = '', button }: CustomerMessage,
): Promise<Meaning | null> {
  if (!minds.hears || button !== undefined || text.trim() === '') return null;
  const [latest] = await db.query<{ state: string }>(sql`
    select state from conversations where visitor_id = ${id} order by created_at desc, id desc limit 1`);
  if (latest && ['pending', 'taken'].includes(latest.state)) return null;
  return (await minds.hear(db, botId, mind, text.slice(0, MAX_READ_TEXT)))?.meaning ?? null;
}

/**
 * The same within a transaction, which ends with it: nothing may be locked after the log's append.
 * @param via the channel that it came by; null: the web's socket
 */
export async function receiveMessage(
  tx: Transaction,
  app: App,
  mind: HearingMind | null,
  who: Pick<VisitorIdentity, 'id' | 'leadId' | 'botId' | 'roomToken'>,
  body: CustomerMessage,
  model: LanguageModel | null,
  via: FromChannel | null = null,
): Promise<{ message: Message; taken: readonly Slot[] }> {
  const visitor = await lockVisitor(tx, app, who);
  const author = authorOfVisitor(visitor.id);
  const sent = await findSent(tx, author, body.temporal_id);
  if (sent) return { message: sent, taken: [] };
  if (visitor.blocked) return { message: await unheard(tx, app, visitor, body), taken: [] };
  const rules = await readBotRules(tx, who.botId);
  if (!rules.activated)
    throw new Refused('unavailable', { message: 'Este chat no está disponible por ahora.' });

  const latest = await lockLatestConversation(tx, visitor.id);
  const actor: Actor = { kind: 'visitor', id: visitor.lead_id, name: latest?.lead_name ?? nameOf(visitor) };
  const { work, from } = await conversationFor(tx, app, who.botId, visitor, latest, rules, actor, via);
  // A new conversation is a new talk with the bot.
  const stored = from === null ? null : visitor.context;
  const { text, pressed } = wordsOf(mind, stored, body);
  const attachments =
    via?.attachments ?? (await claimUploads(tx, who.botId, work.row.id, author, body.attachments ?? []));
  if (via === null && text.trim() === '' && attachments.length === 0) {
    throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  }
  const at = work.now.toISOString();
  const message = work.say(
    actor,
    {
      from: 'Cliente',
      text,
      author,
      temporal_id: body.temporal_id,
      attachments,
      buttons: pressed,
      ...(via ? { mid: via.mid, extra: via.extra } : {}),
    },
    {
      pending_messages_count: work.row.pending_messages_count + 1,
      last_customer_message_at: via?.lastWord ?? at,
      snoozed_until: null,
      waiting_since: work.row.waiting_since ?? (work.row.state === 'taken' ? at : null),
    },
  );
  // Of a channel's buttons some belong to templates, and some to a menu that is gone: then the words count.
  const known =
    via === null || (mind !== null && body.button !== undefined && labelOf(mind, stored, body.button));
  const button = known ? body.button : undefined;
  const said = { text, button, messageId: message._id, visitorId: visitor.id };
  const turn = { work, mind, stored, said, rules, actor, model };
  const answered = via?.mute ? null : await botAnswers(tx, app, turn);
  await setTimers(tx, app, work.row, from, rules);
  await tx.query(sql`
    update visitors set last_seen_at = ${at}, context = ${answered ? json(answered.context) : sql`context`}
    where id = ${visitor.id}`);
  await tellWaiting(tx, app, work, message);
  const flushed = await work.flush(tx);
  ringAfterCommit(tx, app, flushed, { wrote: true, newLead: visitor.created });
  return { message, taken: answered?.taken ?? [] };
}

/** What a blocked client wrote: it is answered like any message, and kept nowhere. */
async function unheard(
  tx: Transaction,
  app: App,
  visitor: LockedVisitor,
  body: CustomerMessage,
): Promise<Message> {
  const id = app.ids();
  const latest = await lockLatestConversation(tx, visitor.id);
  return {
    _id: id,
    mid: id,
    conversation_id: latest?.id ?? app.ids(),
    temporal_id: body.temporal_id,
    message_status: 'sent',
    reason: null,
    from: 'Cliente',
    text: cleanText(body.text ?? ''),
    agent: null,
    note: false,
    buttons: [],
    attachments: [],
    created_at: app.clock.now().toISOString(),
    order: (latest?.message_count ?? 0) + 1,
  };
}

const nameOf = (visitor: LockedVisitor) =>
  leadName({
    id: visitor.lead_id,
    name: visitor.lead_name,
    email: visitor.lead_email,
    phone: visitor.lead_phone,
  });

/** The conversation that the message belongs into, moved to where a writing customer brings it. */
async function conversationFor(
  tx: Transaction,
  app: App,
  botId: number,
  visitor: LockedVisitor,
  latest: ConversationRow | null,
  rules: BotRules,
  actor: Actor,
  via: FromChannel | null,
): Promise<{ work: ConversationWork; from: ConversationRow['state'] | null }> {
  if (!latest) return { work: begin(app, botId, visitor, actor, via), from: null };
  const agent_connected =
    latest.agent_id !== null && (await isConnected(tx, app.clock.now(), latest.bot_id, latest.agent_id));
  const command = { type: 'customer_wrote', agent_connected } as const;
  const decision = decide(latest, command);
  if (decision.ok && decision.new_conversation)
    return { work: begin(app, botId, visitor, actor, via), from: null };
  // On the web they look at the chat right now, whatever the lease says.
  const work = ConversationWork.on({ ...latest, visitor_online: via === null }, app);
  const agent =
    decision.ok && latest.state !== 'pending' && decision.state === 'pending' && rules.auto_assign
      ? await leastLoaded(tx, app.clock.now(), latest.bot_id, latest.category)
      : null;
  if (agent) applyMove(work, { type: 'handoff_assigned', agent_id: agent.id }, { actor, agent });
  else applyMove(work, command, { actor });
  return { work, from: latest.state };
}

/** NEW_CONVERSATION, NEW_CONVERSATION_COUNTER; the first message follows. */
function begin(
  app: App,
  botId: number,
  visitor: LockedVisitor,
  actor: Actor,
  via: FromChannel | null,
): ConversationWork {
  const at = app.clock.now().toISOString();
  const row = newConversationRow(
    {
      id: app.ids(),
      bot_id: botId,
      lead_id: visitor.lead_id,
      visitor_id: visitor.id,
      channel: via?.channel ?? 'web',
      connection_id: via?.connectionId ?? null,
      lead_name: nameOf(visitor),
      possible_duplicate: visitor.possible_duplicate_of !== null,
      visitor_online: via === null,
    },
    at,
  );
  const work = ConversationWork.create(row, app, actor);
  work.transition('created', actor, null);
  return work;
}

/** What the message says: a pressed button says its label, and is kept as what was pressed. */
function wordsOf(
  mind: BotMind | null,
  stored: unknown,
  body: CustomerMessage,
): { text: string; pressed: Button[] } {
  if (body.text !== undefined && body.text.trim() !== '') return { text: cleanText(body.text), pressed: [] };
  if (body.button === undefined) return { text: '', pressed: [] };
  const label = mind ? labelOf(mind, stored, body.button) : null;
  if (label === null) throw new Refused('rule', { message: 'Esa opción ya no está disponible.' });
  return { text: label, pressed: [{ id: body.button, label }] };
}

/** A customer's word that the bot may answer. */
interface BotTurn {
  work: ConversationWork;
  mind: HearingMind | null;
  /** What the bot remembers of the conversation; null: it begins. */
  stored: unknown;
  said: { text: string; button: string | undefined; messageId: string; visitorId: string };
  rules: BotRules;
  actor: Actor;
  model: LanguageModel | null;
}

/**
 * The bot's answer, while the conversation is the bot's: judged under the row lock, so nothing is said once an agent
 * has it. A fault of the engine costs the answer, never the customer's message.
 * @returns what to remember (null: as before), and values that the customer gave
 */
async function botAnswers(
  tx: Transaction,
  app: App,
  { work, mind, stored, said, rules, actor, model }: BotTurn,
): Promise<{ context: object; taken: readonly Slot[] } | null> {
  if (!mind || work.row.state !== 'active') return null;
  const input = said.button === undefined ? { text: said.text } : { button: said.button, text: said.text };
  const calendar = await readCalendar(tx, work.row.bot_id);
  const around = {
    now: work.now,
    channel: work.row.channel,
    calendar,
    ...(mind.meaning ? { meaning: mind.meaning } : {}),
  };
  let reply: ReturnType<typeof answerTurn>;
  try {
    reply = answerTurn(mind, stored, input, around);
  } catch (error) {
    app.log.error({ err: error, botId: work.row.bot_id }, 'The bot could not answer');
    return null;
  }
  const { via, slot } = reply.trace;
  // An answer to the bot's question is no question: it may be a RUT, and nobody else is to read it.
  const unanswered = said.button === undefined && !slot && notUnderstood(via);
  const pressed = said.button !== undefined;
  const chooses = model?.config.chooses === true && asksChoice(via, pressed);
  if (model && !slot && (chooses || asksModel(via, pressed))) {
    const turn = {
      message_id: said.messageId,
      conversation_id: work.row.id,
      visitor_id: said.visitorId,
      bot_id: work.row.bot_id,
      text: said.text,
      via,
      messages: reply.messages,
      unanswered: unanswered ? mind.version : null,
    };
    await model.turns.defer(tx, model.config, turn, chooses ? { mind, stored, around } : null);
    return { context: reply.context, taken: [] };
  }
  for (const { text, buttons = [] } of reply.messages) {
    work.say(BOT, { from: 'bot', text, buttons: buttons.map(({ id, label }) => ({ id, label })) });
  }
  if (unanswered) await recordUnanswered(tx, work.row.bot_id, mind.version, said.text, work.now);
  if (reply.handoff) {
    const wanted = area.safeParse(reply.handoff.area);
    await handOff(tx, work, rules, actor, wanted.success ? wanted.data : undefined);
  }
  const kept = { context: reply.context, taken: reply.taken ?? [] };
  if (!rules.webhook) return kept;
  await tellWebhook(tx, app, {
    event: reply.handoff ? 'bot_handed_off' : 'bot_answered',
    bot_id: work.row.bot_id,
    conversation_id: work.row.id,
    message_id: said.messageId,
    text: said.text,
    answers: reply.messages.map(({ text }) => text),
    via,
    intent: reply.trace.intent ?? null,
    score: reply.trace.score ?? null,
    area: reply.handoff?.area ?? null,
  });
  return kept;
}
