/** Why the bot said what it said, as a turn writes it down; `toWireTrace` makes the contract's of it. */
import type { SlotTrace } from '../../../contract/entities/bot-slot.ts';
import type { BotTrace } from '../../../contract/entities/bot-trace.ts';
import type { CompiledModel } from './compile-model.ts';
import type { ClauseHeard } from './ears.ts';
import type { Found } from './entities.ts';
import type { Mixed } from './meaning.ts';

export type Via = BotTrace['via'];
export type Outcome = BotTrace['guesses'][number]['outcome'];

/** A piece of a document that may answer. The most fitting first; `score` is its source's own. */
export interface Passage {
  id: string;
  /** What the answer names as its source. */
  title: string;
  text: string;
  score: number;
  /** It was found by what it means; absent: by its words. */
  by?: 'meaning';
}

/** What is absent did not happen. */
export interface Trace {
  via: Via;
  node: string | null;
  matched?: 'label' | 'number' | 'typo' | 'words';
  intent?: string;
  score?: number;
  /** The answer to a second question; it is in the path. */
  also?: { node: string; intent: string; score: number };
  /** Best guesses, when the classifier was asked. */
  guesses?: { intent: string; score: number; node: string | null; outcome: Outcome }[];
  /** What the message was taken apart into. */
  clauses?: ClauseHeard[];
  /** What meaning added to words, intent by intent. */
  mixed?: Mixed[];
  entities?: Found[];
  /** The value that a node asks for, and what became of it. */
  slot?: SlotTrace;
  conditions?: { node: string; held: boolean }[];
  passages?: (Passage & { used: boolean })[];
  /** How products were found. */
  products?: NonNullable<BotTrace['products']>;
  /** Nodes said one after another, when there was more than one. */
  path?: string[];
  /** The nodes lead in a circle, which was cut. */
  stopped?: true;
  /** The text was longer than the engine reads. */
  truncated?: true;
}

/** The whole form that travels, with the titles that people know. */
export function toWireTrace({ model, answerAt, offerAt }: CompiledModel, trace: Trace): BotTrace {
  const nodeById = (id: string) => model.nodes.find((node) => node.id === id);
  const title = (id: string) => nodeById(id)?.title ?? id;
  return {
    via: trace.via,
    node: trace.node === null ? null : { node_id: trace.node, title: title(trace.node) },
    intent: trace.intent ?? null,
    score: trace.score ?? null,
    ...(trace.also
      ? {
          also: {
            node_id: trace.also.node,
            title: title(trace.also.node),
            intent_name: trace.also.intent,
            score: trace.also.score,
          },
        }
      : {}),
    thresholds: { answer: answerAt, offer: offerAt },
    ...(trace.matched ? { matched: trace.matched } : {}),
    guesses: (trace.guesses ?? []).map(({ intent, score, node, outcome }) => ({
      intent_name: intent,
      title: node === null ? intent : title(node),
      score,
      node_id: node,
      outcome,
    })),
    clauses: (trace.clauses ?? []).map(({ text, intent, chance, concepts }) => ({
      text,
      intent_name: intent,
      chance,
      concepts,
    })),
    meanings: (trace.mixed ?? []).map(({ intent, words, meaning, score }) => ({
      intent_name: intent,
      words,
      meaning,
      score,
    })),
    entities: (trace.entities ?? []).map(({ entity, value, text }) => ({ entity_name: entity, value, text })),
    ...(trace.slot ? { slot: trace.slot } : {}),
    conditions: (trace.conditions ?? []).map(({ node, held }) => ({
      node_id: node,
      title: title(node),
      condition: nodeById(node)?.conditions ?? '',
      held,
    })),
    passages: trace.passages ?? [],
    ...(trace.products ? { products: trace.products } : {}),
    path: trace.path ?? (trace.node === null ? [] : [trace.node]),
    stopped: trace.stopped ?? false,
    truncated: trace.truncated ?? false,
  };
}
