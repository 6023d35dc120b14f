/**
 * VERIFY_SEED=… npx vitest run tests/verify-action/random-walk repeats a walk; VERIFY_STEPS makes it longer.
 */
import { afterEach, expect, test } from 'vitest';
import { CHANNELS, CONVERSATION_STATES } from '../../contract/states.ts';
import { testWorld, type World } from '../../server/inbox/testing.ts';
import { keepFacts } from '../../server/metrics/keep-facts.ts';
import { compareFacts } from '../../server/metrics/nightly.ts';
import { type Database, sql } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/database/testing.ts';
import { seeded, startWalk, WALK_BOTS, type Walk } from './random-walk.ts';
import { comparable, load, shown } from './viewer-inbox.ts';

const SEED = Number(process.env['VERIFY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const STEPS = Number(process.env['VERIFY_STEPS'] ?? 2000);
/** Commands between two comparisons. */
const ROUND = 100;

let world: World | undefined;
let db: Database | undefined;
afterEach(async () => {
  await world?.close();
  await db?.close();
});

async function compare(walk: Walk, world: World, botId: number, where: string): Promise<void> {
  await walk.catchUp(botId);
  for (const { name, by, state } of walk.onlookers) {
    if (by.link.bot_id !== botId) continue;
    const fresh = shown(await load(world.app, by));
    const folded = shown(state);
    expect(folded, `${name} ${where}`).toEqual(comparable(fresh, folded));
    for (const row of CONVERSATION_STATES) {
      for (const channel of CHANNELS) expect(folded.matrix[row][channel], name).toBeGreaterThanOrEqual(0);
    }
  }
}

async function walkOn(engine: Database['kind'], seed: number, steps: number): Promise<Walk> {
  console.info(`Random walk on ${engine}: ${steps} commands, VERIFY_SEED=${seed}`);
  const random = seeded(seed);
  db = await testDatabase({ engine });
  world = await testWorld(db);
  const walk = await startWalk(world, random);
  let done = 0;
  // A walk that went nowhere proves nothing: a long one has done everything that can be done, and goes on until it has.
  const isLong = steps >= 1000;
  const undone = () => walk.commands.filter((kind) => !(kind in walk.accepted));
  while (done < steps || (isLong && done < 2 * steps && undone().length > 0)) {
    if (!(await walk.step())) continue;
    done += 1;
    if (done % ROUND === 0) {
      const botId = WALK_BOTS[(done / ROUND) % WALK_BOTS.length] as number;
      await keepFacts(world.app, botId, Number.POSITIVE_INFINITY);
      await compare(walk, world, botId, `after ${done} commands, seed ${seed}`);
    }
  }
  for (const botId of WALK_BOTS) await compare(walk, world, botId, `at the end, seed ${seed}`);
  await logsAreWhole(db);
  await figuresAreKept(world);
  if (isLong) expect(undone()).toEqual([]);
  else expect(undone().length).toBeLessThan(walk.commands.length / 2);
  expect(walk.onlookers.reduce((sum, onlooker) => sum + onlooker.gaps, 0)).toBeGreaterThan(0);
  return walk;
}

/** MT-4: the facts that followed the log are those that the histories give. */
async function figuresAreKept({ app }: World): Promise<void> {
  for (const botId of WALK_BOTS) {
    await keepFacts(app, botId, Number.POSITIVE_INFINITY);
    expect(await compareFacts(app, botId), `figures of bot ${botId}`).toBe(0);
  }
}

/** Numbers without a hole, and message positions without a hole. */
async function logsAreWhole(database: Database): Promise<void> {
  const holes = await database.query(sql`
    select b.id from bots b
    where b.log_head <> (select count(*) from events e where e.bot_id = b.id)
       or b.log_head <> coalesce((select max(seq) from events e where e.bot_id = b.id), 0)`);
  expect(holes).toEqual([]);
  const gaps = await database.query(sql`
    select c.id from conversations c
    where c.message_count <> (select count(*) from messages m where m.conversation_id = c.id)
       or c.message_count <> coalesce((select max(position) from messages m where m.conversation_id = c.id), 0)`);
  expect(gaps).toEqual([]);
}

test(`INB-2 on the embedded engine, ${STEPS} commands`, { timeout: 400_000 }, async () => {
  await walkOn('pglite', SEED, STEPS);
});

test('INB-2 on a real server, a shorter one', { timeout: 200_000 }, async () => {
  await walkOn('postgres', SEED + 1, Math.min(STEPS, 300));
});
