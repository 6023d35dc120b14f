/**
 * `npm run bench:stream`: 200 events a second, a transaction each, from the server's commit to the painted row in the
 * tab in sight, with 1, 5 and 20 tabs open of which the others are behind it; and what the server spends on them. The
 * product next to the usual better design, a socket and a store in every tab.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { BOT_ID, type Design, Tabs } from './event-to-row/tabs.ts';
import { bounded } from './support/bounded.ts';
import { median, overRuns, percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { SilentViewer } from './support/silent-viewer.ts';

const PACE = 200;
const SECONDS = 4;
const EVENTS = PACE * SECONDS;
/** Conversations that the events are about, in turn. */
const CONVERSATIONS = 200;
const TABS = [1, 5, 20];
const DESIGNS = ['product', 'store'] as const satisfies readonly Design[];
const NAMES = { product: 'product (hub)', store: 'plain list, socket and store per tab' };
const RUNS = 3;
/** Of one person, without a browser: what they cost the server is too little to be seen beside one. */
const SOCKETS = [0, 1, 20];
const ROUNDS = 5;
const PATIENCE = 15_000;
const ENOUGH = 420_000;
const LIMIT = 480_000;

interface Run {
  /** Milliseconds from commit to paint, of each event. */
  delays: number[];
  /** Events a second that the server committed: less than asked for when the machine is busy. */
  pace: number;
  /** Microseconds of the server's processor time for each event. */
  cpu: number;
}
interface Measured {
  design: (typeof DESIGNS)[number];
  tabs: number;
  sockets: number;
  runs: Run[];
}

const ids = Array.from({ length: CONVERSATIONS }, (_, index) => `big-${index + 1}`);
let next = 1;

async function stream(server: ServerProcess): Promise<{ commits: [number, number][]; cpu: number }> {
  const before = await ask.usage(server);
  const numbered = { bot: BOT_ID, ids, first: next, count: EVENTS, pace: PACE };
  next += EVENTS;
  const commits = await ask.stream(server, numbered);
  // Sending goes on for a moment.
  await pause(300);
  const after = await ask.usage(server);
  return { commits, cpu: (after.cpu - before.cpu) / EVENTS };
}

/** By number of sockets of one person: microseconds of the server for each event; in turn, so that all see the same machine. */
async function bySockets(
  server: ServerProcess,
  administrator: Administrator,
): Promise<Map<number, number[]>> {
  const costs = new Map<number, number[]>(SOCKETS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of SOCKETS) {
      const viewers: SilentViewer[] = [];
      while (viewers.length < count) {
        viewers.push(await SilentViewer.open(server.url, administrator.session.credentials, BOT_ID));
      }
      costs.get(count)?.push((await stream(server)).cpu);
      for (const one of viewers) one.close();
    }
  }
  return costs;
}

async function runOnce(server: ServerProcess, tabs: Tabs): Promise<Run> {
  const { commits, cpu } = await stream(server);
  const last = next - 1;
  const shown = async () => (await tabs.painted())[0] ?? [];
  for (
    const end = Date.now() + PATIENCE;
    !(await shown()).some(([number]) => number >= last);
    await pause(50)
  ) {
    if (Date.now() > end) throw new Error('The last event was not painted.');
  }
  // The newest row is on top: the frame that shows a newer one is the one in which an older one has moved down.
  const painted = (await shown()).toSorted(([a], [b]) => b - a);
  const at = new Map<number, number>();
  let soonest = Number.POSITIVE_INFINITY;
  let place = 0;
  for (const [number] of commits.toReversed()) {
    for (let one = painted[place]; one && one[0] >= number; one = painted[place]) {
      soonest = Math.min(soonest, one[1]);
      place += 1;
    }
    at.set(number, soonest);
  }
  const [first, end] = [commits[0]?.[1] ?? 0, commits.at(-1)?.[1] ?? 0];
  return {
    delays: commits.map(([number, committed]) => (at.get(number) ?? Number.NaN) - committed),
    pace: (EVENTS / Math.max(1, end - first)) * 1_000,
    cpu,
  };
}

await bounded(LIMIT, async (atEnd) => {
  const began = Date.now();
  const server = await launchServer(atEnd);
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: 20 });
  const administrator = await Administrator.signIn(server.url);
  const costs = await bySockets(server, administrator);
  console.error('sockets without a browser: done');
  const all: Measured[] = [];
  for (const design of DESIGNS) {
    const tabs = await Tabs.open(design, server.url, administrator, atEnd);
    await tabs.grow(1);
    for (const count of TABS) {
      await tabs.growHidden(count);
      // What opening them costs is not what is measured.
      await pause(2_000);
      const measured: Measured = { design, tabs: count, sockets: (await server.sockets()).length, runs: [] };
      all.push(measured);
      while (measured.runs.length < RUNS && Date.now() - began < ENOUGH) {
        measured.runs.push(await runOnce(server, tabs));
      }
      console.error(`${NAMES[design]}, ${count} tabs: ${measured.runs.length} runs`);
    }
    await tabs.close();
  }
  console.log(
    `${PACE} events a second, a transaction each, from after the commit to after the frame that shows it in the one tab ` +
      `in sight; ${RUNS} runs of ${SECONDS} s. Server CPU includes the commit.`,
  );
  printTable(
    ['design', 'tabs', 'sockets', 'p50 ms', 'p99 ms', 'events/s', 'server CPU µs/event'],
    all.map(({ design, tabs, sockets, runs }) => {
      const delays = runs.flatMap((run) => run.delays);
      const cpu = runs.map((run) => run.cpu);
      return [
        NAMES[design],
        String(tabs),
        String(sockets),
        whole(percentile(delays, 0.5)),
        whole(percentile(delays, 0.99)),
        overRuns(runs.map(({ pace }) => pace)),
        overRuns(cpu),
      ];
    }),
  );
  const alone = median(costs.get(0) ?? []);
  console.log(
    `\nThe same events to sockets of one person that read and do nothing: what the server spends on an event, the ` +
      `commit included; median (least–most) of ${ROUNDS} rounds.`,
  );
  printTable(
    ['sockets', 'server CPU µs/event', 'more than with none'],
    [...costs].map(([count, values]) => [String(count), overRuns(values), whole(median(values) - alone)]),
  );
});
