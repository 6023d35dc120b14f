/**
 * `npm run bench:messages`: customers' messages that are acknowledged, and so durable, by one process with 200 agents
 * watching, on the embedded database and on PostgreSQL with fsync. Beside it, in the same process and run: the same
 * command without HTTP and sockets, and the raw limit, one event appended per transaction and nothing else. Then the same
 * people write half as much: how soon they are answered by a server that has air.
 */
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { type AtEnd, bounded } from './support/bounded.ts';
import { Crowd } from './support/crowd.ts';
import { median, overRuns, percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { QUICK, tellRatio } from './support/ratios.ts';
import { SilentViewer } from './support/silent-viewer.ts';

const BOT_ID = 64;
const RUNS = QUICK ? 2 : 3;
const SECONDS = 6;
const VIEWERS = 200;
/** Enough that, at the two messages a second that the chat takes of each, they ask for more than the server can. */
const CUSTOMERS = 450;
/** Transactions at the same time where nothing else is: more than PostgreSQL's pool has connections. */
const WRITERS = 32;
const LIMIT = 280_000;

interface Figures {
  engine: string;
  append: number[];
  command: number[];
  served: number[];
  delays: number[];
  /** At half of what it can serve. */
  calm: number[];
  cpu: number[];
}

async function measure(engine: string, settings: Record<string, string>, atEnd: AtEnd): Promise<Figures> {
  const server = await launchServer(atEnd, settings);
  const figures: Figures = { engine, append: [], command: [], served: [], delays: [], calm: [], cpu: [] };
  for (let run = 0; run < RUNS; run += 1) {
    figures.append.push(
      await ask.appendAlone(server, { bot: BOT_ID, writers: WRITERS, seconds: SECONDS / 2 }),
    );
    figures.command.push(
      await ask.commandAlone(server, { bot: BOT_ID, customers: WRITERS, seconds: SECONDS / 2 }),
    );
  }
  console.error(`${engine}: alone, done`);
  const agents = await ask.agents(server, { bot: BOT_ID, count: VIEWERS });
  const viewers = await Promise.all(agents.map((one) => SilentViewer.open(server.url, one, BOT_ID)));
  const crowd = await Crowd.open(server.url, BOT_ID, CUSTOMERS);
  console.error(`${engine}: ${VIEWERS} agents watch, ${CUSTOMERS} customers are there`);
  for (let run = 0; run < RUNS; run += 1) {
    const before = await ask.usage(server);
    const began = performance.now();
    const { delays } = await crowd.write(SECONDS);
    const seconds = (performance.now() - began) / 1_000;
    const after = await ask.usage(server);
    figures.served.push(delays.length / seconds);
    figures.delays.push(...delays);
    figures.cpu.push((after.cpu - before.cpu) / delays.length);
    console.error(`${engine}: run ${run + 1} of ${RUNS}`);
  }
  const half = (1_000 * CUSTOMERS) / (median(figures.served) / 2);
  if (!QUICK) figures.calm = (await crowd.write(SECONDS * 2, half)).delays;
  console.error(`${engine}: half as much`);
  if (viewers.some(({ ended }) => ended)) throw new Error('The server ended the socket of a viewer.');
  crowd.close();
  for (const viewer of viewers) viewer.close();
  await server.close();
  tellRatio(`${engine}: a message, of the bare append`, median(figures.served) / median(figures.append));
  return figures;
}

await bounded(LIMIT, async (atEnd) => {
  const all = [await measure('embedded', {}, atEnd)];
  const starting = startPostgres({ durable: true });
  atEnd(async () => (await starting).stop());
  const postgres = await starting;
  all.push(await measure('PostgreSQL', { DATABASE_URL: postgres.url }, atEnd));
  console.log(
    `Durable messages of customers a second, ${VIEWERS} agents watching, ${CUSTOMERS} customers writing as fast as the ` +
      `chat lets them, then half as much as was served; median (least–most) of ${RUNS} runs of ${SECONDS} s. Clients, ` +
      'server and database share the machine.',
  );
  printTable(
    [
      'database',
      'served/s',
      'same command alone/s',
      'bare append/s (raw limit)',
      'served, share of it',
      'ack p50 ms',
      'ack p99 ms',
      'at half: p50 ms',
      'p99 ms',
      'server CPU per message µs',
    ],
    all.map(({ engine, served, command, append, delays, calm, cpu }) => [
      engine,
      overRuns(served),
      overRuns(command),
      overRuns(append),
      `${whole((median(served) / median(append)) * 100)} %`,
      whole(percentile(delays, 0.5)),
      whole(percentile(delays, 0.99)),
      whole(percentile(calm, 0.5)),
      whole(percentile(calm, 0.99)),
      overRuns(cpu),
    ]),
  );
});
