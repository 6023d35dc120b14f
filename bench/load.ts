/**
 * `npm run bench:load`: 500 customers and 50 agents on one process with the embedded database for five minutes.
 * Customers write, agents take conversations and answer, five of them check every event. Prints the 99th percentile of
 * a customer's acknowledgement and the process's memory every 30 s; fails when an acknowledged message is not in the
 * log of everybody who watches all of it, or a socket of an agent was ended. `-- --minutes 1` for a shorter one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SERVICE_BASES } from '../contract/services.ts';
import { WireViewer } from '../tests/growth/wire-viewer.ts';
import { bounded } from './support/bounded.ts';
import { Crowd } from './support/crowd.ts';
import { percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { SilentViewer } from './support/silent-viewer.ts';

const BOT_ID = 64;
const CUSTOMERS = 500;
const AGENTS = 50;
/** Those who follow the whole log and check it. */
const WATCHERS = ['propietaria@charla.test', 'admin@charla.test'];
/** Milliseconds between two messages of one customer, and between two things that an agent does. */
const CUSTOMER_EVERY = 12_000;
const AGENT_EVERY = 10_000;
const SLICE = 30;
const LIMIT = 530_000;
const MB = 1_000_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 6)) throw new Error('--minutes is a number up to 6.');

type Agent = Awaited<ReturnType<typeof ask.agents>>[number];

/** Takes a conversation and answers in it, again and again; what is refused because it is somebody's is no fault. */
async function work(
  url: string,
  agent: Agent,
  mine: readonly string[],
  until: number,
  answers: number[],
): Promise<void> {
  const { id, ...credentials } = agent;
  const headers = { ...credentials, 'accept-version': 'v1', 'content-type': 'application/json' };
  const call = async (method: string, path: string, body: object) => {
    const began = performance.now();
    const answer = await fetch(`${url}${SERVICE_BASES.conversations}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    await answer.text();
    if (answer.status >= 500 || answer.status === 429) throw new Error(`${method} ${path}: ${answer.status}`);
    answers.push(performance.now() - began);
  };
  await pause(Math.random() * AGENT_EVERY);
  for (let turn = 0; performance.now() < until; turn += 1) {
    const conversation = mine[turn % mine.length] ?? '';
    if (turn < mine.length)
      await call('PUT', `/conversations/${conversation}`, { state: 'taken', agent_id: id });
    await call('POST', '/session_logs', {
      conversation_id: conversation,
      text: `Te ayudo enseguida (${turn})`,
      temporal_id: `load-${id}-${turn}-${Date.now()}`,
    });
    await pause(AGENT_EVERY);
  }
}

await bounded(LIMIT, async (atEnd) => {
  const server = await launchServer(atEnd);
  const agents = await ask.agents(server, { bot: BOT_ID, count: AGENTS });
  const crowd = await Crowd.open(server.url, BOT_ID, CUSTOMERS);
  atEnd(async () => crowd.close());
  const viewers = await Promise.all(agents.map((one) => SilentViewer.open(server.url, one, BOT_ID)));
  const watchers: WireViewer[] = [];
  for (const email of WATCHERS) watchers.push(await WireViewer.open(server.url, BOT_ID, email));
  atEnd(async () => {
    for (const one of [...viewers, ...watchers]) one.close();
  });
  console.error(`${CUSTOMERS} customers and ${AGENTS} agents are there`);

  const ids = crowd.conversationIds;
  const until = performance.now() + minutes * 60_000;
  const byAgents: number[] = [];
  const working = Promise.all(
    agents.map((agent, place) => {
      const mine = ids.filter((_, index) => index % AGENTS === place);
      return work(server.url, agent, mine, until, byAgents);
    }),
  );
  // A refusal before it is waited for is heard of at the end.
  working.catch(() => undefined);
  const rows: string[][] = [];
  const delays: number[] = [];
  const mids: string[] = [];
  for (let slice = 1; slice <= Math.ceil((minutes * 60) / SLICE); slice += 1) {
    const before = await ask.usage(server);
    const answers = await crowd.write(SLICE, CUSTOMER_EVERY);
    delays.push(...answers.delays);
    mids.push(...answers.mids);
    const after = await ask.usage(server, true);
    const row = [
      String(slice * SLICE),
      whole(answers.mids.length),
      whole(percentile(answers.delays, 0.5)),
      whole(percentile(answers.delays, 0.99)),
      whole((after.cpu - before.cpu) / SLICE / 10_000),
      whole(after.rss / MB),
      whole(after.heapUsed / MB),
      whole(after.external / MB),
    ];
    rows.push(row);
    console.error(row.join('  '));
  }
  await working;
  for (const watcher of watchers) {
    for (const end = Date.now() + 20_000; (await watcher.fresh()).seq > watcher.seq; await pause(200)) {
      if (Date.now() > end) throw new Error(`Behind the log: ${watcher.condition}`);
    }
    const heard = new Set(watcher.heard);
    const lost = mids.filter((mid) => !heard.has(mid));
    if (lost.length > 0) throw new Error(`${watcher.name} did not hear of ${lost.length} messages.`);
    if (heard.size !== watcher.heard.length) throw new Error(`${watcher.name} heard something twice.`);
    if (watcher.resets > 0) throw new Error(`${watcher.name} had to start over ${watcher.resets} times.`);
  }
  if (viewers.some(({ ended }) => ended)) throw new Error('The socket of an agent was ended.');
  console.log(
    `${CUSTOMERS} customers who write every ${CUSTOMER_EVERY / 1_000} s, ${AGENTS} agents who answer every ` +
      `${AGENT_EVERY / 1_000} s, ${minutes} minutes, one process, embedded database. ${whole(mids.length)} messages ` +
      `acknowledged: p50 ${whole(percentile(delays, 0.5))} ms, p99 ${whole(percentile(delays, 0.99))} ms, longest ` +
      `${whole(Math.max(...delays))} ms. ${whole(byAgents.length)} calls of agents: p99 ${whole(percentile(byAgents, 0.99))} ms. ` +
      `Everybody who watches heard of every message once; no socket was ended. Heap after a collection.`,
  );
  printTable(
    ['after s', 'messages', 'ack p50 ms', 'ack p99 ms', 'server CPU %', 'RSS MB', 'heap MB', 'external MB'],
    rows,
  );
});
