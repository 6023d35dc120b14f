/** Prints, fitted on all voices: the decision's weights and from which chance on it answers, for `server/assistant/engine/decision.ts`, and when two questions are answered, for `two-questions.ts`. Run: npx tsx bench/intents/fit.ts */
import { readyBench } from './by-voice.ts';

const bench = readyBench();
const { intent, none } = bench.weightsWithout();
const rounded = (weights: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 1000) / 1000]),
  );
console.log(JSON.stringify({ intent: rounded(intent), none: rounded(none) }, null, 2));
console.log(rounded(bench.pairsWithout()));
console.log(bench.scaleWithout());
