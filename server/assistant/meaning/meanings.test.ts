/** Meaning beside words, against a local server with the ways in which such servers fail. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { templateModel } from '../catalogue/catalogue.ts';
import { emptyContext } from '../engine/bot-model.ts';
import { trainIntents } from '../engine/classifier.ts';
import { compileModel } from '../engine/compile-model.ts';
import { generalCounterexamples } from '../engine/counterexamples.ts';
import { respond } from '../engine/respond.ts';
import { meaningIndex } from './meaning-index.ts';
import { Meanings, textsOf } from './meanings.ts';
import { remoteEmbedder } from './remote-embedder.ts';
import { type EmbeddingBehaviour, type FakeEmbeddings, startFakeEmbeddings, vectorOf } from './testing.ts';
import { pack } from './vectors.ts';

const BOT = 4100;
const office = templateModel('generica', 'Oficina');
const model = {
  ...office,
  intents: office.intents.map((intent) => ({ ...intent, examples: intent.examples.slice(0, 12) })),
};
const compiled = compileModel(model);
/** No word of it is in an example. */
const STRANGE = 'cuántos morlacos por eso';
const TIMEOUTS = { ask: 400, learn: 2_000 };

let fake: FakeEmbeddings;
let db: Database;
let now = Date.parse('2026-11-21T12:00:00.000Z');
const warnings: string[] = [];

beforeAll(async () => {
  fake = await startFakeEmbeddings();
  db = await testDatabase();
  await db.query(
    sql`insert into bots (id, bot_name, token, flags) values (${BOT}, 'Bot', 'token-4100', '{}')`,
  );
}, 120_000);
afterAll(async () => {
  await fake.close();
  await db.close();
});
beforeEach(async () => {
  fake.next = 'answer';
  fake.asked.length = 0;
  now += 86_400_000;
  await db.query(sql`delete from meaning_usage`);
});

/** Meanings of a process that has just started, with a classifier that nothing is known of yet. */
function started(dailyTexts = 20_000) {
  const app = {
    db,
    clock: { now: () => new Date(now) },
    log: { warn: (_about: object, message: string) => warnings.push(message) },
  };
  const embedder = remoteEmbedder({ url: fake.url, apiKey: 'la clave', model: 'modelo-1' }, [
    new URL(fake.url).origin,
  ]);
  const meanings = new Meanings(app, embedder, { dailyTexts, timeouts: TIMEOUTS });
  const listener = { compiled, classifier: trainIntents(model) };
  return {
    meanings,
    listener,
    hear: (text: string) => meanings.hear(BOT, listener, text, null),
    async learned() {
      meanings.learn(BOT, listener);
      await meanings.settled();
    },
  };
}
const texts = () => fake.asked.flat();

it('learns each text once for the whole installation, and asks again for what is new alone', async () => {
  await db.query(sql`delete from meaning_vectors`);
  await started().learned();
  const first = texts().length;
  expect(first).toBe(new Set(texts()).size);
  expect(fake.asked.every((some) => some.length <= 96)).toBe(true);
  expect(fake.keys).toContain('Bearer la clave');
  fake.asked.length = 0;
  const again = started();
  await again.learned();
  expect(texts()).toEqual([]);
  const [intent] = model.intents;
  if (!intent) throw new Error('No intents');
  const more = {
    ...model,
    intents: [{ ...intent, examples: ['zarandaja nueva'] }, ...model.intents.slice(1)],
  };
  again.meanings.learn(BOT, { compiled: compileModel(more), classifier: trainIntents(more) });
  await again.meanings.settled();
  expect(texts()).toEqual(['zarandaja nueva']);
});

it('understands what shares no word with an example, and says what it added', async () => {
  const { hear, learned, listener } = started();
  await learned();
  const asked = await hear(STRANGE);
  expect(asked).toMatchObject({ asked: true, reason: null });
  const turn = { compiled, classifier: listener.classifier, knowledge: null, context: emptyContext };
  const around = { random: () => 0, now: new Date(now), channel: 'web' };
  const without = respond({ ...turn, ...around, input: { text: STRANGE } });
  if (!asked.meaning) throw new Error('No meaning');
  const { trace } = respond({ ...turn, ...around, input: { text: STRANGE }, meaning: asked.meaning });
  const scoreOf = (guesses: typeof trace.guesses) =>
    guesses?.find(({ intent }) => intent === 'precios')?.score ?? 0;
  expect(scoreOf(trace.guesses)).toBeGreaterThan(scoreOf(without.trace.guesses));
  expect(trace.mixed?.[0]).toMatchObject({ intent: trace.guesses?.[0]?.intent });
});

it('asks nothing of what words are sure of, nor of what has no words', async () => {
  const { hear, learned } = started();
  await learned();
  fake.asked.length = 0;
  const [sure = ''] = model.intents.find(({ name }) => name === 'horario')?.examples ?? [];
  expect(await hear(sure)).toEqual({ meaning: null, asked: false, reason: 'El bot ya estaba seguro.' });
  expect(await hear('2')).toMatchObject({ meaning: null, asked: false });
  expect(fake.asked).toEqual([]);
});

it('keeps to the bot’s day, and leaves nothing that a customer wrote', async () => {
  const { hear, learned } = started();
  await learned();
  await hear(STRANGE);
  await db.query(sql`update meaning_usage set texts = 19999`);
  expect((await hear(STRANGE)).asked).toBe(true);
  expect(await hear(STRANGE)).toMatchObject({ asked: false, reason: 'Se alcanzó el presupuesto de hoy.' });
  now += 86_400_000;
  expect((await hear(STRANGE)).asked).toBe(true);
  fake.asked.length = 0;
  await hear('perengana chirimbolo morlacos paz@correo.cl +56 9 8765 4321');
  expect(texts()).toEqual(['perengana chirimbolo morlacos correo número']);
  const before = (await db.query<{ n: number }>(sql`select count(*)::int as n from meaning_vectors`))[0]?.n;
  await hear('otra frase que nadie conoce por acá');
  expect((await db.query<{ n: number }>(sql`select count(*)::int as n from meaning_vectors`))[0]?.n).toBe(
    before,
  );
});

describe('a server that fails', () => {
  it.each<[string, EmbeddingBehaviour, RegExp]>([
    ['refuses the key', { status: 401 }, /clave/],
    ['has no such model', { status: 404 }, /no existe/],
    ['is busy', { status: 429, retryAfter: '5' }, /saturado/],
    ['breaks', { status: 500 }, /500/],
    ['answers vectors of another length', 'short', /tamaño/],
    ['answers no numbers', 'nan', /números/],
    ['forgets one', 'fewer', /no se entiende/],
    ['answers no JSON', 'malformed', /no se entiende/],
  ])('that %s adds nothing, and says why', async (_what, behaviour, reason) => {
    const { hear, learned } = started();
    await learned();
    fake.next = behaviour;
    expect(await hear(STRANGE)).toEqual({
      meaning: null,
      asked: true,
      reason: expect.stringMatching(reason),
    });
  });

  it('that hangs is waited for no longer than its time, and after three times not at all for a while', async () => {
    const { hear, learned } = started();
    await learned();
    fake.next = 'hang';
    const begun = performance.now();
    expect(await hear(STRANGE)).toMatchObject({ asked: true, reason: expect.stringMatching(/a tiempo/) });
    // Nowhere near the time of what is learned: how late a timer comes is the machine's affair.
    expect(performance.now() - begun).toBeLessThan(TIMEOUTS.learn);
    await hear(STRANGE);
    await hear(STRANGE);
    fake.asked.length = 0;
    expect(await hear(STRANGE)).toMatchObject({ asked: false });
    expect(fake.asked).toEqual([]);
    // Later one is let through, and what it finds counts.
    fake.next = 'answer';
    now += 31_000;
    expect((await hear(STRANGE)).asked).toBe(true);
    expect((await hear(STRANGE)).asked).toBe(true);
  });

  it('that asks to be left alone is', async () => {
    const { hear, learned } = started();
    await learned();
    fake.next = { status: 429, retryAfter: '60' };
    await hear(STRANGE);
    fake.next = 'answer';
    expect((await hear(STRANGE)).asked).toBe(false);
    now += 61_000;
    expect((await hear(STRANGE)).asked).toBe(true);
  });

  it('while examples are learned leaves the bot to its words, and is tried again', async () => {
    await db.query(sql`delete from meaning_vectors`);
    const { hear, learned, meanings } = started();
    fake.next = { status: 500 };
    await learned();
    expect(warnings).toContain('Meanings could not be learned');
    fake.next = 'answer';
    expect(await hear(STRANGE)).toMatchObject({ meaning: null, asked: false });
    await meanings.settled();
    expect((await hear(STRANGE)).meaning).not.toBeNull();
  });
});

it('is as sure of the same question when a few foreign sentences are others', async () => {
  const { examples } = textsOf(model);
  const placed = examples.flatMap(({ intent, text }) => {
    const vector = pack(vectorOf(text));
    return vector ? [{ intent, vector }] : [];
  });
  const question = pack(vectorOf(STRANGE));
  if (!question) throw new Error('No vector');
  const chances = [];
  for (const near of [80, 110, 140, 170]) {
    const foreign = [...(office.counterexamples ?? []).slice(0, near), ...generalCounterexamples].slice(
      0,
      240,
    );
    const index = await meaningIndex(
      placed,
      foreign.flatMap((text) => pack(vectorOf(text)) ?? []),
    );
    chances.push(index?.intents(question).get('precios') ?? 0);
  }
  expect(Math.min(...chances)).toBeGreaterThan(0.1);
  expect(Math.max(...chances) - Math.min(...chances)).toBeLessThan(0.1);
});
