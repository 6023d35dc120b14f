/** What a card of the map shows of an interaction: its words as customers read them, its options, what leads to it. Pure. */
import type { MapNode } from './graph.ts';

/** Options that a card shows; a list of twenty would be a tower. */
const OPTIONS = 5;

export interface CardFacts {
  title: string;
  /** The first of its answers; '' of what says nothing. */
  answer: string;
  /** Further answers, of which one is said. */
  alternatives: number;
  buttons: { id: string; label: string; live: boolean }[];
  /** Options beyond those shown. */
  more: number;
}

/**
 * What a card of the map shows: the first answer, how many others there are, the first options. The greeting has
 * no node.
 */
export function cardFacts({ title, node, options, greeting = '' }: MapNode): CardFacts {
  const answers = node?.answers ?? [greeting];
  const buttons = node?.buttons ?? options ?? [];
  return {
    title,
    answer: (answers[0] ?? '').trim(),
    alternatives: Math.max(0, answers.length - 1),
    buttons: buttons.slice(0, OPTIONS),
    more: Math.max(0, buttons.length - OPTIONS),
  };
}
