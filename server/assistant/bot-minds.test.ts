import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { BotMinds } from './bot-minds.ts';
import { blankModel } from './building/blank-model.ts';
import { type Classifier, trainIntents } from './engine/classifier.ts';
import type { Trainer } from './training/trainer.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query(sql`insert into bots (id, bot_name, token) values (64, 'Bot', 't')`);
  await db.query(sql`insert into bot_models (bot_id, model) values (64, ${json(blankModel('Bot'))})`);
}, 120_000);
afterAll(() => db.close());

/** Trains when the test says so. */
function handTrainer() {
  const waiting: (() => void)[] = [];
  const trainer: Trainer = {
    train: (model) =>
      new Promise<Classifier>((resolve) => void waiting.push(() => resolve(trainIntents(model)))),
    stop: () => Promise.resolve(),
  };
  return { trainer, waiting };
}

const publish = () => db.query(sql`update bot_models set version = version + 1 where bot_id = 64`);

it('answers with the old version until the new one is trained, and trains it once', async () => {
  const { trainer, waiting } = handTrainer();
  const minds = new BotMinds({ trainer });
  const first = minds.of(db, 64);
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  const old = await first;
  await publish();
  expect((await minds.of(db, 64))?.version).toBe(old?.version);
  expect((await minds.of(db, 64))?.version).toBe(old?.version);
  expect(waiting).toHaveLength(1);
  waiting.shift()?.();
  await expect.poll(async () => (await minds.of(db, 64))?.version).toBe((old?.version ?? 0) + 1);
});

it('goes on with the old one when the new one can’t be trained', async () => {
  let broken = false;
  const trainer: Trainer = {
    train: (model) => (broken ? Promise.reject(new Error('no')) : Promise.resolve(trainIntents(model))),
    stop: () => Promise.resolve(),
  };
  const minds = new BotMinds({ trainer });
  const old = await minds.of(db, 64);
  broken = true;
  await publish();
  expect((await minds.of(db, 64))?.version).toBe(old?.version);
  broken = false;
  await expect.poll(async () => (await minds.of(db, 64))?.version).toBe((old?.version ?? 0) + 1);
});

it('takes over what was trained for a publication at once, and never an older one', async () => {
  const minds = new BotMinds();
  const old = await minds.of(db, 64);
  const version = (old?.version ?? 0) + 1;
  const trained = await minds.train(64, blankModel('Nuevo'));
  minds.adopt(64, version, trained);
  minds.adopt(64, version - 1, await minds.train(64, blankModel('Viejo')));
  await publish();
  const now = await minds.of(db, 64);
  expect(now?.version).toBe(version);
  expect(now?.compiled.model.welcome.answers[0]).toContain('Nuevo');
  expect(await minds.of(db, 65)).toBeNull();
});
