/** The second ear: how near a text is to single examples. */
import type { TrainedIntents } from './learn.ts';
import type { Vector } from './softmax.ts';

/** By class: how near the nearest example is, and the nearest three. */
export function nearest(
  { runs, example, part, labels, intents }: TrainedIntents,
  { ids, values }: Vector,
): { best: Float64Array; three: Float64Array } {
  const near = new Float64Array(labels.length);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const value = values[at] ?? 0;
    for (let place = runs[id] ?? 0; place < (runs[id + 1] ?? 0); place++) {
      const one = example[place] ?? 0;
      near[one] = (near[one] ?? 0) + value * (part[place] ?? 0);
    }
  }
  const best = new Float64Array(intents.length + 1);
  const second = new Float64Array(intents.length + 1);
  const third = new Float64Array(intents.length + 1);
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0;
    const value = near[at] ?? 0;
    if (value > (best[label] ?? 0)) {
      third[label] = second[label] ?? 0;
      second[label] = best[label] ?? 0;
      best[label] = value;
    } else if (value > (second[label] ?? 0)) {
      third[label] = second[label] ?? 0;
      second[label] = value;
    } else if (value > (third[label] ?? 0)) third[label] = value;
  }
  return {
    best,
    three: best.map((value, label) => (value + (second[label] ?? 0) + (third[label] ?? 0)) / 3),
  };
}
