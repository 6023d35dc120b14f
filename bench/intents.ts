/**
 * Intent recognition on held-out sentences, next to plain nlp.js and plain BM25, and how long a bot of 200 intents
 * takes to train and to answer beside 2,000 passages.
 * Run: npx tsx bench/intents.ts [--faults]
 */
import { performance } from 'node:perf_hooks';
import { templateModel } from '../server/assistant/catalogue/catalogue.ts';
import { cafeModel } from '../server/assistant/demo/cafe.ts';
import { type BotModel, emptyContext } from '../server/assistant/engine/bot-model.ts';
import { type Classifier, classifierOf, trainIntents } from '../server/assistant/engine/classifier.ts';
import { compileModel } from '../server/assistant/engine/compile-model.ts';
import { learn, type TrainedIntents } from '../server/assistant/engine/learn.ts';
import { respond } from '../server/assistant/engine/respond.ts';
import {
  cafeHeldOut,
  ecommerceHeldOut,
  foreignHeldOut,
  genericaHeldOut,
  nearHeldOut,
  outOfScopeHeldOut,
} from '../server/assistant/evaluation/phrases.ts';
import { MAX_READ_TEXT } from '../server/assistant/words/text.ts';
import {
  judge,
  oursWithout,
  readyBench,
  sum,
  type Tally,
  VOICE_TEMPLATES,
  type VoiceEar,
} from './intents/by-voice.ts';
import { answersAsPassages, passageSearch, plainBm25, plainNlpJs } from './intents/rivals.ts';

type Ear = (text: string) => Promise<{ intent: string | null; score: number; offered: string[] }>;
type Engine = [name: string, make: (model: BotModel) => Promise<Ear>];

const ours = (classifier: Classifier, model: BotModel): Ear => {
  const compiled = compileModel(model);
  const fixed = { compiled, classifier, knowledge: null, random: () => 0, now: new Date(), channel: 'web' };
  return async (text) => {
    // As the first message of a talk: what a customer gets, menus and all.
    const { trace } = respond({ ...fixed, context: emptyContext, input: { text } });
    const node = compiled.live.get(trace.node ?? '');
    const offered = (trace.guesses ?? []).flatMap((one) => (one.outcome === 'offered' ? [one.intent] : []));
    return { intent: node?.intent ?? null, score: trace.guesses?.[0]?.score ?? 0, offered };
  };
};
const ENGINES: Engine[] = [
  ['ours', async (model) => ours(trainIntents(model), model)],
  ['nlp.js', plainNlpJs],
  ['BM25', plainBm25],
];

/** An engine other than ours, which hears a message alone. */
const alone =
  (ear: Ear): VoiceEar =>
  async ({ text }) => {
    const { intent, offered } = await ear(text);
    return { answers: intent === null ? [] : [intent], offered };
  };

console.log('Voices, each judged by weights fitted without it');
const bench = readyBench();
for (const template of VOICE_TEMPLATES) {
  const others = await Promise.all(
    ENGINES.slice(1).map(async ([name, make]) => [name, alone(await make(bench.models[template]))] as const),
  );
  const withoutIt = oursWithout(bench, template);
  const tallies = new Map<string, Tally[]>();
  for (const voice of bench.voices) {
    for (const [name, ear] of [['ours', withoutIt(voice.voice)] as const, ...others]) {
      const tally = await judge(voice[template], ear);
      tallies.set(name, [...(tallies.get(name) ?? []), tally]);
      console.log(`  ${template} ${voice.voice.padEnd(11)} ${name.padEnd(7)} ${tallyText(tally)}`);
    }
  }
  for (const [name, some] of tallies)
    console.log(`  ${template} ${'all voices'.padEnd(11)} ${name.padEnd(7)} ${tallyText(sum(some))}`);
}

function tallyText(tally: Tally): string {
  const {
    own,
    right,
    offered,
    wrong,
    foreign,
    foreignAnswered,
    person,
    heard,
    falsePerson,
    small,
    smallRight,
    double,
    bothRight,
  } = tally;
  const share = (part: number, whole: number) =>
    `${Math.round((100 * part) / Math.max(1, whole))} %`.padStart(5);
  return `right ${share(right, own)} right or offered ${share(right + offered, own)} wrong ${share(wrong, own)} | foreign answered ${share(foreignAnswered, foreign)} | person ${share(heard, person)} false ${falsePerson} | small talk ${share(smallRight, small)} | both of two questions ${share(bothRight, double)}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7);
const foreign = [...outOfScopeHeldOut, ...foreignHeldOut, ...nearHeldOut];
const SETS = [
  ['ecommerce', templateModel('ecommerce', 'Tienda Andes'), ecommerceHeldOut],
  ['generica', templateModel('generica', 'Oficina'), genericaHeldOut],
  ['café', cafeModel('Café Lastarria'), cafeHeldOut],
] as const;

for (const [set, model, phrases] of SETS) {
  const person = model.nodes.find(({ handoff }) => handoff)?.intent ?? '';
  const asked = Object.entries(phrases).flatMap(([intent, texts]) => texts.map((text) => ({ text, intent })));
  console.log(`\n${set}: ${asked.length} sentences, ${foreign.length} foreign ones`);
  for (const [name, make] of ENGINES) {
    const ear = await make(model);
    const count = { right: 0, offered: 0, missed: 0, wrong: 0, falsePerson: 0 };
    const faults: string[] = [];
    for (const { text, intent } of asked) {
      const heard = await ear(text);
      if (heard.intent === intent) count.right++;
      else if (heard.intent !== null) {
        count.wrong++;
        if (heard.intent === person) count.falsePerson++;
      } else if (heard.offered.includes(intent)) count.offered++;
      else count.missed++;
      if (heard.intent !== intent)
        faults.push(`  ${text} (${intent}) → ${heard.intent ?? '-'} ${heard.score.toFixed(2)}`);
    }
    const taken = [];
    for (const text of foreign) {
      const heard = await ear(text);
      if (heard.intent !== null) taken.push({ text, ...heard });
    }
    const persons = taken.filter(({ intent }) => intent === person).length;
    const share = (n: number) => percent(n / asked.length);
    console.log(
      `  ${name.padEnd(7)} answered right ${share(count.right)} wrong ${share(count.wrong)} offered ${share(count.offered)} missed ${share(count.missed)} | foreign answered ${percent(taken.length / foreign.length)} | false hand-offs ${count.falsePerson} + ${persons} foreign`,
    );
    if (name === 'ours' && process.argv.includes('--faults')) {
      console.log(faults.join('\n'));
      console.log(
        taken
          .map(({ text, intent, score }) => `  foreign: ${text} → ${intent} ${score.toFixed(2)}`)
          .join('\n'),
      );
    }
  }
}

console.log('\nA bot’s answers as passages of a document, without its intents, asked the same sentences');
for (const [set, model, phrases] of SETS) {
  for (const headed of [true, false]) {
    const answers = await answersAsPassages(model, headed);
    const count = { right: 0, wrong: 0, none: 0 };
    for (const [intent, texts] of Object.entries(phrases))
      for (const text of texts) {
        const [best] = answers.search(text);
        count[best ? (best.id === intent ? 'right' : 'wrong') : 'none']++;
      }
    const taken = foreign.filter((text) => answers.search(text).length > 0).length;
    const { right, wrong, none } = count;
    console.log(
      `  ${set.padEnd(9)} ${headed ? 'under headings' : 'bare text     '} right ${right} wrong ${wrong} not answered ${none} | foreign answered ${taken} of ${foreign.length}`,
    );
  }
}

/** A bot of so many intents and examples of each, none like another. */
function wide(intents: number, examples: number): BotModel {
  const base = templateModel('ecommerce', 'Tienda');
  const texts = [...base.intents, ...templateModel('generica', 'x').intents].flatMap(
    ({ examples }) => examples,
  );
  const names = Array.from({ length: intents }, (_, at) => `intencion_${at}`);
  return {
    ...base,
    intents: names.map((name, at) => ({
      name,
      examples: Array.from(
        { length: examples },
        (_, each) => `${texts[(at * 11 + each * 7) % texts.length]} ${name} ${each}`,
      ),
    })),
    nodes: names.map((name, at) => ({
      id: name,
      name,
      title: name,
      intent: name,
      answers: [name],
      buttons: [],
      status: true,
      ...(at % 4 === 0 ? { conditions: '@region || $canal == "web"' } : {}),
    })),
  };
}

/** What the work itself takes, whatever else the machine does: CPU time of this process in milliseconds. */
function worked<T>(work: () => T): { result: T; milliseconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: (user + system) / 1000 };
}

/** What is held of a bot while it answers: numbers, and the names of what they are about. */
function megabytes({ features, ...arrays }: TrainedIntents): string {
  const bytes = Object.values(arrays).reduce(
    (all, one) => all + (ArrayBuffer.isView(one) ? one.byteLength : 0),
    0,
  );
  const names = features.reduce((all, name) => all + 2 * name.length, 0);
  return ((bytes + names) / 1e6).toFixed(1);
}

for (const template of VOICE_TEMPLATES) {
  const { milliseconds } = worked(() => learn(bench.models[template]));
  console.log(
    `\n${template}: trained in ${milliseconds.toFixed(0)} ms of work, ${megabytes(bench.trained[template])} MB in memory`,
  );
}

/** How often an answer is timed. */
const ROUNDS = 3;

for (const [intents, examples] of [
  [60, 120],
  [200, 15],
] as const) {
  const model = wide(intents, examples);
  const started = performance.now();
  const trained = worked(() => learn(model));
  console.log(
    `\n${intents} intents x ${examples} examples: trained in ${(performance.now() - started).toFixed(0)} ms, of which ${trained.milliseconds.toFixed(0)} ms of work`,
  );
  console.log(`${megabytes(trained.result)} MB in memory`);
  await answering(model, trained.result);
}

/** Words that no bot knows, none twice. */
function unknownWords(length: number): string {
  const letters = (at: number) => ((at * 104_729 * 7919) % 1e9).toString(36).replace(/\d/g, 'm');
  return Array.from({ length }, (_, at) => letters(at + 1))
    .join(' ')
    .slice(0, length);
}

/** What an answer takes beside many passages. */
async function answering(model: BotModel, trained: TrainedIntents): Promise<void> {
  const indexing = performance.now();
  const knowledge = await passageSearch(2_000);
  console.log(`2,000 passages: indexed in ${(performance.now() - indexing).toFixed(0)} ms, in pieces`);
  const fixed = {
    compiled: compileModel(model),
    knowledge,
    random: () => 0,
    now: new Date(),
    channel: 'web',
  };
  const said = bench.voices.flatMap((voice) => VOICE_TEMPLATES.flatMap((template) => voice[template]));
  const texts = [...foreign, ...Object.values(genericaHeldOut).flat(), ...said.map(({ text }) => text)];
  // The longest that is read, of known words and of none.
  texts.push(texts.join(', ').slice(-MAX_READ_TEXT), unknownWords(MAX_READ_TEXT));
  const before = texts.at(-1)?.slice(0, 300) ?? '';
  // The least of a few: a collection of garbage or another process is no part of the work.
  const least = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    // A new one, so that no correction of an earlier round is remembered.
    const classifier = classifierOf(trained);
    for (const [place, text] of texts.entries()) {
      const context = { ...emptyContext, choosing: true, before };
      const turn = worked(() => respond({ ...fixed, classifier, context, input: { text } }));
      least[place] = Math.min(least[place] ?? 0, turn.milliseconds);
    }
  }
  const times = least.toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  console.log(
    `work of an answer beside 2,000 passages: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}
