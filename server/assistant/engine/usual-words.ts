/** The third ear: how usual a text's words are among an intent's examples (naive Bayes). */
import type { FeatureIndex } from './feature-index.ts';
import type { Features } from './features.ts';
import type { TrainedIntents } from './learn.ts';

/** Words that an intent never had count as if it had this part of one. */
const UNHEARD = 0.3;
/** Weight of three letters among an intent's words, and what repetition in one message is worth. */
const LETTERS_PART = 0.25;
const REPETITION = 0.5;
/** Less likely than this is all the same. */
export const LEAST_LOG = -12;

/** By class: the logarithm of how likely its examples' words are to be said so, among the classes. */
export function usualWords({ counts, features, intents }: TrainedIntents, index: FeatureIndex) {
  const classes = intents.length + 1;
  const totals = new Float64Array(classes);
  let kinds = 0;
  for (let id = 0; id < features.length; id++) {
    if (features[id]?.startsWith('p')) continue;
    kinds++;
    for (let label = 0; label < classes; label++)
      totals[label] = (totals[label] ?? 0) + (counts[id * classes + label] ?? 0);
  }
  const floors = totals.map((total) => Math.log(total + UNHEARD * kinds));
  const logs = Float64Array.from({ length: 256 }, (_, count) => Math.log(count + UNHEARD));
  return (found: Features): Float64Array => {
    const sums = new Float64Array(classes);
    for (const name of found.keys()) {
      const id = name.startsWith('p') ? undefined : index.idOf(name);
      if (id === undefined) continue;
      const weight = name.startsWith('t') ? LETTERS_PART : 1;
      for (let label = 0; label < classes; label++)
        sums[label] =
          (sums[label] ?? 0) +
          weight * ((logs[counts[id * classes + label] ?? 0] ?? 0) - (floors[label] ?? 0));
    }
    const top = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
    let whole = 0;
    for (const sum of sums) whole += Math.exp((sum - top) * REPETITION);
    return sums.map((sum) => Math.max(LEAST_LOG, (sum - top) * REPETITION - Math.log(whole)));
  };
}
