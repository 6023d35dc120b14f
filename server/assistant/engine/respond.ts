import type { BotContext, BotModel, BotNode, Button } from './bot-model.ts';
import { MAX_READ_TEXT } from './bot-model.ts';
import type { Classifier, Guess } from './classifier.ts';
import { chooseFromMenu } from './menu-choice.ts';

/**
 * One turn of the bot, pure: what the visitor did and what is remembered → what is said and remembered next.
 *
 *   start → welcome
 *   button → its node                            (also of an older menu; one that no longer exists → text, else fallback)
 *   text   → option of the last menu, by label or number
 *          → intent: score ≥ 0.7 answers, 0.4 to 0.7 offers choices, less
 *          → fallback, and after `offerAfterFallbacks` in a row the offer of a person
 *   a node with `handoff` → its answer and `handoff` for the caller, who moves the conversation to pending
 */

/** At this score an intent is answered at once. */
export const ANSWER_AT = 0.7;
/** At this score an intent is offered as a choice. */
export const OFFER_AT = 0.4;
const MOST_CHOICES = 3;
/** Below this a further choice is noise beside the first. */
const CHOICE_FLOOR = 0.12;

/** What the visitor did. A button may come with the text it showed, which is tried if the button is gone. */
export type BotInput = { start: true } | { button: string; text?: string } | { text: string };

export interface BotMessage {
  text: string;
  buttons?: Button[];
}

/** Why the bot said it: for the owner's test panel, the log and the tests. */
export interface Trace {
  via: 'start' | 'button' | 'menu' | 'intent' | 'choice' | 'fallback' | 'offer';
  node: string | null;
  matched?: 'label' | 'number' | 'typo' | 'words';
  /** Best three guesses, when the classifier was asked. */
  guesses?: Guess[];
  /** The text was longer than the engine reads. */
  truncated?: true;
}

export interface BotReply {
  messages: BotMessage[];
  /** Present when a person is to take over; `area` null = whoever is there. */
  handoff?: { area: string | null };
  context: BotContext;
  trace: Trace;
}

export interface Turn {
  model: BotModel;
  classifier: Classifier;
  context: BotContext;
  input: BotInput;
  /** 0 ≤ n < 1, picks among the alternatives of a text. */
  random: () => number;
}

/** Answers one turn. Never throws on what a visitor sends; always says at least one message. */
export function respond(turn: Turn): BotReply {
  const { model, context, input } = turn;
  if ('start' in input) {
    const buttons = liveButtons(model, model.welcome.buttons);
    return {
      messages: [message(pick(model.welcome.answers, turn.random), buttons)],
      context: { menu: buttons, fallbacks: 0, choosing: false, node: null },
      trace: { via: 'start', node: null },
    };
  }
  if ('button' in input) {
    const node = liveNode(model, findButton(model, context, input.button)?.node);
    if (node) return answer(turn, node, { via: 'button', node: node.id });
  }
  const text = input.text ?? '';
  const truncated: Pick<Trace, 'truncated'> = text.length > MAX_READ_TEXT ? { truncated: true } : {};
  const read = text.slice(0, MAX_READ_TEXT);

  const choice = chooseFromMenu(read, context.menu);
  if (choice && 'outOfRange' in choice) return misunderstood(turn, truncated);
  const chosen = liveNode(model, choice?.button.node);
  if (choice && chosen) {
    return answer(turn, chosen, { via: 'menu', node: chosen.id, matched: choice.matched, ...truncated });
  }

  const guesses = turn.classifier.classify(read).filter((guess) => nodeOfIntent(model, guess.intent));
  const why = { guesses: guesses.slice(0, 3), ...truncated };
  const best = guesses[0];
  const node = best && nodeOfIntent(model, best.intent);
  if (!best || !node || best.score < OFFER_AT) return misunderstood(turn, why);
  if (best.score >= ANSWER_AT) return answer(turn, node, { via: 'intent', node: node.id, ...why });
  // A second unsure turn in a row: choices didn't help, so it counts as not understood.
  if (context.choosing) return misunderstood(turn, why);
  return offerChoices(turn, guesses, why);
}

function answer(turn: Turn, node: BotNode, trace: Trace): BotReply {
  const buttons = liveButtons(turn.model, node.buttons);
  return {
    messages: [message(pick(node.answers, turn.random), buttons)],
    ...(node.handoff ? { handoff: { area: node.area ?? null } } : {}),
    context: {
      menu: buttons.length > 0 ? buttons : turn.context.menu,
      fallbacks: 0,
      choosing: false,
      node: node.id,
    },
    trace,
  };
}

function offerChoices(turn: Turn, guesses: Guess[], why: Partial<Trace>): BotReply {
  const { model, context } = turn;
  const buttons = guesses
    .slice(0, MOST_CHOICES)
    .filter((guess, place) => place < 2 || guess.score >= CHOICE_FLOOR)
    .flatMap((guess) => nodeOfIntent(model, guess.intent) ?? [])
    .map((node) => buttonTo('choice', node));
  const menu = context.fallbacks > 0 ? withPerson(model, buttons) : buttons;
  return {
    messages: [message(pick(model.choice.answers, turn.random), menu)],
    context: { ...context, menu, choosing: true },
    trace: { via: 'choice', node: null, ...why },
  };
}

function misunderstood(turn: Turn, why: Partial<Trace>): BotReply {
  const { model, context } = turn;
  const fallbacks = context.fallbacks + 1;
  const person = liveNode(model, model.handoff.node);
  const offer = person !== null && fallbacks >= model.handoff.offerAfterFallbacks;
  const own = liveButtons(model, model.fallback.buttons);
  const menu = offer ? withPerson(model, own) : own;
  const texts = offer ? model.handoff.offer.answers : model.fallback.answers;
  return {
    messages: [message(pick(texts, turn.random), menu)],
    context: { ...context, menu: menu.length > 0 ? menu : context.menu, fallbacks, choosing: false },
    trace: { via: offer ? 'offer' : 'fallback', node: null, ...why },
  };
}

/** The person first: who isn't understood looks for the way out. */
function withPerson(model: BotModel, buttons: Button[]): Button[] {
  const person = liveNode(model, model.handoff.node);
  if (!person) return buttons;
  return [buttonTo('offer', person), ...buttons.filter((button) => button.node !== person.id)];
}

function buttonTo(owner: string, node: BotNode): Button {
  return { id: `${owner}>${node.id}`, label: node.title, node: node.id };
}

function liveNode(model: BotModel, id: string | undefined): BotNode | null {
  return model.nodes.find((node) => node.id === id && node.status) ?? null;
}

function nodeOfIntent(model: BotModel, intent: string): BotNode | null {
  return model.nodes.find((node) => node.intent === intent && node.status) ?? null;
}

function liveButtons(model: BotModel, buttons: Button[]): Button[] {
  return buttons.filter((button) => liveNode(model, button.node));
}

/** The button in the last menu, else wherever the bot still has it: old messages stay clickable. */
export function findButton(model: BotModel, context: BotContext, id: string): Button | null {
  const all = [
    context.menu,
    model.welcome.buttons,
    model.fallback.buttons,
    ...model.nodes.map((node) => node.buttons),
  ];
  for (const buttons of all) {
    const found = buttons.find((button) => button.id === id);
    if (found) return found;
  }
  // Choices and offers are made up on the spot; their id names their node.
  const made = /^(?:choice|offer)>(.+)$/.exec(id);
  const node = made ? liveNode(model, made[1]) : null;
  return node ? buttonTo('choice', node) : null;
}

function message(text: string, buttons: Button[]): BotMessage {
  return buttons.length > 0 ? { text, buttons } : { text };
}

function pick(texts: string[], random: () => number): string {
  return texts[Math.min(texts.length - 1, Math.floor(random() * texts.length))] ?? '';
}
