/**
 * Intent recognition next to the naive design (nearest example by shared words), on the held-out phrases.
 * Run: npx tsx bench/intents.ts
 */
import { performance } from 'node:perf_hooks';
import type { BotModel } from '../server/assistant/engine/bot-model.ts';
import { type Classifier, trainIntents } from '../server/assistant/engine/classifier.ts';
import { ecommerceHeldOut } from '../server/assistant/engine/phrases/ecommerce-held-out.ts';
import { ecommerceTuning } from '../server/assistant/engine/phrases/ecommerce-tuning.ts';
import { evaluate, evaluateOutOfScope } from '../server/assistant/engine/phrases/evaluate.ts';
import { genericaHeldOut } from '../server/assistant/engine/phrases/generica-held-out.ts';
import { outOfScopeHeldOut, outOfScopeTuning } from '../server/assistant/engine/phrases/out-of-scope.ts';
import { ecommerceTemplate } from '../server/assistant/templates/ecommerce.ts';
import { genericaTemplate } from '../server/assistant/templates/generica.ts';

function nearestExample(model: BotModel): Classifier {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const examples = model.intents.flatMap(({ name, examples }) =>
    examples.map((text) => ({ name, words: words(text) })),
  );
  return {
    classify(text) {
      const asked = words(text);
      const best = new Map<string, number>();
      for (const example of examples) {
        const shared = [...asked].filter((word) => example.words.has(word)).length;
        const score = shared / Math.max(1, asked.size + example.words.size - shared);
        if (score > (best.get(example.name) ?? 0)) best.set(example.name, score);
      }
      return [...best].map(([intent, score]) => ({ intent, score })).sort((a, b) => b.score - a.score);
    },
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7);
const [shop, cafe] = [ecommerceTemplate(), genericaTemplate()];
const sets = [
  ['ecommerce, tuning', shop, ecommerceTuning, outOfScopeTuning],
  ['ecommerce, held out', shop, ecommerceHeldOut, outOfScopeHeldOut],
  ['generica, held out', cafe, genericaHeldOut, outOfScopeHeldOut],
] as const;

for (const [name, model, phrases, foreign] of sets) {
  for (const [engine, train] of [['naive', nearestExample] as const, ['ours', trainIntents] as const]) {
    const started = performance.now();
    const classifier = train(model);
    const trained = performance.now() - started;
    const result = evaluate(classifier, phrases);
    const outside = evaluateOutOfScope(classifier, [...foreign]);
    const asked = performance.now();
    for (const text of foreign) classifier.classify(text);
    const each = (performance.now() - asked) / foreign.length;
    console.log(
      `${name.padEnd(20)} ${engine.padEnd(5)} best guess right ${percent(result.accuracy)} | answered right ${percent(result.answeredRight)} wrong ${percent(result.answeredWrong)} offered ${percent(result.offeredRight)} missed ${percent(result.missed)} | out of scope answered ${percent(outside.answered)} offered ${percent(outside.offered)} | train ${trained.toFixed(0)} ms, ask ${each.toFixed(2)} ms`,
    );
    if (engine === 'ours' && process.argv.includes('--faults')) console.log(result.faults.join('\n'));
  }
}
