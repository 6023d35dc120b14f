/**
 * What an index of three-letter parts (migration 0077) is asked for instead of a whole text. It walks through the list of
 * the part that stands in fewest texts, and for each of these through the lists of all others: at ten million messages the
 * lists of ' c', 'que' or 'ent' alone hold millions. A few parts that are likely rare, far from each other, leave almost as
 * little to look at, which the whole text is then compared with.
 */
import { foldText } from '../../../contract/rules/search-text.ts';
import { likeText } from '../../platform/database/database.ts';

/** Letters of Spanish by how often they are written, the most common first; digits are rarer than all of them. */
const COMMON = 'eaosrnidlctumpbgvyqhfzjxkw';

/** As many parts as it takes for little to be left. */
const PARTS = 3;

const rarity = (part: string): number =>
  [...part].reduce(
    (sum, letter) => sum + (COMMON.includes(letter) ? COMMON.indexOf(letter) : COMMON.length),
    0,
  );

/**
 * A LIKE pattern that every text which holds `search` matches, and few others: its likely rarest parts in their order. In
 * numbers the last digits are the rare ones. The whole text where it has no more parts than that.
 * @param search not folded; the pattern is to be folded as it would be
 */
export function rareParts(search: string): string {
  const folded = foldText(search);
  const places = Array.from({ length: folded.length }, (_, at) => at)
    .filter((at) => /^[a-z0-9]{3}$/.test(folded.slice(at, at + 3)))
    .map((at) => ({ at, rare: rarity(folded.slice(at, at + 3)) }))
    .sort((a, b) => b.rare - a.rare || b.at - a.at)
    .map(({ at }) => at);
  if (places.length <= PARTS) return `%${likeText(search)}%`;
  const taken: number[] = [];
  // Apart from each other before beside each other: what overlaps says nearly the same.
  for (const apart of [3, 2, 1])
    for (const at of places)
      if (taken.length < PARTS && taken.every((other) => Math.abs(other - at) >= apart)) taken.push(at);
  let pattern = '';
  let end = -1;
  for (const at of taken.toSorted((a, b) => a - b)) {
    pattern += at >= end ? `%${search.slice(at, at + 3)}` : search.slice(end, at + 3);
    end = at + 3;
  }
  return `${pattern}%`;
}
