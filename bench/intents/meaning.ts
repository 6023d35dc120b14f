/**
 * The voices with meaning beside words, next to words alone: each voice judged by weights fitted without it. Asks the
 * server or the model that the settings name, each text once, and prints what an answer waits for it.
 * Run: EMBEDDINGS_URL=… EMBEDDINGS_MODEL=… npx tsx bench/intents/meaning.ts, or with EMBEDDINGS_MODEL_DIR=…
 */
import { performance } from 'node:perf_hooks';
import { type Classifier, classifierOf } from '../../server/assistant/engine/classifier.ts';
import type { Meaning } from '../../server/assistant/engine/meaning.ts';
import type { Embedder } from '../../server/assistant/meaning/embedder.ts';
import { embedderOf } from '../../server/assistant/meaning/embedder-of.ts';
import { type MeaningIndex, meaningIndex } from '../../server/assistant/meaning/meaning-index.ts';
import { askedFor, SURE, textsOf } from '../../server/assistant/meaning/meanings.ts';
import { type Packed, pack } from '../../server/assistant/meaning/vectors.ts';
import { readConfig } from '../../server/platform/config.ts';
import { judge, readyBench, sum, type Tally, VOICE_TEMPLATES, voiceEar } from './by-voice.ts';
import type { VoiceTemplate } from './voices.ts';

/** Nobody waits for a batch longer. Milliseconds. */
const PATIENCE = 120_000;

const embedder = embedderOf(readConfig(process.env));
if (!embedder) {
  console.error('No source of meanings: set EMBEDDINGS_URL and EMBEDDINGS_MODEL, or EMBEDDINGS_MODEL_DIR.');
  process.exit(1);
}
await embedder.ready?.();

const bench = readyBench();
// First what takes long without asking: a connection that is kept open would not outlive it.
for (const { voice } of bench.voices) bench.scaleWithout(voice);

const vectors = new Map<string, Packed>();
const single: number[] = [];
const indexes = new Map<VoiceTemplate, MeaningIndex>();
for (const template of VOICE_TEMPLATES) {
  const { examples, foreign } = textsOf(bench.models[template]);
  await learn(embedder, [...examples.map(({ text }) => text), ...foreign]);
  for (const message of bench.voices.flatMap((voice) => voice[template])) {
    for (const text of [message.text, ...(message.before ?? [])]) {
      const asked = askedFor(text);
      if (asked === null || vectors.has(asked)) continue;
      const from = performance.now();
      await learn(embedder, [asked]);
      single.push(performance.now() - from);
    }
  }
  const index = await meaningIndex(
    examples.flatMap(({ intent, text }) => placed(intent, text)),
    foreign.flatMap((text) => vectors.get(text) ?? []),
  );
  if (!index) throw new Error('The model gave no vectors');
  indexes.set(template, index);
}

for (const [template, index] of indexes) {
  const tallies: Record<'words' | 'meaning', Tally[]> = { words: [], meaning: [] };
  for (const voice of bench.voices) {
    const messages = voice[template];
    const classifier = classifierOf(bench.trained[template], {
      weights: bench.weightsWithout(voice.voice),
      scale: bench.scaleWithout(voice.voice),
      pairs: bench.pairsWithout(voice.voice),
    });
    for (const [name, meaningOf] of [
      ['words', undefined],
      ['meaning', (text: string) => meant(text, classifier, index)],
    ] as const) {
      const tally = await judge(messages, voiceEar(bench.models[template], classifier, meaningOf));
      tallies[name].push(tally);
      console.log(`  ${template} ${voice.voice.padEnd(11)} ${name.padEnd(8)} ${shares(tally)}`);
    }
  }
  for (const name of ['words', 'meaning'] as const)
    console.log(`  ${template} ${'all voices'.padEnd(11)} ${name.padEnd(8)} ${shares(sum(tallies[name]))}`);
}
single.sort((a, b) => a - b);
console.log(
  `${embedder.name}: a message is waited for ${(single[Math.floor(single.length / 2)] ?? 0).toFixed(0)} ms in the middle, ${(single.at(-1) ?? 0).toFixed(0)} ms at most`,
);

async function learn(from: Embedder, texts: readonly string[]): Promise<void> {
  const missing = [...new Set(texts)].filter((text) => text !== '' && !vectors.has(text));
  for (let at = 0; at < missing.length; at += from.batch) {
    const some = missing.slice(at, at + from.batch);
    for (const [place, vector] of (await from.embed(some, AbortSignal.timeout(PATIENCE))).entries()) {
      const packed = pack(vector);
      if (packed) vectors.set(some[place] ?? '', packed);
    }
  }
}

function placed(intent: string, text: string): { intent: string; vector: Packed }[] {
  const vector = vectors.get(text);
  return vector ? [{ intent, vector }] : [];
}

/** As in the chat: words that are sure ask nobody. */
function meant(said: string, classifier: Classifier, index: MeaningIndex): Meaning | undefined {
  const text = askedFor(said);
  const vector = text === null ? undefined : vectors.get(text);
  if (text === null || !vector || (classifier.classify(text)[0]?.score ?? 0) >= SURE) return undefined;
  return { intents: index.intents(vector), passages: new Map() };
}

function shares({
  own,
  right,
  offered,
  wrong,
  foreign,
  foreignAnswered,
  person,
  heard,
  falsePerson,
}: Tally): string {
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`.padStart(5);
  return `right ${share(right, own)} right or offered ${share(right + offered, own)} wrong ${share(wrong, own)} | foreign answered ${share(foreignAnswered, foreign)} | person ${share(heard, person)} false ${falsePerson}`;
}
