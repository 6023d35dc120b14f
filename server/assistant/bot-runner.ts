/**
 * The bot's part in a conversation: answers one turn with a mind that is ready. It writes nothing: the command that
 * holds the conversation's row lock does, and only while the conversation is the bot's, so that answers stop the
 * moment an agent takes over.
 */
import type { BotMind } from './bot-minds.ts';
import { BotContext, type Button, emptyContext } from './engine/bot-model.ts';
import { type Choosable, choosable } from './engine/choosable.ts';
import type { Surroundings } from './engine/choose-node.ts';
import { tellOrder } from './engine/order-turn.ts';
import { type BotInput, type BotReply, findButton, isChoice, respond } from './engine/respond.ts';

/** What was kept of the conversation; what cannot be read any more counts as nothing said yet. */
function readContext(mind: BotMind, stored: unknown): BotContext {
  const parsed = BotContext.safeParse(stored);
  return parsed.success ? parsed.data : startOf(mind).context;
}

function startOf(mind: BotMind): BotReply {
  return respond({
    ...mind,
    context: emptyContext,
    input: { start: true },
    // The greeting is the same for everybody: what a page shows on reload must not change.
    random: () => 0,
    now: new Date(0),
    channel: 'web',
  });
}

/** The greeting with its menu, for a chat in which nothing has been said. */
export function greetingOf(mind: BotMind): { text: string; buttons: Button[] } {
  const [first] = startOf(mind).messages;
  return { text: first?.text ?? '', buttons: first?.buttons ?? [] };
}

/** What a button that a visitor pressed says; null when the bot has no such button (any more). */
export function labelOf(mind: BotMind, stored: unknown, button: string): string | null {
  return findButton(mind.compiled, readContext(mind, stored), button)?.label ?? null;
}

/** Interactions that a text may be about, for the caller that chooses in the engine's place. */
export function choosableIn(mind: BotMind, stored: unknown, text: string, around: Surroundings): Choosable[] {
  return choosable(mind.compiled, mind.classifier, readContext(mind, stored), text, around);
}

/** One turn with the node that was chosen for its text. */
export function answerChosen(
  mind: BotMind,
  stored: unknown,
  { text, node: chosen }: { text: string; node: string },
  around: Surroundings,
): BotReply {
  const context = readContext(mind, stored);
  return respond({ ...mind, ...around, context, input: { text }, chosen, random: Math.random });
}

/** A sentence for which the bot offered choices, with the intent of the one that its writer took. */
export interface Chosen {
  said: string;
  intent: string;
}

/**
 * What the reply's customer chose for what they had written before; null: nothing, or a person, which may be a way out
 * and says nothing of the sentence.
 */
export function chosenIn(mind: BotMind, stored: unknown, { trace: { via, node } }: BotReply): Chosen | null {
  const { choosing, before, menu } = readContext(mind, stored);
  if (!choosing || before === undefined || node === null || (via !== 'button' && via !== 'menu')) return null;
  if (!menu.some((button) => isChoice(button) && button.node === node)) return null;
  const chosen = mind.compiled.live.get(node);
  return chosen?.intent && !chosen.handoff ? { said: before, intent: chosen.intent } : null;
}

/**
 * One turn.
 * @param stored `visitors.context`; null for a new conversation
 * @returns what to say and what to store
 */
export function answerTurn(
  mind: BotMind,
  stored: unknown,
  input: BotInput,
  around: Surroundings,
  random: () => number = Math.random,
): BotReply {
  return respond({ ...mind, ...around, context: readContext(mind, stored), input, random });
}

/** What a shop's answer for an order comes to in the conversation; `said` and `came` as `tellOrder` has them. */
export function answerOrder(
  mind: BotMind,
  stored: unknown,
  came: Parameters<typeof tellOrder>[2],
  said: string,
): Pick<BotReply, 'messages' | 'context'> {
  return tellOrder(mind.compiled, readContext(mind, stored), came, said);
}
