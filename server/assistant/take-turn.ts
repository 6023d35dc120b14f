/**
 * A customer's words at the bot, and what they come to for the caller that holds the conversation: what is said, what
 * is remembered, what is to be done. How the engine found it stays here, except for what goes to the bot's webhook.
 */

import type { NodeSlot } from '../../contract/entities/bot-slot.ts';
import type { BotTrace } from '../../contract/entities/bot-trace.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import { type AnsweredBy, byNode, byWay, ofSection } from '../../contract/rules/answered-by.ts';
import { type Area, area, type Channel } from '../../contract/states.ts';
import type { HearingMind } from './bot-minds.ts';
import { answerChosen, answerTurn, type Chosen, choosableIn, chosenIn } from './bot-runner.ts';
import type { Choosable } from './engine/choosable.ts';
import type { OrderWish } from './engine/orders/order-talk.ts';
import type { BotReply } from './engine/respond.ts';
import type { OpenedTicket } from './engine/ticket.ts';
import { asksChoice, asksModel, notUnderstood } from './llm/asks-model.ts';
import type { Meant } from './speak.ts';

/** What is to be answered, with all that the answer hangs on. */
export interface GivenTurn {
  mind: HearingMind;
  /** What the bot remembers of the conversation, as it was stored; null: it begins. */
  memory: unknown;
  text: string;
  /** The button that was pressed; absent: it was written. */
  button: string | undefined;
  around: { now: Date; channel: Channel; calendar: Calendar; orders?: { known: boolean } };
}

/** A value that the customer gave where the bot asked for it. */
export interface GivenValue {
  kind: NodeSlot['kind'];
  value: string;
}

/** How an answer was found, as the bot's webhook gets it. */
export interface Finding {
  via: BotTrace['via'];
  intent: string | null;
  score: number | null;
}

/** What a turn comes to. */
export interface TurnOutcome {
  /** What the bot says, in order; made ready by `speak`. */
  messages: readonly Meant[];
  /** To be stored for the next turn. */
  memory: object;
  /** A person is to take over, of this area (undefined: anybody who is there); null: the bot goes on. */
  handoff: { area: Area | undefined } | null;
  /** A shop is to be asked for an order, and its answer said in place of messages; null: it is not. */
  lookup: OrderWish | null;
  given: readonly GivenValue[];
  /** Tickets to be opened; `messages` and `memory` hold marks until their codes are put in (engine/ticket.ts). */
  opens: readonly OpenedTicket[];
  /** The version of the bot that did not understand a question, which its owner should see; null: it did. */
  unanswered: number | null;
  /** A sentence that the bot was unsure of, and what its customer then chose for it: something to learn. */
  chosen: (Chosen & { version: number }) | null;
  /** Whether a language model, where there is one, is asked before this is said: to choose an interaction, to write a text. */
  asks: { choice: boolean; text: boolean };
  found: Finding;
  /** For the figures. */
  answered: AnsweredBy;
}

/** What answers where no interaction does. */
const WAYS: Partial<Record<BotTrace['via'], Parameters<typeof byWay>[0]>> = {
  document: 'v:document',
  products: 'v:products',
  orders: 'v:orders',
};

/** By what it was answered, the first question of two; who asks for a person says nothing of a subject. */
function answeredBy({ compiled }: HearingMind, { via, node }: BotReply['trace']): AnsweredBy {
  if (node === null) return byWay(WAYS[via] ?? 'v:none');
  const subject =
    node === compiled.model.handoff.node
      ? byWay('v:person').subject
      : ofSection(compiled.live.get(node)?.section ?? null);
  return { node: byNode(node), subject };
}

/** What a reply says, without what its buttons lead to. */
export const meantOf = ({ messages }: Pick<BotReply, 'messages'>): Meant[] =>
  messages.map(({ text, buttons = [], products }) => ({
    text,
    buttons: buttons.map(({ id, label }) => ({ id, label })),
    ...(products ? { products } : {}),
  }));

function outcomeOf(reply: BotReply, { mind, memory, button }: GivenTurn): TurnOutcome {
  const { via, slot, intent = null, score = null } = reply.trace;
  const pressed = button !== undefined;
  // An answer to the bot's question is no question: it may be a RUT, and nobody else is to read it.
  const open = !slot && !pressed && via !== 'orders';
  const chosen = chosenIn(mind, memory, reply);
  return {
    messages: meantOf(reply),
    memory: reply.context,
    handoff: reply.handoff ? { area: area.safeParse(reply.handoff.area).data } : null,
    lookup: reply.lookup ?? null,
    given: (reply.taken ?? []).flatMap(({ kind, value }) => (value === null ? [] : [{ kind, value }])),
    opens: reply.opens ?? [],
    unanswered: open && notUnderstood(via) ? mind.version : null,
    chosen: chosen && { ...chosen, version: mind.version },
    asks: { choice: open && asksChoice(via, pressed), text: open && asksModel(via, pressed) },
    found: { via, intent, score },
    answered: answeredBy(mind, reply.trace),
  };
}

const surroundings = ({ mind, around }: GivenTurn) => ({
  ...around,
  ...(mind.meaning ? { meaning: mind.meaning } : {}),
});

/** Answers a turn, at once and without writing anything. */
export function takeTurn(turn: GivenTurn): TurnOutcome {
  const { mind, memory, text, button } = turn;
  const input = button === undefined ? { text } : { button, text };
  return outcomeOf(answerTurn(mind, memory, input, surroundings(turn)), turn);
}

/** The interactions among which a language model may choose for the turn. */
export function choicesOf(turn: GivenTurn): Choosable[] {
  return choosableIn(turn.mind, turn.memory, turn.text, surroundings(turn));
}

/** The turn with the interaction that was chosen for it. */
export function takeChosen(turn: GivenTurn, node: string): TurnOutcome {
  const { mind, memory, text } = turn;
  return outcomeOf(answerChosen(mind, memory, { text, node }, surroundings(turn)), turn);
}
