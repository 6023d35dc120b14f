/** Several sources of passages as one: documents, products and whatever else a bot may quote before it gives up. */
import type { Knowledge } from './respond.ts';

/** Asked in their order; the first that has an answer speaks alone. Null: there are none. */
export function firstThatAnswers(sources: readonly (Knowledge | null)[]): Knowledge | null {
  const present = sources.filter((source) => source !== null);
  if (present.length < 2) return present[0] ?? null;
  return {
    search(text, near) {
      for (const source of present) {
        const passages = source.search(text, near);
        if (passages.length > 0) return passages;
      }
      return [];
    },
  };
}
