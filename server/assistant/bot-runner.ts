/**
 * The bot's part in a conversation: reads its model from the database, keeps what was trained from it as long as the
 * model's version stays the same, and answers one turn. It writes nothing: the command that holds the conversation's
 * row lock does, and only while the conversation is the bot's, so that answers stop the moment an agent takes over.
 */
import { type Queryable, sql } from '../platform/database/database.ts';
import { BotContext, BotModel, type Button } from './engine/bot-model.ts';
import { type Classifier, trainIntents } from './engine/classifier.ts';
import { type BotInput, type BotReply, findButton, respond } from './engine/respond.ts';

/** A bot's model, ready to answer. */
export interface BotMind {
  version: number;
  model: BotModel;
  classifier: Classifier;
}

/** The bots that this process has answered for. */
export class BotMinds {
  readonly #known = new Map<number, BotMind>();

  /** The present mind of a bot; null when nothing was written for it yet. Throws when what is stored is no model. */
  async of(db: Queryable, botId: number): Promise<BotMind | null> {
    const known = this.#known.get(botId);
    const [row] = await db.query<{ version: number; model: unknown }>(sql`
      select version, case when version is distinct from ${known?.version ?? null}::int then model end as model
      from bot_models where bot_id = ${botId}`);
    if (!row) {
      this.#known.delete(botId);
      return null;
    }
    if (known?.version === row.version) return known;
    const model = BotModel.parse(row.model);
    const mind = { version: row.version, model, classifier: trainIntents(model) };
    this.#known.set(botId, mind);
    return mind;
  }
}

/** What was kept of the conversation; what cannot be read any more counts as nothing said yet. */
function readContext(mind: BotMind, stored: unknown): BotContext {
  const parsed = BotContext.safeParse(stored);
  return parsed.success ? parsed.data : startOf(mind).context;
}

function startOf(mind: BotMind): BotReply {
  return respond({
    ...mind,
    context: { menu: [], fallbacks: 0, choosing: false, node: null },
    input: { start: true },
    // The greeting is the same for everybody: what a page shows on reload must not change.
    random: () => 0,
  });
}

/** The greeting with its menu, for a chat in which nothing has been said. */
export function greetingOf(mind: BotMind): { text: string; buttons: Button[] } {
  const [first] = startOf(mind).messages;
  return { text: first?.text ?? '', buttons: first?.buttons ?? [] };
}

/** What a button that a visitor pressed says; null when the bot has no such button (any more). */
export function labelOf(mind: BotMind, stored: unknown, button: string): string | null {
  return findButton(mind.model, readContext(mind, stored), button)?.label ?? null;
}

/**
 * One turn.
 * @param stored `visitors.context`; null for a new conversation
 * @returns what to say and what to store
 */
export function answerTurn(
  mind: BotMind,
  stored: unknown,
  input: Exclude<BotInput, { start: true }>,
  random: () => number = Math.random,
): BotReply {
  return respond({ ...mind, context: readContext(mind, stored), input, random });
}
