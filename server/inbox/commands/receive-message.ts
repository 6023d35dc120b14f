/** A customer's message, or those of several, within a transaction. */
import type { Attachment, Button, Message, MessageExtra } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import type { Channel, ConversationState } from '../../../contract/states.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import type { BotMind } from '../../assistant/bot-minds.ts';
import { labelOf } from '../../assistant/bot-runner.ts';
import type { GivenValue } from '../../assistant/take-turn.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { json, sql, type Transaction, together } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { answeredProactive } from '../../proactive/counts.ts';
import { isAvailable, personAt } from '../agents.ts';
import { applyMove, BOT } from '../apply-move.ts';
import { claimUploads } from '../attachments.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import { type ConversationRow, lockLatestConversations, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { appendEvents } from '../event-log.ts';
import { authorOfVisitor, findAllSent } from '../once.ts';
import { ringAfterCommit } from '../sounds.ts';
import { awaitedByTickets, tellTickets } from '../tell-tickets.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { type LockedVisitor, lockVisitors, type VisitorIdentity } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';
import { type BotsAnswer, botAnswers, type MadeReady } from './bot-answers.ts';
import { routeConversation } from './handoff.ts';
import { chosenOffer } from './offered.ts';

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

/** What is remembered of a customer from one message to the next, by who takes their messages. */
export interface Attention {
  /** A person had the conversation, or was waited for: the bot is not made ready in vain. */
  byPerson: boolean;
  /** Their client is blocked: they are answered, and nothing is kept. */
  blocked: boolean;
}

/** It is the bot's turn, and the bot was not made ready. */
export class BotsTurn extends Error {
  override name = 'BotsTurn';
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

/** A message in its conversation's work, before anything of it is written. */
interface Heard {
  work: ConversationWork;
  message: Message;
  visitor: LockedVisitor;
  /** The bot's turn; null: it had none. */
  outcome: BotsAnswer | null;
  isAwaited: boolean;
}

/**
 * The same within a transaction, which ends with it: nothing may be locked after the log's append. Throws `BotsTurn`
 * where nothing was made ready and the conversation is the bot's.
 */
export async function receiveMessage(
  tx: Transaction,
  app: App,
  received: ReceivedMessage,
): Promise<Received> {
  const [around] = await readAround(tx, app, received.who.botId, [received]);
  const heard = await hearMessage(tx, app, received, around as Around);
  if ('known' in heard) return asReceived(heard);
  const { work, outcome } = heard;
  const [, flushed] = await together([
    rememberTalk(tx, heard),
    (async () => {
      await tellOfMessage(tx, app, heard);
      return work.flush(tx, outcome?.open);
    })(),
  ]);
  ringAfterCommit(tx, app, flushed, { wrote: true, newLead: heard.visitor.created });
  return asReceived(heard);
}

/** A message as it was taken beside others, and the ids of the events that tell of it. */
export interface InCompany {
  received: Received;
  events: readonly string[];
}

/**
 * Messages of several of a bot's visitors, all in one transaction, told by one append; in their order, which is that of
 * the visitors' ids: whoever locks several does it in that order. One that is refused refuses them all.
 * @returns null where the message may move its conversation: whom it is given to depends on what the others are given
 */
export async function receiveTogether(
  tx: Transaction,
  app: App,
  botId: number,
  list: readonly ReceivedMessage[],
): Promise<(InCompany | null)[]> {
  // Rows and events say one time.
  const now = app.clock.now();
  const still: App = { ...app, clock: { now: () => now } };
  const around = await readAround(tx, still, botId, list);
  const heard = await together(
    around.map(async (known, place) => {
      const stays = known.sent !== null || isWithPerson(known.latest?.state);
      return stays ? hearMessage(tx, still, list[place] as ReceivedMessage, known) : null;
    }),
  );
  const fresh = heard.flatMap((one) => (one === null || 'known' in one ? [] : [one]));
  await together([
    ...fresh.map((one) => rememberTalk(tx, one)),
    ...fresh.map(async (one) => {
      await tellOfMessage(tx, still, one);
      await one.work.write(tx);
      await one.outcome?.open?.();
    }),
  ]);
  const drafts = fresh.flatMap(({ work }) => work.drafts);
  const appended = drafts.length > 0 ? await appendEvents(tx, still, botId, drafts, now) : null;
  let place = 0;
  return heard.map((one) => {
    if (one === null) return null;
    if (appended === null || 'known' in one) return { received: asReceived(one), events: [] };
    const names = one.work.drafts.map(({ name }) => name);
    const events = names.map((name) => ({ name, id: appended.ids[place++] ?? '' }));
    const flushed = { conversation: one.work.card(), seq: appended.seq, events };
    ringAfterCommit(tx, app, flushed, { wrote: true, newLead: one.visitor.created });
    return { received: asReceived(one), events: events.map(({ id }) => id) };
  });
}

/** A person has the conversation, or is waited for: a customer's words move nothing. */
const isWithPerson = (state: ConversationState | undefined): boolean =>
  state === 'pending' || state === 'taken';

function asReceived(one: Heard | { known: Received }): Received {
  if ('known' in one) return one.known;
  const { work, message, outcome } = one;
  const byPerson = isWithPerson(work.row.state);
  return { message, given: outcome?.given ?? [], heard: { blocked: false, byPerson } };
}

/** That they were there, and what the bot remembers of the talk where it had a turn. */
async function rememberTalk(tx: Transaction, { work, visitor, outcome }: Heard): Promise<void> {
  await tx.query(
    sql`
    update visitors set last_seen_at = ${work.now}, context = ${outcome ? json(outcome.memory) : sql`context`}
    where id = ${visitor.id}`,
    'often',
  );
}

/** Everybody but the log's readers. */
async function tellOfMessage(tx: Transaction, app: App, { work, message, isAwaited }: Heard): Promise<void> {
  await tellWaiting(tx, app, work, message);
  if (isAwaited) await tellTickets(tx, app, { botId: work.row.bot_id, messageId: message._id });
}

/** What is known of a message and its visitor once both have their locks. */
interface Around {
  visitor: LockedVisitor;
  /** The same message, taken before. */
  sent: Message | null;
  rules: BotRules;
  /** Where they wrote last. */
  latest: ConversationRow | null;
  isAwaited: boolean;
}

/** Locks visitors and their conversations and reads what stands around their messages. @returns in the order of the messages */
async function readAround(
  tx: Transaction,
  app: App,
  botId: number,
  list: readonly ReceivedMessage[],
): Promise<Around[]> {
  const visitors = await lockVisitors(
    tx,
    app,
    list.map(({ who }) => who),
  );
  const ids = visitors.map(({ id }) => id);
  const keys = list.map(({ who, body }) => ({
    author: authorOfVisitor(who.id),
    temporalId: body.temporal_id,
  }));
  const [sent, rules, latest, awaited] = await together([
    findAllSent(tx, keys),
    readBotRules(tx, botId),
    lockLatestConversations(tx, ids),
    awaitedByTickets(tx, ids),
  ]);
  return visitors.map((visitor) => ({
    visitor,
    sent: sent.get(authorOfVisitor(visitor.id)) ?? null,
    rules,
    latest: latest.get(visitor.id) ?? null,
    isAwaited: awaited.has(visitor.id),
  }));
}

/** Hears what is said in the conversation; nothing of it is written yet. */
async function hearMessage(
  tx: Transaction,
  app: App,
  { who, body, ready, via }: ReceivedMessage,
  { visitor, sent, rules, latest, isAwaited }: Around,
): Promise<Heard | { known: Received }> {
  const { mind, model } = ready ?? { mind: null, model: null };
  const author = authorOfVisitor(visitor.id);
  const { blocked } = visitor;
  if (sent) return { known: { message: sent, given: [], heard: { blocked, byPerson: false } } };
  if (blocked) {
    const message = unheard(app, latest, body);
    return { known: { message, given: [], heard: { blocked, byPerson: false } } };
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
  return { work, message, visitor, outcome, isAwaited };
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
