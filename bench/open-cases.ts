/**
 * `npm run bench:cases`: what ten thousand open cases of automations cost a server that waits for their time: what it
 * holds, and its processor over some seconds, next to the same server without any, and next to the naive way (a timer for
 * each case) in the same run. Cases are rows and nothing else: the difference should be noise.
 */
import { setTimeout as pass } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from '../server/platform/database/database.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { bounded } from './support/bounded.ts';
import { printTable, whole } from './support/figures.ts';

const CASES = 10_000;
const WATCHED = 20_000;
const LIMIT = 300_000;
const MEGABYTE = 1_000_000;
const BOT = 64;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Open cases, spread over the next days, each with the job that looks at it. */
async function open(server: TestServer): Promise<void> {
  await server.app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
      values ('shop', ${BOT}, 'jumpseller', 'Tienda', 'shop', '', now(), now())`);
    await tx.query(sql`
      insert into automation_cases (id, bot_id, kind, shop_id, shop_name, provider, subject, round, rule, state, items,
        items_hash, currency, changed_at, due_at, created_at)
      select 'case-' || n, ${BOT}, 'carro-abandonado', 'shop', 'Tienda', 'jumpseller', 'cart-' || n, 1,
        '{"steps": [{"after_minutes": 60, "slots": []}]}', 'waiting', 'Polar azul', 'hash', 'CLP', now(),
        now() + (60 + n % 5000) * interval '1 minute', now()
      from generate_series(1, ${CASES}::int) n`);
    await tx.query(sql`
      insert into jobs (id, kind, key, payload, run_at)
      select 'job-' || id, 'automations.case', 'automations.case:' || id,
        jsonb_build_object('bot_id', bot_id, 'id', id), due_at from automation_cases`);
  });
}

/** Megabytes that are held in the end, and milliseconds of processor a second, while nothing is due. */
async function watch(): Promise<{ held: number; busy: number }> {
  const before = process.cpuUsage();
  await pass(WATCHED);
  const { user, system } = process.cpuUsage(before);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { held: (heapUsed + external) / MEGABYTE, busy: (user + system) / WATCHED };
}

async function run(): Promise<void> {
  const server = await startTestServer({});
  await server.addTeam(BOT);
  // As in production: due jobs are looked for by themselves.
  server.app.jobs.start();
  const rows: string[][] = [];
  const note = async (way: string, cases: number) => {
    const { held, busy } = await watch();
    rows.push([way, whole(cases), held.toFixed(1), busy.toFixed(1)]);
  };
  await note('no case', 0);
  await open(server);
  await note('rows', CASES);
  const cases = await server.app.db.query<{ id: string; rule: unknown; due_at: string; items: string }>(sql`
    select id, rule, due_at, items from automation_cases`);
  const timers = cases.map((row) =>
    setTimeout(() => void server.app.log.info({ row }, 'due'), Date.parse(row.due_at) - Date.now()),
  );
  await note('rows, and a timer for each', CASES);
  for (const timer of timers) clearTimeout(timer);
  await server.close();
  printTable(['way', 'open cases', 'held, MB', 'processor, ms a second'], rows);
}

await bounded(LIMIT, run);
