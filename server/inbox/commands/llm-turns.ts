/**
 * Answers of a language model, in place of what the engine would say when no interaction fits. The model is asked
 * after the customer's message has been committed, outside any lock; its words grow in the customer's chat beside the
 * log, and one message ends them:
 *
 *   message committed, with a job that says the engine's answer later
 *     ├─ the model chose one of the bot's interactions ──▶ job cancelled, that one's answer said
 *     ├─ the model answered ──▶ job cancelled, its text said         in one transaction
 *     ├─ it failed, or has no answer ──▶ job cancelled, the engine's answer said
 *     └─ the process died ──▶ the job says the engine's answer
 *
 * The one who takes the job out speaks, so exactly one answer is given; none once an agent has the conversation.
 */
import * as z from 'zod/mini';
import { TRACE_VIAS } from '../../../contract/entities/bot-trace.ts';
import { LLM_LIMITS, type LlmConfig } from '../../../contract/entities/llm.ts';
import { button } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import { byWay } from '../../../contract/rules/answered-by.ts';
import type { Area } from '../../../contract/states.ts';
import type { DocumentKnowledge } from '../../assistant/documents/knowledge.ts';
import { askLlm } from '../../assistant/llm/ask.ts';
import { chooseInteraction } from '../../assistant/llm/choose.ts';
import type { Said } from '../../assistant/llm/prompt.ts';
import { readLlmConfig } from '../../assistant/llm/settings.ts';
import { tellWebhook } from '../../assistant/service/webhook.ts';
import { choicesOf, type GivenTurn, type TurnOutcome, takeChosen } from '../../assistant/take-turn.ts';
import type { TicketDesk } from '../../assistant/ticket-desk.ts';
import { recordMiss } from '../../assistant/unanswered/misses.ts';
import { recordUnanswered } from '../../assistant/unanswered/questions.ts';
import { isBlockedLead } from '../../crm/consents.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { BOT } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { handOff } from './handoff.ts';
import { reserveTickets } from './opened-tickets.ts';
import { scheduleLook } from './order-turns.ts';

const KIND = 'llm.fallback';
/** After everything that a model may take. Milliseconds. */
const MARGIN = 15_000;
/** How often a customer sees a text grow. Milliseconds. */
const GROWS = 120;

const deferred = z.object({
  message_id: z.string(),
  conversation_id: z.string(),
  visitor_id: z.string(),
  bot_id: z.int(),
  text: z.string(),
  /** How the engine found what it would say. */
  via: z.enum(TRACE_VIAS),
  /** What the engine would say. */
  messages: z.array(z.object({ text: z.string(), buttons: z.array(button) })),
  /** The version that did not understand; null: it had an answer of its own. */
  unanswered: z.nullable(z.int()),
  /** By what the engine would answer; absent: it was kept before that was noted. */
  answered: z.optional(z.object({ node: z.string(), subject: z.string() })),
});
type Deferred = z.infer<typeof deferred>;

/** A turn that the model answers, and what the bot would say without it. */
export interface ModelsTurn {
  about: { messageId: string; conversationId: string; visitorId: string; botId: number };
  turn: GivenTurn;
  outcome: TurnOutcome;
}

/** What is asked of the model; kept in this process alone. */
interface Asking {
  config: LlmConfig;
  /** The turn for which it chooses an interaction; null: it does not choose. */
  choosing: GivenTurn | null;
  /** Whether it writes a text where it chose nothing. */
  writes: boolean;
}

const keyOf = (messageId: string) => `${KIND}:${messageId}`;

export class LlmTurns {
  readonly #app: App;
  readonly #knowledge: DocumentKnowledge;
  readonly #tickets: TicketDesk;
  readonly #running = new Map<AbortController, Promise<void>>();

  constructor(app: App, knowledge: DocumentKnowledge, tickets: TicketDesk) {
    this.#app = app;
    this.#knowledge = knowledge;
    this.#tickets = tickets;
    app.jobs.handle(KIND, async (tx, job) => {
      const turn = deferred.parse(job.payload);
      await this.#say(tx, turn, null);
    });
  }

  /** What the bot's owner decided, when its model is to be asked; null: the engine answers alone. */
  async wanted(botId: number): Promise<LlmConfig | null> {
    if (!this.#app.config.llm) return null;
    const config = await readLlmConfig(this.#app, this.#app.db, botId);
    return config.enabled ? config : null;
  }

  /** Keeps the engine's answer for later and asks the model once the message is committed. */
  async defer(tx: Transaction, config: LlmConfig, { about, turn, outcome }: ModelsTurn): Promise<void> {
    const { clock, jobs, config: settings } = this.#app;
    const wait = (settings.llm?.timeouts.whole ?? 0) + MARGIN;
    const payload: Deferred = {
      message_id: about.messageId,
      conversation_id: about.conversationId,
      visitor_id: about.visitorId,
      bot_id: about.botId,
      text: turn.text,
      via: outcome.found.via,
      messages: [...outcome.messages],
      unanswered: outcome.unanswered,
      answered: outcome.answered,
    };
    await jobs.schedule(tx, {
      kind: KIND,
      key: keyOf(about.messageId),
      runAt: new Date(clock.now().getTime() + wait),
      payload,
    });
    const choosing = config.chooses && outcome.asks.choice ? turn : null;
    tx.afterCommit(() => this.#start(payload, { config, choosing, writes: outcome.asks.text }));
  }

  /** Ends what is being asked; the engine's answers are said. */
  async stop(): Promise<void> {
    for (const stop of this.#running.keys()) stop.abort();
    await Promise.all(this.#running.values());
  }

  #start(turn: Deferred, asking: Asking): void {
    const stop = new AbortController();
    const done = this.#answer(turn, asking, stop.signal)
      .catch((error: unknown) =>
        // The job is still there: the engine's answer comes later.
        this.#app.log.error({ err: error, botId: turn.bot_id }, 'A language model’s turn failed'),
      )
      .finally(() => this.#running.delete(stop));
    this.#running.set(stop, done);
  }

  async #answer(turn: Deferred, { config, choosing, writes }: Asking, signal: AbortSignal): Promise<void> {
    const { bot_id: botId, visitor_id: visitorId } = turn;
    const tell = (text: string) => this.#app.bus.publish('botTyping', { botId, visitorId, text });
    tell('');
    const chosen = choosing && (await this.#choose(config, turn, choosing, signal));
    if (chosen) return this.#settle(turn, chosen);
    if (!writes) return this.#settle(turn, null);
    let told = 0;
    const reply = await askLlm(this.#app, this.#knowledge, {
      botId,
      text: turn.text,
      earlier: await this.#earlier(turn),
      config,
      sight: 'published',
      signal,
      onText: (text) => {
        const now = performance.now();
        if (now - told < GROWS) return;
        told = now;
        tell(text);
      },
    });
    await this.#settle(turn, 'text' in reply ? reply.text : null);
  }

  /** What the interaction comes to that the model chose; null: it chose none. */
  async #choose(
    config: LlmConfig,
    turn: Deferred,
    choosing: GivenTurn,
    signal: AbortSignal,
  ): Promise<TurnOutcome | null> {
    const { node } = await chooseInteraction(this.#app, {
      botId: turn.bot_id,
      text: turn.text,
      earlier: await this.#earlier(turn),
      config,
      among: choicesOf(choosing),
      signal,
    });
    return node === null ? null : takeChosen(choosing, node);
  }

  /** @param said the model's text, what the chosen interaction comes to, or null: the engine's */
  async #settle(turn: Deferred, said: string | TurnOutcome | null): Promise<void> {
    await this.#app.db.transaction(
      async (tx) => {
        // In the order in which a customer's message locks them.
        await tx.query(sql`select 1 from visitors where id = ${turn.visitor_id} for update`);
        await this.#say(tx, turn, said);
      },
      { retries: 3 },
    );
  }

  /** What was said before the question, the oldest first: customer and bot, never notes nor agents. */
  async #earlier({ conversation_id, message_id }: Deferred): Promise<Said[]> {
    const rows = await this.#app.db.query<{ sender: string; text: string }>(sql`
      select sender, text from messages
      where conversation_id = ${conversation_id} and not note and sender in ('Cliente', 'bot')
        and position < (select position from messages where id = ${message_id})
      order by position desc limit ${LLM_LIMITS.earlier}`);
    return rows.reverse().map(({ sender, text }) => ({ from: sender === 'bot' ? 'bot' : 'customer', text }));
  }

  /**
   * Says the turn's one answer, unless somebody else has.
   * @param said the model's text, what the chosen interaction comes to, or null: the engine's
   */
  async #say(tx: Transaction, turn: Deferred, said: string | TurnOutcome | null): Promise<void> {
    const row = await lockConversation(tx, turn.conversation_id);
    const mine = await this.#app.jobs.cancel(tx, keyOf(turn.message_id));
    // Blocked meanwhile: nothing more is said.
    if (!row || !mine || row.state !== 'active' || (await isBlockedLead(tx, row.lead_id))) return;
    if (said !== null && typeof said !== 'string' && said.lookup) {
      await tx.query(sql`update visitors set context = ${json(said.memory)} where id = ${turn.visitor_id}`);
      const { message_id: messageId, conversation_id: conversationId, visitor_id: visitorId } = turn;
      const about = { messageId, conversationId, visitorId, botId: turn.bot_id, text: turn.text };
      return scheduleLook(tx, this.#app, about, said.lookup);
    }
    const work = ConversationWork.on(row, this.#app);
    let open: (() => Promise<void>) | undefined;
    let words: readonly { text: string }[] = turn.messages;
    if (said === null) {
      const { answered } = turn;
      for (const { text, buttons } of turn.messages)
        work.say(BOT, { from: 'bot', text, buttons, ...(answered ? { answered } : {}) });
      if (turn.unanswered !== null) {
        await recordUnanswered(tx, turn.bot_id, turn.unanswered, turn.text, work.now);
        await recordMiss(tx, turn.bot_id, row.id, work.now);
      }
    } else if (typeof said !== 'string') {
      const opened = await reserveTickets(tx, this.#tickets, said, {
        row,
        visitorId: turn.visitor_id,
        message: { id: turn.message_id, text: turn.text },
      });
      open = opened.open;
      words = opened.outcome.messages;
      for (const { text, buttons } of opened.outcome.messages)
        work.say(BOT, { from: 'bot', text, buttons, answered: said.answered });
      await tx.query(sql`
        update visitors set context = ${json(opened.outcome.memory)} where id = ${turn.visitor_id}`);
      if (said.handoff) await this.#handOff(tx, work, said.handoff.area);
    } else {
      work.say(BOT, { from: 'bot', text: said, answered: byWay('v:llm') });
      await tx.query(sql`
        update visitors set context = jsonb_set(context, '{fallbacks}', '0') where id = ${turn.visitor_id}`);
    }
    const chosen = typeof said === 'string' ? null : said;
    await tellWebhook(tx, this.#app, {
      event: chosen?.handoff ? 'bot_handed_off' : 'bot_answered',
      bot_id: turn.bot_id,
      conversation_id: row.id,
      message_id: turn.message_id,
      text: turn.text,
      answers: typeof said === 'string' ? [said] : words.map(({ text }) => text),
      via: said === null ? turn.via : chosen ? 'model' : 'llm',
      intent: null,
      score: null,
      area: chosen?.handoff?.area ?? null,
    });
    if (chosen?.handoff) await tellWaiting(tx, this.#app, work);
    ringAfterCommit(tx, this.#app, await work.flush(tx, open));
  }

  /** As where the engine hands off at once: to the area, with its clocks. */
  async #handOff(tx: Transaction, work: ConversationWork, wanted: Area | undefined): Promise<void> {
    const { row } = work;
    const rules = await readBotRules(tx, row.bot_id);
    const actor: Actor = { kind: 'visitor', id: row.lead_id, name: row.lead_name };
    await handOff(tx, work, rules, actor, wanted);
    await setTimers(tx, this.#app, work.row, 'active', rules);
  }
}
