/**
 * Meaning for those who have it: examples become vectors when a bot is trained (each text once for the whole
 * installation), and a customer's message is asked for before its turn where words alone are not sure. Whatever fails,
 * is slow or spent costs that part alone: the engine answers as it does without.
 */

import type { App } from '../../platform/app.ts';
import type { EmbeddingsConfig } from '../../platform/config.ts';
import type { Classifier } from '../engine/classifier.ts';
import { generalCounterexamples } from '../engine/counterexamples.ts';
import { type TrainingInput, whatCounts } from '../engine/learn.ts';
import type { Meaning } from '../engine/meaning.ts';
import { wordsOf } from '../words/text.ts';
import { Breaker } from './breaker.ts';
import { cleanText, type Embedder, hashOf, MeaningFault } from './embedder.ts';
import { maskPersonal } from './mask-personal.ts';
import { type MeaningIndex, meaningIndex, passageMeanings } from './meaning-index.ts';
import { keepVectors, noteFailure, readVectors, spendTexts } from './vector-store.ts';
import { type Packed, pack } from './vectors.ts';

/** What a message is asked with. */
export interface Listener {
  classifier: Classifier;
  compiled: { model: TrainingInput };
}

/** Passages of a bot's documents as they are now; the same object as long as nothing changed. */
export interface PassageTexts {
  passages: readonly { id: string; text: string }[];
}

/** What came of asking; `reason`, in Spanish, when nothing did. */
export type Asked =
  | { meaning: Meaning; asked: true; reason: null }
  | { meaning: null; asked: boolean; reason: string };

/** Of an intent so many examples are enough to be near one of them. */
const EXAMPLES_EACH = 60;
const FOREIGN = 240;
/** Words that are this sure need no other word. */
export const SURE = 0.9;
const LATE = 'Los significados no llegaron a tiempo.';

/** What is asked for of a bot. */
export function textsOf(model: TrainingInput): {
  examples: { intent: string; text: string }[];
  foreign: string[];
} {
  const { intents, counterexamples } = whatCounts(model);
  return {
    examples: intents.flatMap(({ name, examples }) =>
      examples.slice(0, EXAMPLES_EACH).map((text) => ({ intent: name, text: cleanText(text) })),
    ),
    // Half of them near at most: a template has enough of those to leave no room for what is plainly foreign.
    foreign: [...counterexamples.slice(0, FOREIGN / 2), ...generalCounterexamples]
      .slice(0, FOREIGN)
      .map(cleanText),
  };
}

/** A message as it leaves this machine: nothing that names a person goes with it. Null: it has no words. */
export function askedFor(said: string): string | null {
  const text = cleanText(maskPersonal(said).replace(/\[(\p{L}+)\]/gu, '$1'));
  return wordsOf(text).some((word) => /\p{L}{2}/u.test(word)) ? text : null;
}

const unasked = (reason: string): Asked => ({ meaning: null, asked: false, reason });

type Ports = Pick<App, 'db' | 'clock'> & { log: { warn(about: object, message: string): void } };

export class Meanings {
  readonly #app: Ports;
  readonly #embedder: Embedder;
  readonly #config: Pick<EmbeddingsConfig, 'dailyTexts' | 'timeouts'>;
  readonly #breaker: Breaker;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Bots of the same examples share their classifier, so they share this. */
  readonly #indexes = new WeakMap<Classifier, { index: MeaningIndex | null } | 'learning'>();
  readonly #passages = new WeakMap<PassageTexts, ((question: Packed) => Map<string, number>) | 'learning'>();
  /** Of every vector of this model. */
  #numbers: number | null = null;

  constructor(app: Ports, embedder: Embedder, config: Pick<EmbeddingsConfig, 'dailyTexts' | 'timeouts'>) {
    this.#app = app;
    this.#embedder = embedder;
    this.#config = config;
    this.#breaker = new Breaker(() => app.clock.now().getTime());
  }

  /** Begins to learn a bot's examples, unless that is done or under way; nobody waits for it. */
  learn(botId: number, { classifier, compiled }: Listener): void {
    if (this.#indexes.has(classifier)) return;
    this.#indexes.set(classifier, 'learning');
    this.#run(
      this.#learnExamples(botId, compiled.model).then((index) => this.#indexes.set(classifier, { index })),
      botId,
      () => this.#indexes.delete(classifier),
    );
  }

  /** What a message means; never throws and takes no longer than its time-out. */
  async hear(botId: number, listener: Listener, said: string, passages: PassageTexts | null): Promise<Asked> {
    const text = askedFor(said);
    if (text === null) return unasked('El mensaje no tiene palabras.');
    const known = this.#indexes.get(listener.classifier);
    if (known === undefined && this.#breaker.allows()) this.learn(botId, listener);
    if (passages && !this.#passages.has(passages)) this.#learnPassages(botId, listener.classifier, passages);
    if (known === undefined || known === 'learning') return unasked('Los ejemplos todavía se están leyendo.');
    if (!known.index) return unasked('El bot no tiene ejemplos leídos.');
    const [best] = listener.classifier.classify(text);
    if (best && best.score >= SURE) return unasked('El bot ya estaba seguro.');
    if (!this.#breaker.allows()) return unasked('El servicio falló hace poco: se espera antes de insistir.');
    const question = await this.#ask(botId, [text], this.#config.timeouts.ask).catch((error: unknown) =>
      error instanceof MeaningFault ? error : Promise.reject(error),
    );
    if (question instanceof MeaningFault) return { meaning: null, asked: true, reason: question.message };
    if (question === 'spent') return unasked('Se alcanzó el presupuesto de hoy.');
    const [vector] = question;
    if (!vector) return { meaning: null, asked: true, reason: LATE };
    const near = passages ? this.#passages.get(passages) : undefined;
    return {
      meaning: {
        intents: known.index.intents(vector),
        passages: typeof near === 'function' ? near(vector) : new Map(),
      },
      asked: true,
      reason: null,
    };
  }

  /** Waits for what is being learned. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Ends what is being asked. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    await this.settled();
  }

  #learnPassages(botId: number, classifier: Classifier, passages: PassageTexts): void {
    const known = this.#indexes.get(classifier);
    if (typeof known !== 'object' || !known.index) return;
    const { foreign } = known.index;
    this.#passages.set(passages, 'learning');
    this.#run(
      this.#vectorsOf(
        botId,
        passages.passages.map(({ text }) => text),
      ).then(async (vectors) => {
        const placed = passages.passages.flatMap(({ id, text }) => {
          const vector = vectors.get(cleanText(text));
          return vector ? [{ id, vector }] : [];
        });
        this.#passages.set(passages, await passageMeanings(placed, foreign));
      }),
      botId,
      () => this.#passages.delete(passages),
    );
  }

  async #learnExamples(botId: number, model: TrainingInput): Promise<MeaningIndex | null> {
    const { examples, foreign } = textsOf(model);
    const vectors = await this.#vectorsOf(botId, [...examples.map(({ text }) => text), ...foreign]);
    return meaningIndex(
      examples.flatMap(({ intent, text }) => {
        const vector = vectors.get(text);
        return vector ? [{ intent, vector }] : [];
      }),
      foreign.flatMap((text) => vectors.get(text) ?? []),
    );
  }

  /** By clean text; what the bot's day has no room for is missing. Throws MeaningFault. */
  async #vectorsOf(botId: number, texts: readonly string[]): Promise<Map<string, Packed>> {
    const wanted = [...new Set(texts.map(cleanText))].filter((text) => text !== '');
    const byHash = new Map(wanted.map((text) => [hashOf(text), text]));
    const known = await readVectors(this.#app, this.#embedder.name, [...byHash.keys()]);
    const vectors = new Map<string, Packed>();
    for (const [hash, vector] of known) {
      const text = byHash.get(hash);
      if (text === undefined || !this.#fits(vector)) continue;
      vectors.set(text, vector);
      byHash.delete(hash);
    }
    const missing = [...byHash.values()];
    for (let at = 0; at < missing.length; at += this.#embedder.batch) {
      const some = missing.slice(at, at + this.#embedder.batch);
      const fresh = await this.#ask(botId, some, this.#config.timeouts.learn);
      if (fresh === 'spent') break;
      const kept = new Map<string, Packed>();
      for (const [place, vector] of fresh.entries()) {
        const text = some[place];
        if (text === undefined || !vector) continue;
        vectors.set(text, vector);
        kept.set(hashOf(text), vector);
      }
      await keepVectors(this.#app, this.#embedder.name, kept);
    }
    return vectors;
  }

  /** One question within its time, out of the bot's day. Throws MeaningFault for whatever came of it. */
  async #ask(botId: number, texts: readonly string[], time: number): Promise<(Packed | null)[] | 'spent'> {
    if (!(await spendTexts(this.#app, botId, this.#config.dailyTexts, texts.length))) return 'spent';
    const late = AbortSignal.timeout(time);
    const signal = AbortSignal.any([late, this.#stopping.signal]);
    try {
      // A model that hears no signal is not waited for either.
      const found = await Promise.race([this.#embedder.embed(texts, signal), rejectWith(signal)]);
      if (found.length !== texts.length) throw new MeaningFault('Faltan significados en la respuesta.');
      const packed = found.map((vector) => pack(vector));
      for (const vector of packed) {
        if (!vector) throw new MeaningFault('El servidor de significados respondió números que no lo son.');
        if (!this.#fits(vector)) throw new MeaningFault('Los significados cambiaron de tamaño.');
      }
      this.#breaker.worked();
      return packed;
    } catch (error) {
      const fault =
        error instanceof MeaningFault
          ? error
          : new MeaningFault(late.aborted ? LATE : String(error), { cause: error });
      this.#breaker.failed(fault.retryAfter);
      await noteFailure(this.#app, botId);
      throw fault;
    }
  }

  /** Vectors of two lengths say nothing of each other. */
  #fits({ bytes }: Packed): boolean {
    this.#numbers ??= bytes.length;
    return this.#numbers === bytes.length;
  }

  #run(work: Promise<unknown>, botId: number, undo: () => void): void {
    const done = work
      .catch((error: unknown) => {
        undo();
        if (!this.#stopping.signal.aborted)
          this.#app.log.warn({ err: error, botId }, 'Meanings could not be learned');
      })
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }
}

const rejectWith = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
