/** A customer's message: into their conversation, or a new one after closed and archived; and the bot's answer to it. */
import type { Message } from '../../../contract/entities/message.ts';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { onceMore } from '../once.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import type { MadeReady } from './bot-answers.ts';
import { keepGiven } from './keep-given.ts';
import type { LlmTurns } from './llm-turns.ts';
import type { MessageGroups } from './message-groups.ts';
import { type Attention, BotsTurn, type CustomerMessage, receiveMessage } from './receive-message.ts';

/** How a customer's message is taken, beside what it says. */
export interface TakenBy {
  /** Absent: no language model anywhere. */
  llm?: LlmTurns | null;
  /** Of this customer: read as a hint, which may be wrong, and written as it is found. */
  attention?: Attention;
  /** Absent: it is in nobody's company. */
  groups?: MessageGroups;
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
  { llm = null, attention = { byPerson: false, blocked: false }, groups }: TakenBy = {},
): Promise<Message> {
  const receive = (ready: MadeReady | null) =>
    onceMore(() =>
      // Two doors of one client, each beginning a conversation: one of them is told to come again.
      app.db.transaction((tx) => receiveMessage(tx, app, { who, body, ready, via: null }), { retries: 3 }),
    );
  const byPerson = attention.byPerson && body.button === undefined;
  const ready = byPerson ? null : await makeReady(minds, app, who, body, llm);
  const taking =
    byPerson && groups && isPlain(body)
      ? groups.take({ who, body, ready, via: null }, () => receive(null))
      : receive(ready);
  const { message, given, heard } = await taking.catch(async (error: unknown) => {
    // Back with the bot meanwhile.
    if (!(error instanceof BotsTurn)) throw error;
    return receive(await makeReady(minds, app, who, body, llm));
  });
  attention.blocked = heard.blocked;
  attention.byPerson = heard.byPerson;
  await keepGiven(app, who, given);
  return message;
}

/** Words alone: nothing about them is refused that others would be refused with. */
const isPlain = ({ text, button, attachments }: CustomerMessage): boolean =>
  text !== undefined && text.trim() !== '' && button === undefined && (attachments ?? []).length === 0;

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
