/** A customer's message: into their conversation, or a new one after closed and archived; and the bot's answer to it. */

import type { LlmConfig } from '../../../contract/entities/llm.ts';
import type { Attachment, Button, Message, MessageExtra } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import type { Channel } from '../../../contract/states.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import type { BotMind, BotMinds, HearingMind } from '../../assistant/bot-minds.ts';
import { labelOf } from '../../assistant/bot-runner.ts';
import { tellWebhook } from '../../assistant/service/webhook.ts';
import { speak } from '../../assistant/speak.ts';
import { type GivenTurn, type GivenValue, type TurnOutcome, takeTurn } from '../../assistant/take-turn.ts';
import { recordMiss } from '../../assistant/unanswered/misses.ts';
import { recordUnanswered } from '../../assistant/unanswered/questions.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { Vouched } from '../../orders/proof.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction, together } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { answeredProactive } from '../../proactive/counts.ts';
import { isAvailable, personAt } from '../agents.ts';
import { applyMove, BOT } from '../apply-move.ts';
import { claimUploads } from '../attachments.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import { type ConversationRow, lockLatestConversation, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { authorOfVisitor, findSent, onceMore } from '../once.ts';
import { ringAfterCommit } from '../sounds.ts';
import { isAwaitedByTickets, tellTickets } from '../tell-tickets.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { type LockedVisitor, lockVisitor, type VisitorIdentity } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';
import { handOff, routeConversation } from './handoff.ts';
import { keepGiven } from './keep-given.ts';
import type { LlmTurns } from './llm-turns.ts';
import { chosenOffer } from './offered.ts';
import { reserveTickets } from './opened-tickets.ts';
import { scheduleLook, vouchedFor } from './order-turns.ts';

export interface CustomerMessage {
  /** At least one of text, button and attachments. */
  text?: string | undefined;
  /** Id of the bot's button that was pressed. */
  button?: string | undefined;
  attachments?: readonly string[] | undefined;
  temporal_id: string;
  /** The rule whose proactive message they answer. */
  proactive?: string | undefined;
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

/** What is remembered of a customer from one message to the next, by who takes their messages. */
export interface Attention {
  /** A person had the conversation, or was waited for: the bot is not made ready in vain. */
  byPerson: boolean;
  /** Their client is blocked: they are answered, and nothing is kept. */
  blocked: boolean;
}

/**
 * One message, once per visitor and `temporal_id`, and the bot's answer, in one transaction: no crash in between
 * leaves a customer without an answer. Throws `Refused`: unavailable (bot deactivated), rule (nothing in it, a
 * button that is gone, foreign files).
 *
 * @param attention of this customer: read as a hint, which may be wrong, and written as it is found
 */
export async function customerWrote(
  app: App,
  minds: BotMinds,
  who: VisitorIdentity,
  body: CustomerMessage,
  llm: LlmTurns | null = null,
  attention: Attention = { byPerson: false, blocked: false },
): Promise<Message> {
  const receive = (ready: MadeReady | null) =>
    onceMore(() =>
      // Two doors of one client, each beginning a conversation: one of them is told to come again.
      app.db.transaction((tx) => receiveMessage(tx, app, { who, body, ready, via: null }), { retries: 3 }),
    );
  const ready =
    attention.byPerson && body.button === undefined ? null : await makeReady(minds, app, who, body, llm);
  const { message, given, heard } = await receive(ready).catch(async (error: unknown) => {
    // Back with the bot meanwhile.
    if (!(error instanceof BotsTurn)) throw error;
    return receive(await makeReady(minds, app, who, body, llm));
  });
  attention.blocked = heard.blocked;
  attention.byPerson = heard.byPerson;
  await keepGiven(app, who, given);
  return message;
}

/** It is the bot's turn, and the bot was not made ready. */
class BotsTurn extends Error {
  override name = 'BotsTurn';
}

const isVouched = ({ phone, email }: Vouched): boolean => phone !== null || email !== null;

/** Everything that the bot's turn needs and that takes time; before anything is locked. */
async function makeReady(
  minds: BotMinds,
  app: App,
  who: VisitorIdentity,
  body: CustomerMessage,
  llm: LlmTurns | null,
): Promise<MadeReady> {
  const heard = minds.hears && body.button === undefined && (await mayBotAnswer(app.db, who.id));
  const mind = await minds.hearing(app.db, who.botId, heard ? (body.text ?? null) : null);
  const config = (await llm?.wanted(who.botId)) ?? null;
  return { mind, model: llm && config ? { turns: llm, config } : null };
}

/** Whether the conversation was the bot's a moment ago: only then is it worth asking what the words mean. */
async function mayBotAnswer(db: Queryable, visitorId: string): Promise<boolean> {
  const [latest] = await db.query<{ state: string }>(sql`
    select state from conversations where visitor_id = ${visitorId} order by created_at desc, id desc limit 1`);
  return !latest || !['pending', 'taken'].includes(latest.state);
}

/** What a bot's turn needs. */
export interface MadeReady {
  /** Null: the bot has published nothing. */
  mind: HearingMind | null;
  model: LanguageModel | null;
}

/** A message with what was made ready for it before the transaction. */
export interface ReceivedMessage {
  who: VisitorIdentity;
  body: CustomerMessage;
  /** Null: nothing was, as a person is thought to have the conversation; not with a button. */
  ready: MadeReady | null;
  /** The channel that it came by; null: the web's socket. */
  via: FromChannel | null;
}

/** A message as it was taken. */
export interface Received {
  message: Message;
  /** Values that the customer gave with it: pass them to `keepGiven` once this is committed. */
  given: readonly GivenValue[];
  heard: Attention;
}

/**
 * The same within a transaction, which ends with it: nothing may be locked after the log's append. Throws `BotsTurn`
 * where nothing was made ready and the conversation is the bot's.
 */
export async function receiveMessage(
  tx: Transaction,
  app: App,
  { who, body, ready, via }: ReceivedMessage,
): Promise<Received> {
  const { mind, model } = ready ?? { mind: null, model: null };
  const visitor = await lockVisitor(tx, app, who);
  const author = authorOfVisitor(visitor.id);
  const [sent, rules, latest, isAwaited] = await together([
    findSent(tx, author, body.temporal_id),
    readBotRules(tx, who.botId),
    lockLatestConversation(tx, visitor.id),
    isAwaitedByTickets(tx, visitor.id),
  ]);
  const { blocked } = visitor;
  if (sent) return { message: sent, given: [], heard: { blocked, byPerson: false } };
  if (blocked) {
    return { message: unheard(app, latest, body), given: [], heard: { blocked, byPerson: false } };
  }
  if (!rules.activated) throw new Refused('unavailable', { message: REFUSALS.off });

  const actor: Actor = { kind: 'visitor', id: visitor.lead_id, name: latest?.lead_name ?? nameOf(visitor) };
  const { work, from } = await conversationFor(tx, app, {
    botId: who.botId,
    visitor,
    latest,
    rules,
    actor,
    via,
  });
  // A new conversation is a new talk with the bot.
  const stored = from === null ? null : visitor.context;
  const offer = await chosenOffer(tx, from === null ? null : work.row.id, body.button);
  // What a person offered is the customer's answer to them: to a bot that has it again it is their words.
  const { text, pressed } = offer ? { text: offer.label, pressed: [offer] } : wordsOf(mind, stored, body);
  const attachments =
    via?.attachments ?? (await claimUploads(tx, who.botId, work.row.id, author, body.attachments ?? []));
  if (via === null && text.trim() === '' && attachments.length === 0) {
    throw new Refused('rule', { message: REFUSALS.nothingWritten });
  }
  const at = work.now.toISOString();
  // Before their words, and only while the bot has the conversation: a person's is not talked into.
  const proactive =
    via === null && body.proactive !== undefined && work.row.state === 'active'
      ? await answeredProactive(tx, {
          botId: who.botId,
          ruleId: body.proactive,
          visitorId: visitor.id,
          at: work.now,
        })
      : null;
  if (proactive !== null) work.say(BOT, { from: 'bot', text: proactive });
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
    (via === null && !offer) ||
    (mind !== null && body.button !== undefined && labelOf(mind, stored, body.button));
  const button = known ? body.button : undefined;
  const said = { text, button, messageId: message._id, visitorId: visitor.id };
  if (!ready && work.row.state === 'active' && !via?.mute) throw new BotsTurn();
  const asked = { work, mind, stored, said, rules, actor, model };
  const outcome = via?.mute ? null : await botAnswers(tx, app, asked);
  await setTimers(tx, app, work.row, from, rules);
  const [, flushed] = await together([
    tx.query(
      sql`
      update visitors set last_seen_at = ${at}, context = ${outcome ? json(outcome.memory) : sql`context`}
      where id = ${visitor.id}`,
      'often',
    ),
    (async () => {
      await tellWaiting(tx, app, work, message);
      if (isAwaited) await tellTickets(tx, app, { botId: who.botId, messageId: message._id });
      return work.flush(tx, outcome?.open);
    })(),
  ]);
  ringAfterCommit(tx, app, flushed, { wrote: true, newLead: visitor.created });
  const { state } = work.row;
  const byPerson = state === 'pending' || state === 'taken';
  return { message, given: outcome?.given ?? [], heard: { blocked, byPerson } };
}

/** What a blocked client wrote: it is answered like any message, and kept nowhere. */
function unheard(app: App, latest: ConversationRow | null, body: CustomerMessage): Message {
  const id = app.ids();
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

/** Who writes, and where they wrote last. */
interface Arrival {
  botId: number;
  visitor: LockedVisitor;
  /** Null: they never had a conversation. */
  latest: ConversationRow | null;
  rules: BotRules;
  actor: Actor;
  via: FromChannel | null;
}

/** The conversation that the message belongs into, moved to where a writing customer brings it. */
async function conversationFor(
  tx: Transaction,
  app: App,
  arrival: Arrival,
): Promise<{ work: ConversationWork; from: ConversationRow['state'] | null }> {
  const { latest, rules, actor, via } = arrival;
  if (!latest) return { work: begin(app, arrival), from: null };
  const agent_connected =
    latest.agent_id !== null && (await isAvailable(tx, app.clock.now(), latest.bot_id, latest.agent_id));
  const command = { type: 'customer_wrote', agent_connected } as const;
  const decision = decide(latest, command);
  if (decision.ok && decision.new_conversation) return { work: begin(app, arrival), from: null };
  // On the web they look at the chat right now, whatever the lease says.
  const work = ConversationWork.on({ ...latest, visitor_online: via === null }, app);
  const routed =
    decision.ok && latest.state !== 'pending' && decision.state === 'pending'
      ? await routeConversation(tx, work.now, work.row, rules, { kind: 'rules' })
      : null;
  const context = { actor, ...(routed ? { routed, category: routed.area } : {}) };
  if (routed?.agent) {
    const agent = await personAt(tx, routed.agent.id);
    applyMove(work, { type: 'handoff_assigned', agent_id: agent.id }, { ...context, agent });
  } else applyMove(work, command, context);
  return { work, from: latest.state };
}

/** NEW_CONVERSATION, NEW_CONVERSATION_COUNTER; the first message follows. */
function begin(app: App, { botId, visitor, actor, via }: Arrival): ConversationWork {
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
  if (label === null) throw new Refused('rule', { message: REFUSALS.buttonGone });
  return { text: label, pressed: [{ id: body.button, label }] };
}

/** A customer's words that the bot may answer. */
interface Asked {
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
 * @returns what to remember, what the customer gave, what is opened once the rows are there; null: the bot had no turn
 */
async function botAnswers(
  tx: Transaction,
  app: App,
  { work, mind, stored, said, rules, actor, model }: Asked,
): Promise<(Pick<TurnOutcome, 'memory' | 'given'> & { open?: () => Promise<void> }) | null> {
  if (!mind || work.row.state !== 'active') return null;
  const { channel, bot_id: botId } = work.row;
  const around = {
    now: work.now,
    channel,
    calendar: await readCalendar(tx, botId),
    ...(mind.hasOrders ? { orders: { known: isVouched(await vouchedFor(tx, said.visitorId)) } } : {}),
  };
  const turn: GivenTurn = { mind, memory: stored, text: said.text, button: said.button, around };
  let outcome: TurnOutcome;
  try {
    outcome = takeTurn(turn);
  } catch (error) {
    app.log.error({ err: error, botId }, 'The bot could not answer');
    return null;
  }
  const about = {
    messageId: said.messageId,
    conversationId: work.row.id,
    visitorId: said.visitorId,
    botId,
  };
  if (outcome.lookup) {
    await scheduleLook(tx, app, { ...about, text: said.text }, outcome.lookup);
    return { memory: outcome.memory, given: [] };
  }
  const chooses = model?.config.chooses === true && outcome.asks.choice;
  if (model && (chooses || outcome.asks.text)) {
    await model.turns.defer(tx, model.config, { about, turn, outcome });
    return { memory: outcome.memory, given: [] };
  }
  const opened = await reserveTickets(tx, mind.tickets ?? null, outcome, {
    row: work.row,
    visitorId: said.visitorId,
    message: { id: said.messageId, text: said.text },
  });
  const spoken = await speak(tx, mind, opened.outcome.messages);
  for (const words of spoken) work.say(BOT, { from: 'bot', ...words, answered: outcome.answered });
  if (outcome.unanswered !== null) {
    await recordUnanswered(tx, botId, outcome.unanswered, said.text, work.now);
    await recordMiss(tx, botId, work.row.id, work.now);
  }
  const { chosen } = outcome;
  if (chosen) await recordUnanswered(tx, botId, chosen.version, chosen.said, work.now, chosen.intent);
  if (outcome.handoff) await handOff(tx, work, rules, actor, outcome.handoff.area);
  if (rules.webhook) {
    await tellWebhook(tx, app, {
      event: outcome.handoff ? 'bot_handed_off' : 'bot_answered',
      bot_id: botId,
      conversation_id: work.row.id,
      message_id: said.messageId,
      text: said.text,
      answers: spoken.map(({ text }) => text),
      ...outcome.found,
      area: outcome.handoff?.area ?? null,
    });
  }
  return { memory: opened.outcome.memory, given: outcome.given, open: opened.open };
}
