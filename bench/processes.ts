/**
 * `npm run bench:processes`: three processes against one on the same PostgreSQL (with fsync) and Redis: customers'
 * acknowledged messages a second, at one bot with agents watching at every process. What bounds it shows in how
 * much of the machine each part took. Where all of it shares two cores, more processes have no more of them: so the same
 * is measured where each process has a small core of its own, which leaves the rest of the machine to the others.
 */
import { cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { startRedis } from '../scripts/redis-for-tests.mjs';
import { bounded } from './support/bounded.ts';
import { Crowd } from './support/crowd.ts';
import { overRuns, percentile, printTable, times, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { SilentViewer } from './support/silent-viewer.ts';

const BOT_ID = 64;
const RUNS = 3;
const SECONDS = 6;
const VIEWERS = 60;
/** More ask for more than the chat takes of one address. */
const CUSTOMERS = 450;
/** Of a core, where each process has a small one. */
const SMALL = 0.25;
const LIMIT = 280_000;

interface Measured {
  rates: number[];
  delays: number[];
  /** Percent of one core. */
  servers: number[];
  clients: number[];
}

async function cpuOf(servers: readonly ServerProcess[]): Promise<number> {
  let sum = 0;
  for (const one of servers) sum += (await ask.usage(one)).cpu;
  return sum;
}

/** Each of these processes has so much of a core while the work lasts. */
async function onSmallCores<T>(servers: readonly ServerProcess[], share: number, work: () => Promise<T>) {
  if (share === 1) return work();
  const pids = await Promise.all(servers.map(async (one) => (await ask.usage(one)).pid));
  const watch = new Worker(new URL('./support/small-core.mjs', import.meta.url), {
    workerData: { pids, share },
  });
  const ended = new Promise((resolve) => watch.once('exit', resolve));
  try {
    return await work();
  } finally {
    watch.postMessage('enough');
    await ended;
  }
}

async function measure(servers: readonly ServerProcess[], crowds: readonly Crowd[]): Promise<Measured> {
  const found: Measured = { rates: [], delays: [], servers: [], clients: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const [began, before, mine] = [performance.now(), await cpuOf(servers), process.cpuUsage()];
    const answers = await Promise.all(crowds.map((crowd) => crowd.write(SECONDS)));
    const seconds = (performance.now() - began) / 1_000;
    found.servers.push(((await cpuOf(servers)) - before) / seconds / 10_000);
    const { user, system } = process.cpuUsage(mine);
    found.clients.push((user + system) / seconds / 10_000);
    const all = answers.flatMap((one) => one.delays);
    found.delays.push(...all);
    found.rates.push(all.length / seconds);
  }
  return found;
}

const rowOf = (name: string, { rates, delays, servers, clients }: Measured) => [
  name,
  overRuns(rates),
  whole(percentile(delays, 0.5)),
  whole(percentile(delays, 0.99)),
  overRuns(servers),
  overRuns(clients),
];

await bounded(LIMIT, async (atEnd) => {
  const starting = Promise.all([startPostgres({ durable: true }), startRedis()]);
  atEnd(async () => {
    const [postgres, redis] = await starting;
    await redis.kill();
    await postgres.stop();
  });
  const [postgres, redis] = await starting;
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    APP_SECRET: 'one secret for all processes of this benchmark',
  };
  const servers: ServerProcess[] = [await launchServer(atEnd, settings)];
  const [first] = servers;
  if (!first) throw new Error('No server');
  const agents = await ask.agents(first, { bot: BOT_ID, count: VIEWERS });
  const large: Measured[] = [];
  const small: Measured[] = [];
  for (const size of [1, 3]) {
    while (servers.length < size) servers.push(await launchServer(atEnd, settings));
    const viewers = await Promise.all(
      agents.map((one, index) => SilentViewer.open((servers[index % size] ?? first).url, one, BOT_ID)),
    );
    const crowds = await Promise.all(servers.map((one) => Crowd.open(one.url, BOT_ID, CUSTOMERS / size)));
    large.push(await measure(servers, crowds));
    console.error(`${size} processes`);
    small.push(await onSmallCores(servers, SMALL, () => measure(servers, crowds)));
    console.error(`${size} processes on small cores`);
    for (const one of crowds) one.close();
    for (const one of viewers) one.close();
  }
  console.log(
    `Acknowledged messages a second of ${CUSTOMERS} customers at one bot, ${VIEWERS} agents watching, spread over the ` +
      `processes; median (least–most) of ${RUNS} runs of ${SECONDS} s. 100 % is one core of ${cpus().length}; PostgreSQL, ` +
      `Redis and the clients share them. On small cores each process runs for ${whole(SMALL * 100)} % of the time.`,
  );
  const named = (many: readonly Measured[], where: string) =>
    many.map((one, index) => rowOf(`${index === 0 ? 'one' : 'three'}${where}`, one));
  printTable(
    ['processes', 'messages/s', 'ack p50 ms', 'ack p99 ms', 'CPU of the servers %', 'CPU of the clients %'],
    [...named(large, ''), ...named(small, ', small cores')],
  );
  const [one, three] = small.map(({ rates }) => rates);
  console.log(`On small cores three serve ${times(three ?? [], one ?? [])} as much as one.`);
});
