/**
 * `npm run bench:processes`: three processes against one on the same PostgreSQL (with fsync) and Redis: customers'
 * acknowledged messages a second, at four bots with agents watching at every process. What bounds it shows in how
 * much of the machine each part took.
 */
import { cpus } from 'node:os';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { startRedis } from '../scripts/redis-for-tests.mjs';
import { bounded } from './support/bounded.ts';
import { Crowd } from './support/crowd.ts';
import { overRuns, percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { SilentViewer } from './support/silent-viewer.ts';

const BOT_ID = 64;
const RUNS = 3;
const SECONDS = 6;
const VIEWERS = 60;
const CUSTOMERS = 300;
const LIMIT = 280_000;

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
  const rows: string[][] = [];
  for (const size of [1, 3]) {
    while (servers.length < size) servers.push(await launchServer(atEnd, settings));
    const viewers = await Promise.all(
      agents.map((one, index) => SilentViewer.open((servers[index % size] ?? first).url, one, BOT_ID)),
    );
    const crowds = await Promise.all(servers.map((one) => Crowd.open(one.url, BOT_ID, CUSTOMERS / size)));
    const rates: number[] = [];
    const delays: number[] = [];
    const used: number[] = [];
    const own: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const cpu = async () => {
        let sum = 0;
        for (const one of servers) sum += (await ask.usage(one)).cpu;
        return sum;
      };
      const [began, before, mine] = [performance.now(), await cpu(), process.cpuUsage()];
      const answers = await Promise.all(crowds.map((crowd) => crowd.write(SECONDS)));
      const seconds = (performance.now() - began) / 1_000;
      used.push(((await cpu()) - before) / seconds / 10_000);
      const { user, system } = process.cpuUsage(mine);
      own.push((user + system) / seconds / 10_000);
      const all = answers.flatMap((one) => one.delays);
      delays.push(...all);
      rates.push(all.length / seconds);
      console.error(`${size} processes: run ${run + 1} of ${RUNS}`);
    }
    for (const one of crowds) one.close();
    for (const one of viewers) one.close();
    rows.push([
      String(size),
      overRuns(rates),
      whole(percentile(delays, 0.5)),
      whole(percentile(delays, 0.99)),
      overRuns(used),
      overRuns(own),
    ]);
  }
  console.log(
    `Acknowledged messages a second of ${CUSTOMERS} customers at one bot, ${VIEWERS} agents watching, spread over the ` +
      `processes; median (least–most) of ${RUNS} runs of ${SECONDS} s. 100 % is one core of ${cpus().length}; PostgreSQL, ` +
      `Redis and the clients share them.`,
  );
  printTable(
    ['processes', 'messages/s', 'ack p50 ms', 'ack p99 ms', 'CPU of the servers %', 'CPU of the clients %'],
    rows,
  );
});
