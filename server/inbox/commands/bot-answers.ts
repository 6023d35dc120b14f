/** The bot's answer to a customer's words, in the transaction that takes them. */
import type { LlmConfig } from '../../../contract/entities/llm.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import type { HearingMind } from '../../assistant/bot-minds.ts';
import { tellWebhook } from '../../assistant/service/webhook.ts';
import { speak } from '../../assistant/speak.ts';
import { type GivenTurn, type TurnOutcome, takeTurn } from '../../assistant/take-turn.ts';
import { recordMiss } from '../../assistant/unanswered/misses.ts';
import { recordUnanswered } from '../../assistant/unanswered/questions.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import type { Vouched } from '../../orders/proof.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { BOT } from '../apply-move.ts';
import type { BotRules } from '../bot-rules.ts';
import type { ConversationWork } from '../conversation-work.ts';
import { handOff } from './handoff.ts';
import type { LlmTurns } from './llm-turns.ts';
import { reserveTickets } from './opened-tickets.ts';
import { scheduleLook, vouchedFor } from './order-turns.ts';

/** A language model that is asked where no interaction fits. */
export interface LanguageModel {
  turns: LlmTurns;
  config: LlmConfig;
}

/** What a bot's turn needs. */
export interface MadeReady {
  /** Null: the bot has published nothing. */
  mind: HearingMind | null;
  model: LanguageModel | null;
}

const isVouched = ({ phone, email }: Vouched): boolean => phone !== null || email !== null;

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

/** What a turn of the bot leaves: what it remembers, what the customer gave, what is opened once the rows are there. */
export type BotsAnswer = Pick<TurnOutcome, 'memory' | 'given'> & { open?: () => Promise<void> };

/**
 * The bot's answer, while the conversation is the bot's: judged under the row lock, so nothing is said once an agent
 * has it. A fault of the engine costs the answer, never the customer's message.
 * @returns null: the bot had no turn
 */
export async function botAnswers(
  tx: Transaction,
  app: App,
  { work, mind, stored, said, rules, actor, model }: Asked,
): Promise<BotsAnswer | null> {
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
