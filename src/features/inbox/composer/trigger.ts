/** What is being looked for while writing: `/` a quick reply, `@` a colleague (notes), `:` an emoji (docs/product.md §10). */
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';

/** Ids of the list of what was found and of the option that is marked, for the field's ARIA attributes. */
export const LIST_ID = 'composer-completion';
export const OPTION_ID = 'composer-option';

export interface Trigger {
  kind: 'quick' | 'mention' | 'emoji';
  /** What was typed after the sign. */
  query: string;
  /** Where the sign stands. */
  from: number;
}

/** Each sign counts at the start of a word only: neither in an address, a time, a date nor a path. */
const SIGNS: readonly { kind: Trigger['kind']; mode: DraftMode | null; pattern: RegExp }[] = [
  { kind: 'quick', mode: 'reply', pattern: /(?:^|\s)\/([\p{L}\d-]{0,30})$/u },
  // Names have spaces; a second one in a row ends the search.
  { kind: 'mention', mode: 'note', pattern: /(?:^|\s)@((?:[\p{L}\d.'’-]+ ?){0,4})$/u },
  // From the second letter on: `:)` and `:D` stay what they are.
  { kind: 'emoji', mode: null, pattern: /(?:^|\s):([\p{L}\d_-]{2,30})$/u },
];

/** @param caret where the cursor stands in `text` */
export function triggerAt(text: string, caret: number, mode: DraftMode): Trigger | null {
  const before = text.slice(0, caret);
  for (const { kind, mode: only, pattern } of SIGNS) {
    const query = (only === null || only === mode) && pattern.exec(before)?.[1];
    if (typeof query === 'string') return { kind, query, from: caret - query.length - 1 };
  }
  return null;
}

/** What to write in the place of sign and query: names and emoji are followed by a space, replies stand as they are. */
export function insertion(text: string, trigger: Trigger, caret: number, chosen: string): string {
  return trigger.kind === 'quick' || /^\s/.test(text.slice(caret)) ? chosen : `${chosen} `;
}
