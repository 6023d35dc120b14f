/**
 * `npm run bench:paint`: from the server's commit of a visitor's message to the painted row in the inbox, in every
 * one of 1, 5 and 20 tabs: the product (real server process, real Chromium, SharedWorker), and, with the same plain
 * list on both sides, its hub next to the naive design (a socket per tab, the list asked for again at each event). All
 * in the same run, against the same server; nothing is asserted about time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { Administrator } from './event-to-row/administrator.ts';
import type { Painted } from './event-to-row/measured.ts';
import { BOT_ID, DESIGNS, Tabs } from './event-to-row/tabs.ts';
import { type Sent, Visitors } from './event-to-row/visitors.ts';
import { bounded } from './support/bounded.ts';
import { machineLine } from './support/chromium.ts';
import { median, percentile, printTable, times, whole } from './support/figures.ts';

const TABS = [1, 5, 20];
const RUNS = 3;
/** Customers who write in turn; their rows fit on a screen. */
const VISITORS = 8;
/** After the last message of a run, how long a row may still take (ms). */
const PATIENCE = 8_000;
/** No run is begun that would not end by then, and nothing goes on after the limit (ms). */
const ENOUGH = 225_000;
const LIMIT = 240_000;

interface Run {
  /** Milliseconds from the server's `created_at` to the painted row, over all tabs. */
  delays: number[];
  /** The same to the last tab. */
  last: number[];
  /** Milliseconds from `created_at` to the visitor's acknowledgement: the server's own part. */
  acknowledged: number[];
  /** Rows that never showed a message, nor a newer one of its conversation. */
  missing: number;
  /** Questions for the list, in the naive design. */
  asked: { answered: number; failed: number };
}
interface Measured {
  design: (typeof DESIGNS)[number];
  tabs: number;
  sockets: number;
  runs: Run[];
}

/** `--messages 20 --pace 5`: of a run, and how many a second; `--design product`: one of them alone. */
function readOptions(): { messages: number; pace: number; designs: readonly Measured['design'][] } {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '20' },
      pace: { type: 'string', default: '5' },
      design: { type: 'string' },
    },
  });
  const designs = DESIGNS.filter((design) => values.design === undefined || values.design === design);
  const number = (name: string, text: string, most: number) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new Error(`--${name} is a whole number from 1 to ${most}.`);
    }
    return value;
  };
  // The visitors' own limit is 20 messages in 10 s each.
  const messages = number('messages', values.messages, 200);
  return { messages, pace: number('pace', values.pace, 12), designs };
}

type Pace = ReturnType<typeof readOptions>;

const waitUntil = async (ready: () => Promise<boolean>, patience: number): Promise<boolean> => {
  for (const end = Date.now() + patience; Date.now() < end; await pause(100)) if (await ready()) return true;
  return false;
};

/** When a row showed the message, or a newer one of the same conversation that came in its place. */
function shownAt(message: Sent, painted: readonly Painted[]): number {
  const fitting = painted.filter(
    ([number]) => number >= message.number && number % VISITORS === message.visitor,
  );
  return Math.min(...fitting.map(([, at]) => at));
}

async function runOnce(
  tabs: Tabs,
  visitors: Visitors,
  reader: Administrator,
  { messages, pace }: Pace,
): Promise<Run> {
  const before = await tabs.questions();
  const sent = await visitors.write(messages, pace, reader);
  const newest = sent.slice(-VISITORS);
  await waitUntil(async () => {
    const painted = await tabs.painted();
    return painted.every((tab) => newest.every((message) => Number.isFinite(shownAt(message, tab))));
  }, PATIENCE);
  // The next run begins with nothing under way.
  await waitUntil(async () => (await tabs.questions()).underWay === 0, PATIENCE);
  const after = await tabs.questions();
  const painted = await tabs.painted();
  const byMessage = sent.map((message) => painted.map((tab) => shownAt(message, tab) - message.at));
  return {
    delays: byMessage.flat().filter(Number.isFinite),
    last: byMessage.map((delays) => Math.max(...delays)).filter(Number.isFinite),
    acknowledged: sent.map(({ at, acknowledgedAt }) => acknowledgedAt - at),
    missing: byMessage.flat().filter((delay) => !Number.isFinite(delay)).length,
    asked: { answered: after.answered - before.answered, failed: after.failed - before.failed },
  };
}

/** Waits until the presence of what was closed is gone, so that sockets are counted and not remembered. */
async function socketsOf(server: ServerProcess, expected: (count: number) => boolean): Promise<number> {
  await waitUntil(async () => expected((await server.sockets()).length), 5_000);
  return (await server.sockets()).length;
}

/** Over all messages of all runs, and in brackets the least and most of a run. */
function pooled(runs: readonly Run[], pick: (run: Run) => readonly number[], share: number): string {
  const each = runs.map((run) => percentile(pick(run), share));
  const all = percentile(runs.flatMap(pick), share);
  return `${whole(all)} (${whole(Math.min(...each))}–${whole(Math.max(...each))})`;
}

const NAMES: Record<Measured['design'], string> = {
  product: 'product (hub)',
  hub: 'plain list, hub',
  naive: 'plain list, socket per tab',
};

function print(all: readonly Measured[]): void {
  const sum = (runs: readonly Run[], figure: (run: Run) => number) =>
    whole(runs.reduce((total, run) => total + figure(run), 0));
  printTable(
    ['design', 'tabs', 'sockets', 'p50 ms', 'p95 ms', 'last tab p50 ms', 'lists asked', 'failed', 'unseen'],
    all.map(({ design, tabs, sockets, runs }) => [
      NAMES[design],
      String(tabs),
      String(sockets),
      pooled(runs, ({ delays }) => delays, 0.5),
      pooled(runs, ({ delays }) => delays, 0.95),
      pooled(runs, ({ last }) => last, 0.5),
      sum(runs, ({ asked }) => asked.answered + asked.failed),
      sum(runs, ({ asked }) => asked.failed),
      sum(runs, ({ missing }) => missing),
    ]),
  );
  const medians = (design: Measured['design'], tabs: number) =>
    all
      .filter((one) => one.design === design && one.tabs === tabs)
      .flatMap(({ runs }) => runs.map(({ delays }) => median(delays)));
  for (const tabs of TABS) {
    const [hub, naive] = [medians('hub', tabs), medians('naive', tabs)];
    if (hub.length === 0 || naive.length === 0) continue;
    console.log(
      `Plain list, ${tabs} tabs: a socket per tab takes ${times(naive, hub)} the hub's time (p50).`,
    );
  }
  const runs = all.flatMap((one) => one.runs);
  console.log(
    `From created_at to the visitor's acknowledgement: ` +
      `p50 ${pooled(runs, ({ acknowledged }) => acknowledged, 0.5)} ms.`,
  );
}

await bounded(LIMIT, async (atEnd) => {
  const began = Date.now();
  const pace = readOptions();
  const launching = ServerProcess.launch();
  atEnd(async () => (await launching).close());
  const server = await launching;
  const administrator = await Administrator.signIn(server.url);
  const visitors = await Visitors.open(server.url, BOT_ID, VISITORS);
  atEnd(async () => visitors.close());
  const all: Measured[] = [];
  let longest = 0;
  for (const design of pace.designs) {
    await socketsOf(server, (count) => count === 0);
    const tabs = await Tabs.open(design, server.url, administrator, atEnd);
    if (all.length === 0) console.log(`Server event to painted row\n${machineLine(tabs.context)}`);
    for (const count of TABS) {
      await tabs.grow(count, visitors.conversationIds);
      const sockets = await socketsOf(server, (found) => found > 0);
      const runs: Run[] = [];
      while (runs.length < RUNS && Date.now() - began + longest < ENOUGH) {
        const from = Date.now();
        runs.push(await runOnce(tabs, visitors, administrator, pace));
        longest = Math.max(longest, Date.now() - from);
      }
      all.push({ design, tabs: count, sockets, runs });
      console.log(
        `${NAMES[design]}, ${count} tabs: ${runs.length} runs, ${whole((Date.now() - began) / 1_000)} s`,
      );
    }
    await tabs.close();
  }
  console.log(
    `\nA run is ${pace.messages} messages at ${pace.pace} a second in ${VISITORS} conversations, all tabs in sight. ` +
      `From the server's created_at to after\nthe frame that shows it, over all messages, tabs and runs ` +
      `(in brackets: least and most of a run).`,
  );
  print(all);
});
