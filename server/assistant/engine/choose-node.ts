/**
 * Which node answers a text: children of the last node, then nodes by their condition alone, then by intent. Writes
 * down what was looked at, so that the answer can explain itself.
 */
import { ALWAYS_OPEN, isOpen, versionAt } from '../../../contract/calendar/open-hours.ts';
import { dayIn } from '../../../contract/days.ts';
import type { Calendar } from '../../../contract/entities/calendar.ts';
import { area } from '../../../contract/states.ts';
import type { BotContext, BotNode } from './bot-model.ts';
import type { Classifier, Pair } from './classifier.ts';
import type { CompiledModel } from './compile-model.ts';
import type { Facts } from './condition.ts';
import type { ClauseHeard } from './ears.ts';
import type { Found } from './entities.ts';
import { type Meaning, type Mixed, withMeaning } from './meaning.ts';
import type { Outcome, Trace } from './trace.ts';

/** Shown in a trace: more than the choices, few enough to read. */
const GUESSES_SHOWN = 5;

export interface Heard {
  intent: string;
  score: number;
  node: BotNode | null;
  outcome: Outcome;
}
interface Both {
  intent: string;
  score: number;
  node: BotNode;
}

export interface Reading {
  facts: Facts;
  found: Found[];
  /** Best first. `node`: which would answer now; null with the reason why none would. */
  guesses: Heard[];
  /** The nodes of two questions, in their order; null: it is one. Their own scores: what each half alone is about. */
  pair: [Both, Both] | null;
  conditions: { node: string; held: boolean }[];
  /** In the order of the text; none from an engine that reads no clauses. */
  clauses: ClauseHeard[];
  /** What meaning added to words, intent by intent; none where it was not asked. */
  mixed: Mixed[];
}

/** What surrounds a turn, besides the conversation itself. */
export interface Surroundings {
  now: Date;
  channel: string;
  /** When people attend; absent: at all times. */
  calendar?: Calendar;
  /** As if people attended, or not; absent: by the calendar. */
  open?: boolean;
  /** What the message means beside its words; absent: nobody was asked. */
  meaning?: Meaning;
  /** A shop may be asked for orders; `known`: the channel vouches for the customer's phone. Absent: there is none. */
  orders?: { known: boolean };
}

/** The bot's day, `YYYY-MM-DD`: what 'hoy' and 'mañana' are counted from. */
export const todayOf = ({ now, calendar = ALWAYS_OPEN }: Surroundings): string =>
  dayIn(now.getTime(), versionAt(calendar, now.getTime()).zone);

/** Whether people attend to an area (null: at the bot): by the calendar, unless a preview supposes otherwise. */
export const attends = (of: string | null, { now, calendar = ALWAYS_OPEN, open }: Surroundings): boolean =>
  open ?? isOpen(calendar, area.safeParse(of).data ?? null, now.getTime());

/** The conversation's variables with those that the engine knows. */
export function variablesOf(context: BotContext, around: Surroundings): Facts['vars'] {
  return { ...context.vars, abierto: attends(null, around), canal: around.channel };
}

/** Understands a text; decides nothing. */
export function readText(
  compiled: CompiledModel,
  classifier: Classifier,
  context: BotContext,
  text: string,
  around: Surroundings,
): Reading {
  const found = compiled.entities.find(text);
  const entities = new Map<string, string[]>();
  for (const { entity, value } of found) entities.set(entity, [...(entities.get(entity) ?? []), value]);
  const {
    guesses: byWords,
    clauses,
    pair,
  } = classifier.listen?.(text, context.before) ?? {
    guesses: classifier.classify(text),
    clauses: [],
    pair: null,
  };
  const { guesses: scores, mixed } = around.meaning
    ? withMeaning(byWords, around.meaning)
    : { guesses: byWords, mixed: [] };
  const best = scores[0];
  const facts: Facts = {
    text,
    intent: best && best.score >= compiled.answerAt ? best.intent : null,
    confidence: best?.score ?? 0,
    entities,
    vars: variablesOf(context, around),
  };
  const conditions: Reading['conditions'] = [];
  const reading: Reading = { facts, found, guesses: [], pair: null, conditions, clauses, mixed };
  for (const { intent, score } of scores) {
    // What nobody would be offered needs no node.
    if (reading.guesses.length >= GUESSES_SHOWN && score < compiled.offerAt) break;
    const nodes = compiled.byIntent.get(intent) ?? [];
    const node = nodes.find((one) => holds(compiled, one, reading)) ?? null;
    const missing: Outcome = nodes.length > 0 ? 'condition' : 'no_node';
    reading.guesses.push({ intent, score, node, outcome: node ? 'unsure' : missing });
  }
  if (pair) reading.pair = bothOf(compiled, reading, pair);
  return reading;
}

/** Two questions, when it is sure that both are asked and neither leads to a person. */
function bothOf(
  compiled: CompiledModel,
  { guesses }: Reading,
  { guesses: pair, score: sure }: Pair,
): Reading['pair'] {
  if (sure < compiled.answerAt) return null;
  const [first, second] = pair.map(({ intent, score }) => {
    const node = guesses.find((guess) => guess.intent === intent)?.node;
    return node && !node.handoff ? { intent, score, node } : null;
  });
  return first && second ? [first, second] : null;
}

/** Whether a node's condition holds; one without a condition always may. Each is asked and noted once a turn. */
function holds(compiled: CompiledModel, node: BotNode, { facts, conditions }: Reading): boolean {
  const condition = compiled.conditions.get(node.id);
  if (!condition) return true;
  const known = conditions.find((one) => one.node === node.id);
  if (known) return known.held;
  const held = condition(facts);
  conditions.push({ node: node.id, held });
  return held;
}

/** A child of the last node, or a node that its condition alone calls; null: none does. */
export function byCondition(
  compiled: CompiledModel,
  context: BotContext,
  reading: Reading,
): { node: BotNode; via: 'node' | 'intent' } | null {
  for (const child of compiled.children.get(context.node ?? '') ?? []) {
    if (child.intent === undefined && child.conditions === undefined) continue;
    if (child.intent !== undefined && child.intent !== reading.facts.intent) continue;
    if (holds(compiled, child, reading)) return { node: child, via: child.intent ? 'intent' : 'node' };
  }
  const called = compiled.conditioned.find((node) => holds(compiled, node, reading));
  return called ? { node: called, via: 'node' } : null;
}

/** What a trace tells of a reading. */
export function whatWasRead({ found, guesses, conditions, clauses, mixed }: Reading): Partial<Trace> {
  return {
    guesses: guesses
      .slice(0, GUESSES_SHOWN)
      .map(({ intent, score, node, outcome }) => ({ intent, score, node: node?.id ?? null, outcome })),
    ...(clauses.length > 0 ? { clauses } : {}),
    ...(mixed.length > 0 ? { mixed: mixed.slice(0, GUESSES_SHOWN) } : {}),
    ...(found.length > 0 ? { entities: found } : {}),
    ...(conditions.length > 0 ? { conditions } : {}),
  };
}
