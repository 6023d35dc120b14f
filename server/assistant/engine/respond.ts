import type { SlotKind } from '../../../contract/entities/bot-slot.ts';
import { MAX_READ_TEXT } from '../words/text.ts';
import type { BotContext, BotNode, Button } from './bot-model.ts';
import {
  byCondition,
  type Reading,
  readText,
  type Surroundings,
  todayOf,
  variablesOf,
  whatWasRead,
} from './choose-node.ts';
import type { Classifier } from './classifier.ts';
import type { CompiledModel } from './compile-model.ts';
import { chooseFromMenu } from './menu-choice.ts';
import { aboutOrder, startOrder } from './order-turn.ts';
import type { OrderTalk, OrderWish } from './orders/order-talk.ts';
import { isOrderTopic } from './orders/order-topics.ts';
import { readOrder } from './orders/read-order.ts';
import { soundsAngry, wishesPerson } from './person.ts';
import { takesOffer } from './person-offer.ts';
import { type BotMessage, buttonTo, fillIn, liveButtons, message, pick, sayNode, withPerson } from './say.ts';
import type { FoundProducts, Shelf } from './shelf.ts';
import { answerToQuestion } from './slots/answer-asked.ts';
import { bareValue, goesOn } from './slots/follow-up.ts';
import type { Slot, TakenValue } from './slots/slot.ts';
import type { OpenedTicket } from './ticket.ts';
import type { Passage, Trace } from './trace.ts';

/**
 * One turn of the bot, pure: what the visitor did and what is remembered → what is said and remembered next.
 *
 *   start → welcome
 *   button → its node                            (also of an older menu; one that no longer exists → text, else fallback)
 *   text   → option of the last menu, by its label
 *          → the value that the last node asked for: taken, asked for once more, left, given up for a person
 *          → where a shop is connected: the order that was asked about (orders/order-talk.ts), or is asked about now
 *          → child of the last node whose intent and condition fit
 *          → option of the last menu, by number or words
 *          → the person that the last turn offered, when the message is a yes
 *          → node that its condition calls
 *          → a person, when one is wished
 *          → products of the catalogue, when it is about them and nothing else
 *          → the last subject, when the message is nothing but another value of it
 *          → the same, or the offer of a person who can use it, when it is nothing but a number or an address
 *          → two questions: two answers, when it is sure that both are asked
 *          → intent: score ≥ 0.7 answers (the first of its nodes whose condition holds), 0.4 to 0.7 offers choices;
 *            from 0.45 on a person is passed on to when nothing is surer;
 *            a passage of a document that speaks of it goes before choices of less than 0.5
 *          → products that it may mean
 *          → passage of a document
 *          → fallback, and after `offerAfterFallbacks` in a row the offer of a person
 *   a node with `handoff` → its answer and `handoff` for the caller, who moves the conversation to pending
 */

const MOST_CHOICES = 3;
/** From this score on a person is what a message is about when nothing else is sure: what would be offered is heard. */
const PERSON_AT = 0.45;
/** Below this a passage that speaks of the message goes before choices: they are about something else more often than not. */
const RATHER_THAN_DOCUMENTS = 0.5;
/** Below this a further choice is noise beside the first. */
const CHOICE_FLOOR = 0.12;
/** The most of a passage that is said; the rest is behind its source. */
const PASSAGE_SAID = 700;

/** What the visitor did. A button may come with the text it showed, which is tried if the button is gone. */
export type BotInput = { start: true } | { button: string; text?: string } | { text: string };

export interface BotReply {
  messages: BotMessage[];
  /** Present when a person is to take over; `area` null = anybody who is there. */
  handoff?: { area: string | null };
  /** Values that the customer gave in this turn, where a node asks for them. */
  taken?: readonly Slot[];
  /** Tickets that are to be opened with what is said: `withCodes` (ticket.ts) puts their codes into it. */
  opens?: readonly OpenedTicket[];
  /** What the shop is to be asked for before anything is said: `tellOrder` (order-turn.ts) says it. */
  lookup?: OrderWish;
  context: BotContext;
  trace: Trace;
}

/**
 * Where passages of documents come from. In memory and quick: it is asked while the conversation is locked. What it
 * answers is good enough to be said; the best first.
 */
export interface Knowledge {
  /** @param near passages that mean the same as the text, by id, the nearest first */
  search(text: string, near?: ReadonlyMap<string, number>): Passage[];
}

export interface Turn extends Surroundings {
  compiled: CompiledModel;
  classifier: Classifier;
  knowledge: Knowledge | null;
  /** What the bot's shops sell; absent or null: nothing that it knows of. */
  shelf?: Shelf | null;
  context: BotContext;
  input: BotInput;
  /** The node that was chosen for this text from outside, among those that could answer. Absent: the engine chooses. */
  chosen?: string;
  /** 0 ≤ n < 1, picks among the alternatives of a text. */
  random: () => number;
}

/** Said to who has no such value. */
const NOT_NEEDED = 'Está bien, seguimos sin ese dato. ¿Te ayudo con algo más?';

/** What is called how, and kept under which name where no interaction asks for it. */
const NOTED: Partial<Record<SlotKind, { called: string; name: string }>> = {
  order: { called: 'el número', name: 'pedido' },
  rut: { called: 'el RUT', name: 'rut' },
  email: { called: 'el correo', name: 'correo' },
  phone: { called: 'el teléfono', name: 'telefono' },
};

/** So much of the likeliest score the last subject must have where a message does not name it. */
const RATHER = 0.5;

/** Of a message, what the next one is heard together with. */
const REMEMBERED = 300;

/** Answers one turn. Never throws on what a visitor sends; says at least one message, unless a shop is asked first. */
export function respond(turn: Turn): BotReply {
  const reply = respondOnce(turn);
  const said = 'text' in turn.input ? turn.input.text?.slice(0, REMEMBERED) : undefined;
  const { order } = turn.context;
  // Who asks something else and comes back need not say it again.
  const kept = order && !('start' in turn.input) ? { order: { ...order, waits: false } } : {};
  return { ...reply, context: { ...kept, ...reply.context, ...(said ? { before: said } : {}) } };
}

/** A turn that is being answered, with the talk about an order that its context held. */
interface Answering extends Turn {
  about?: OrderTalk | undefined;
}

function respondOnce(given: Turn): BotReply {
  const { compiled, input } = given;
  const { model } = compiled;
  // Whatever is said now, the question has been answered or left.
  const { asking, offered, sought, order, ...context } = given.context;
  const turn: Answering = { ...given, context, about: order };
  if ('start' in input) {
    const buttons = liveButtons(compiled, model.welcome.buttons);
    return {
      messages: [message(pick(model.welcome.answers, turn.random), buttons)],
      context: { menu: buttons, fallbacks: 0, choosing: false, node: null },
      trace: { via: 'start', node: null },
    };
  }
  if ('button' in input) {
    const node = compiled.live.get(findButton(compiled, context, input.button)?.node ?? '');
    if (node) return answer(turn, node, null, { via: 'button' });
  }
  const text = input.text ?? '';
  const truncated: Pick<Trace, 'truncated'> = text.length > MAX_READ_TEXT ? { truncated: true } : {};
  const read = text.slice(0, MAX_READ_TEXT);
  const named = compiled.live.get(turn.chosen ?? '');
  if (named) {
    const reading = readText(compiled, turn.classifier, context, read, turn);
    const guess = reading.guesses.find(({ intent }) => intent === named.intent);
    if (guess) guess.outcome = 'answered';
    return answer(turn, named, reading, { via: 'model', ...whatWasRead(reading), ...truncated });
  }

  const choice = chooseFromMenu(read, context.menu);
  const chosen = choice && 'button' in choice ? compiled.live.get(choice.button.node) : undefined;
  const byMenu = () =>
    choice && 'button' in choice && chosen
      ? answer(turn, chosen, null, { via: 'menu', matched: choice.matched, ...truncated })
      : null;
  const waiting = asking && compiled.live.get(asking.node);
  if (asking && waiting) {
    // A number may be the value as well as an option: only a whole label is one.
    const label = choice && 'button' in choice && choice.matched === 'label' ? byMenu() : null;
    const reply = label ?? answerQuestion(turn, waiting, asking.tries, read, truncated);
    if (reply) return reply;
  }
  const about = given.orders
    ? aboutOrder(turn, {
        text: read,
        offered: offered === true,
        label: choice !== null && 'button' in choice && choice.matched === 'label',
        truncated,
      })
    : null;
  if (about) return about;
  // A whole label can mean nothing else; anything less may be the answer that the last node waits for.
  const expecting = (compiled.children.get(context.node ?? '') ?? []).length > 0;
  if (!expecting || (choice && 'button' in choice && choice.matched === 'label')) {
    const reply = byMenu();
    if (reply) return reply;
  }
  const person = compiled.live.get(model.handoff.node);
  if (offered && person && takesOffer(read))
    return answer(turn, person, null, { via: 'person', ...truncated });

  const reading = readText(compiled, turn.classifier, context, read, turn);
  const found = turn.shelf?.find(read, sought ?? null) ?? null;
  const why = () => ({
    ...whatWasRead(reading),
    ...(found ? { products: found.why } : {}),
    ...truncated,
  });
  if (found?.why.narrowed && !expecting) return showProducts(turn, found, why);
  if (!expecting && choice && 'outOfRange' in choice)
    return followUp(turn, reading, why) ?? takeNote(turn, reading, why) ?? misunderstood(turn, truncated);
  const called = byCondition(compiled, context, reading);
  if (called) {
    const [best] = reading.guesses;
    if (best && called.via === 'intent') best.outcome = 'answered';
    const sure = called.via === 'intent' && best ? { intent: best.intent, score: best.score } : {};
    return answer(turn, called.node, reading, { via: called.via, ...sure, ...why() });
  }
  const late = expecting ? byMenu() : null;
  if (late) return late;
  if (person && wishesPerson(read) && (compiled.conditions.get(person.id)?.(reading.facts) ?? true)) {
    const wished = reading.guesses.find(({ intent }) => intent === person.intent);
    if (wished) wished.outcome = 'answered';
    return answer(turn, person, reading, { via: 'person', ...why() });
  }
  if (found?.why.sure) return showProducts(turn, found, why);
  return (
    followUp(turn, reading, why) ?? takeNote(turn, reading, why) ?? byIntent(turn, reading, { found, why })
  );
}

/** What comes after the question for a value; null: it is about something else. */
function answerQuestion(
  turn: Answering,
  node: BotNode,
  tries: number,
  text: string,
  truncated: Pick<Trace, 'truncated'>,
): BotReply | null {
  const { compiled, context } = turn;
  if (!node.slot || wishesPerson(text)) return null;
  const reading = readText(compiled, turn.classifier, context, text, turn);
  const best = reading.guesses.find((guess) => guess.node);
  const elsewhere = best?.node?.id !== node.id && (best?.score ?? 0) >= compiled.answerAt;
  const said = answerToQuestion(node.slot, text, { today: todayOf(turn), elsewhere });
  const { name, kind } = node.slot;
  const why = { node: node.id, ...whatWasRead(reading), ...truncated };
  const slot = (outcome: 'left' | 'wrong' | 'given_up') => ({
    slot: { name, kind, outcome, value: null },
  });
  switch (said.is) {
    case 'else':
      return null;
    case 'value':
      return answer(turn, node, reading, { via: 'slot', ...why }, { name, value: said.value });
    case 'none': {
      const menu = withPerson(compiled, []);
      return {
        messages: [message(NOT_NEEDED, menu)],
        context: { ...context, menu, fallbacks: 0, choosing: false, node: node.id },
        trace: { via: 'slot', ...why, ...slot('left') },
      };
    }
    case 'wrong': {
      if (tries > 0 || soundsAngry(text)) return giveUp(turn, { ...why, ...slot('given_up') });
      return {
        messages: [{ text: `${said.why} ${fillIn(node.slot.question, variablesOf(context, turn))}` }],
        context: { ...context, choosing: false, asking: { node: node.id, tries: tries + 1 } },
        trace: { via: 'slot', ...why, ...slot('wrong') },
      };
    }
  }
}

/** The last subject again, when the message is nothing but another value of it and about nothing else for sure. */
function followUp(turn: Answering, reading: Reading, why: () => Partial<Trace>): BotReply | null {
  const { compiled, context } = turn;
  const last = compiled.live.get(context.node ?? '');
  if (!last || last.handoff || !(compiled.conditions.get(last.id)?.(reading.facts) ?? true)) return null;
  const best = reading.guesses.find((guess) => guess.node);
  const on = goesOn(last, reading.facts.text, todayOf(turn));
  // '¿y a Temuco?' right after what is asked by comuna is about nothing else, whatever it sounds like.
  const bare = on?.how === 'value' && on.bare;
  if (!on || (!bare && best && best.score >= compiled.answerAt)) return null;
  // '¿y el domingo?' may be of another subject: what is heard as that much rather is offered.
  const own = reading.guesses.find(({ intent }) => intent === last.intent)?.score ?? 0;
  if (on.how === 'ellipsis' && best && best.score >= compiled.offerAt && own < RATHER * best.score)
    return null;
  const given = on.how === 'value' && last.slot ? { name: last.slot.name, value: on.value } : undefined;
  return answer(turn, last, reading, { via: 'followup', ...why() }, given);
}

/** A number or an address that nothing asked for, and nothing else said: kept, and a person offered who can use it. */
function takeNote(turn: Answering, reading: Reading, why: () => Partial<Trace>): BotReply | null {
  const { compiled, context } = turn;
  const { text } = reading.facts;
  const [best] = reading.guesses;
  // The subject that goes on has said its answer already.
  const elsewhere = best?.node && best.node.id !== context.node && best.score >= compiled.answerAt;
  if (elsewhere || !compiled.live.has(compiled.model.handoff.node)) return null;
  const found = bareValue(text, todayOf(turn));
  const words = found && NOTED[found.kind];
  if (!found || !words) return null;
  const { kind, value } = found;
  if (turn.orders && kind === 'order') return startOrder(turn, readOrder(text, 'asked'), why());
  const asks = [...compiled.live.values()].find(({ slot }) => slot?.kind === kind);
  const name = asks?.slot?.name ?? words.name;
  const menu = withPerson(compiled, []);
  return {
    messages: [
      message(
        `Anoté ${words.called} ${value}. Si quieres, te paso con una persona del equipo para que lo vea.`,
        menu,
      ),
    ],
    context: {
      ...context,
      vars: { ...context.vars, [name]: value },
      menu,
      fallbacks: 0,
      choosing: false,
      offered: true,
    },
    trace: { via: 'offer', node: null, slot: { name, kind, outcome: 'taken', value }, ...why() },
  };
}

/** Products, whose words and cards are made when they are said. */
function showProducts(turn: Answering, found: FoundProducts, why: () => Partial<Trace>): BotReply {
  const { sought } = found;
  return {
    messages: [{ text: '', products: found }],
    context: { ...turn.context, menu: [], fallbacks: 0, choosing: false, node: null, sought },
    trace: { via: 'products', node: null, ...why() },
  };
}

function byIntent(
  turn: Answering,
  reading: Reading,
  { found, why }: { found: FoundProducts | null; why: () => Partial<Trace> },
): BotReply {
  const { compiled, context } = turn;
  const able = reading.guesses.filter((guess) => guess.node);
  const best = able[0];
  const both = reading.pair && !best?.node?.handoff ? answerBoth(turn, reading, reading.pair, why) : null;
  if (both) return both;
  // A person too many costs less than a customer who is not heard.
  const heard =
    best && best.score >= compiled.answerAt
      ? best
      : able.find(({ node, score }) => node?.handoff && score >= PERSON_AT);
  if (heard?.node) {
    heard.outcome = 'answered';
    for (const other of able)
      if (other !== heard && other.score >= compiled.offerAt) other.outcome = 'second';
    const { intent, score } = heard;
    return answer(turn, heard.node, reading, { via: 'intent', intent, score, ...why() });
  }
  // A second unsure turn in a row: choices didn't help, so both count as not understood.
  const offers = best && best.score >= compiled.offerAt && !context.choosing;
  if (found) return showProducts(turn, found, why);
  const said = offers && best.score >= RATHER_THAN_DOCUMENTS ? null : fromDocuments(turn, reading, why);
  return said ?? (offers ? offerChoices(turn, able, why) : misunderstood(turn, why()));
}

function answer(
  turn: Answering,
  node: BotNode,
  reading: Reading | null,
  why: Omit<Trace, 'node'>,
  given?: TakenValue,
): BotReply {
  const facts = reading?.facts ?? { text: '', entities: new Map<string, string[]>() };
  if (turn.orders && isOrderTopic(node))
    return startOrder(turn, readOrder(facts.text, 'about'), { ...why, node: node.id });
  const { compiled, context, random } = turn;
  const said = sayNode({ compiled, context, first: node, facts, around: turn, random, given });
  const slot = said.slots.at(-1);
  const taken = said.slots.filter(({ outcome }) => outcome === 'taken');
  return {
    messages: said.messages,
    ...(said.handoff ? { handoff: said.handoff } : {}),
    ...(taken.length > 0 ? { taken } : {}),
    ...(said.opens.length > 0 ? { opens: said.opens } : {}),
    context: { ...said.context, fallbacks: 0, choosing: false, node: said.path.at(-1) ?? node.id },
    trace: {
      ...why,
      node: node.id,
      ...(said.path.length > 1 ? { path: said.path } : {}),
      ...(said.stopped ? { stopped: true as const } : {}),
      ...(slot ? { slot } : {}),
    },
  };
}

/** Two answers to two questions, in their order; null: the first one's nodes say the second one's already. */
function answerBoth(
  turn: Answering,
  reading: Reading,
  [first, second]: NonNullable<Reading['pair']>,
  why: () => Partial<Trace>,
): BotReply | null {
  const one = answer(turn, first.node, reading, { via: 'intent' });
  const path = one.trace.path ?? [first.node.id];
  if (one.handoff || one.lookup || one.context.asking || path.includes(second.node.id)) return null;
  if (turn.orders && [first, second].some(({ node }) => isOrderTopic(node))) return null;
  for (const guess of reading.guesses)
    if (guess.intent === first.intent || guess.intent === second.intent) guess.outcome = 'answered';
  const also = { node: second.node.id, intent: second.intent, score: second.score };
  const two = answer({ ...turn, context: one.context }, second.node, reading, { via: 'intent' });
  const opens = [...(one.opens ?? []), ...(two.opens ?? [])];
  return {
    ...two,
    ...(opens.length > 0 ? { opens } : {}),
    messages: [...one.messages, ...two.messages],
    trace: {
      ...two.trace,
      via: 'intent',
      node: first.node.id,
      intent: first.intent,
      score: first.score,
      also,
      ...why(),
      path: [...path, ...(two.trace.path ?? [second.node.id])],
      ...(one.trace.stopped ? { stopped: true as const } : {}),
    },
  };
}

function offerChoices(turn: Answering, able: Reading['guesses'], why: () => Partial<Trace>): BotReply {
  const { compiled, context } = turn;
  const offered = able
    .slice(0, MOST_CHOICES)
    .filter((guess, place) => place < 2 || guess.score >= CHOICE_FLOOR);
  for (const guess of offered) guess.outcome = 'offered';
  const buttons = offered.flatMap(({ node }) => (node ? [buttonTo('choice', node)] : []));
  const menu = context.fallbacks > 0 ? withPerson(compiled, buttons) : buttons;
  return {
    messages: [message(pick(compiled.model.choice.answers, turn.random), menu)],
    context: { ...context, menu, choosing: true },
    trace: { via: 'choice', node: null, ...why() },
  };
}

/** The best passage with its source; null: no document speaks of it. */
function fromDocuments(turn: Answering, reading: Reading, why: () => Partial<Trace>): BotReply | null {
  const passages = turn.knowledge?.search(reading.facts.text, turn.meaning?.passages) ?? [];
  const [best] = passages;
  if (!best) return null;
  const text = best.text.length > PASSAGE_SAID ? `${best.text.slice(0, PASSAGE_SAID).trimEnd()}…` : best.text;
  return {
    messages: [{ text: `${text}\n\nFuente: ${best.title}` }],
    context: { ...turn.context, fallbacks: 0, choosing: false, node: null },
    trace: {
      via: 'document',
      node: null,
      ...why(),
      passages: passages.map((passage) => ({ ...passage, used: passage === best })),
    },
  };
}

function misunderstood(turn: Answering, why: Partial<Trace>): BotReply {
  const said = 'text' in turn.input ? (turn.input.text ?? '').slice(0, MAX_READ_TEXT) : '';
  const { compiled, context } = turn;
  const { model } = compiled;
  // Choices that did not help are a miss too; who is angry is not asked to say it again.
  const missed = context.choosing ? 2 : 1;
  const fallbacks = context.fallbacks + (soundsAngry(said) ? model.handoff.offerAfterFallbacks : missed);
  const offer = compiled.live.has(model.handoff.node) && fallbacks >= model.handoff.offerAfterFallbacks;
  const own = liveButtons(compiled, model.fallback.buttons);
  const menu = offer ? withPerson(compiled, own) : own;
  const texts = offer ? model.handoff.offer.answers : model.fallback.answers;
  return {
    messages: [message(pick(texts, turn.random), menu)],
    context: {
      ...context,
      menu: menu.length > 0 ? menu : context.menu,
      fallbacks,
      choosing: false,
      ...(offer ? { offered: true } : {}),
    },
    trace: { via: offer ? 'offer' : 'fallback', node: null, ...why },
  };
}

/** What was asked for does not come: a person is offered, as after so many misunderstood messages. */
function giveUp(turn: Answering, why: Partial<Trace>): BotReply {
  const fallbacks = turn.compiled.model.handoff.offerAfterFallbacks;
  return misunderstood({ ...turn, context: { ...turn.context, fallbacks } }, why);
}

/** Whether the button is one of the choices that were made up for an unsure message. */
export const isChoice = ({ id, node }: Button): boolean => id === `choice>${node}`;

/** The button in the last menu, else wherever the bot still has it: old messages stay clickable. */
export function findButton({ model, live }: CompiledModel, context: BotContext, id: string): Button | null {
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
  const node = live.get(made?.[1] ?? '');
  return node ? buttonTo('choice', node) : null;
}
