/**
 * `npm run bench:ingest`: 100,000 events into the hub's log and fold, in a worker of a real Chromium with its profile
 * on disk, next to the naive design (a record per event, counters counted again each time) in the same run. Then a cold
 * open of what is stored. Figures are medians over the runs, with least and most; nothing is asserted about time.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Alone, Answers, Design, Ingested, Job, Opened } from './hub-ingest/measured.ts';
import { bounded } from './support/bounded.ts';
import { bundle } from './support/bundle.ts';
import { machineLine, openBrowser } from './support/chromium.ts';
import { overRuns, printTable, times, whole } from './support/figures.ts';

const EVENTS = 100_000;
const RUNS = 3;
const BATCHES = [1, 100, 1_000];
const DESIGNS: readonly Design[] = ['ours', 'naive'];
/** One record per transaction is so slow that fewer say as much. */
const NAIVE_SINGLES = 5_000;
/** A measurement that is not done by then counts what it did (ms). */
const CAP = 20_000;
/** No run is begun that would not end by then, and nothing goes on after the limit (ms). */
const ENOUGH = 220_000;
const LIMIT = 240_000;

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Page and worker on a port of their own. */
async function serve(): Promise<{ url: string; close(): Promise<void> }> {
  const page = await readFile(local('./hub-ingest/page.html'));
  const worker = await bundle(local('./hub-ingest/worker.ts'));
  const server = createServer((request, response) => {
    const script = request.url === '/worker.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ? worker : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function measure<J extends Job>(page: Page, job: J): Promise<Answers[J['kind']]> {
  return await page.evaluate(`measure(${JSON.stringify(job)})`);
}

interface Run {
  ingested: Map<string, Ingested>;
  opened: Map<Design, Opened>;
  alone: Alone;
}

async function runOnce(page: Page): Promise<Run> {
  const ingested = new Map<string, Ingested>();
  for (const batch of BATCHES) {
    for (const design of DESIGNS) {
      const events = design === 'naive' && batch === 1 ? NAIVE_SINGLES : EVENTS;
      ingested.set(
        `${design} ${batch}`,
        await measure(page, { kind: 'ingest', design, batch, events, cap: CAP }),
      );
    }
  }
  const opened = new Map<Design, Opened>();
  for (const design of DESIGNS) {
    // The naive records of the last batch are all there, unless they were too slow.
    const filled = design === 'naive' && ingested.get(`naive ${BATCHES.at(-1)}`)?.events === EVENTS;
    if (!filled) await measure(page, { kind: 'fill', design, events: EVENTS });
    opened.set(design, await measure(page, { kind: 'open', design }));
  }
  return { ingested, opened, alone: await measure(page, { kind: 'alone', events: EVENTS }) };
}

function print(runs: readonly Run[]): void {
  const rates = (design: Design, batch: number) =>
    runs.flatMap(({ ingested }) => {
      const one = ingested.get(`${design} ${batch}`);
      return one ? [(one.events / one.ms) * 1_000] : [];
    });
  console.log('\nAppend and fold until stored, events/s');
  printTable(
    ['batch', 'hub (segments)', 'naive (a record each)', 'hub is faster'],
    BATCHES.map((batch) => {
      const [ours, naive] = [rates('ours', batch), rates('naive', batch)];
      return [String(batch), overRuns(ours), overRuns(naive), times(ours, naive)];
    }),
  );
  const opens = (design: Design) => runs.flatMap(({ opened }) => opened.get(design) ?? []);
  const ms = (design: Design) => opens(design).map((one) => one.ms);
  console.log(
    `\nCold open after ${whole(EVENTS)} events: a fresh worker, from opening the database to a folded inbox`,
  );
  printTable(
    ['design', 'ms', 'events folded'],
    DESIGNS.map((design) => [
      design === 'ours' ? 'hub (snapshot and tail)' : 'naive (all records)',
      overRuns(ms(design)),
      whole(opens(design)[0]?.folded ?? Number.NaN),
    ]),
  );
  console.log(`The hub is ready ${times(ms('naive'), ms('ours'))} sooner.`);
  const perSecond = (pick: (alone: Alone) => number) =>
    overRuns(runs.map(({ alone }) => (EVENTS / pick(alone)) * 1_000));
  console.log(
    `\nWithout storage, events/s: reading by schema ${perSecond(({ readMs }) => readMs)}, ` +
      `fold ${perSecond(({ foldMs }) => foldMs)}`,
  );
}

/** Fast and wrong is no figure: both designs have to end with the same counters. */
function check(runs: readonly Run[]): void {
  const ends = runs.flatMap(({ opened }) =>
    [...opened.values()].map(({ seq, matrix }) => JSON.stringify([seq, matrix])),
  );
  if (new Set(ends).size !== 1) throw new Error('The designs end with different counters.');
  console.log('Both designs end with the same counters.');
}

await bounded(LIMIT, async (atEnd) => {
  const began = Date.now();
  const site = await serve();
  atEnd(() => site.close());
  const context = await openBrowser(atEnd);
  const page = await context.newPage();
  await page.goto(site.url);
  console.log(`Hub ingest: ${whole(EVENTS)} events into log and fold`);
  console.log(machineLine(context));
  const runs: Run[] = [];
  let longest = 0;
  while (runs.length < RUNS && Date.now() - began + longest < ENOUGH) {
    const from = Date.now();
    runs.push(await runOnce(page));
    longest = Math.max(longest, Date.now() - from);
    console.log(`run ${runs.length} of ${RUNS} after ${whole((Date.now() - began) / 1_000)} s`);
  }
  const bytes = runs[0]?.alone.bytes ?? Number.NaN;
  console.log(
    `Events of ${whole(bytes)} bytes (JSON); median (least–most) of ${runs.length} runs. ` +
      `Naive at batch 1: ${whole(NAIVE_SINGLES)} events.`,
  );
  print(runs);
  check(runs);
});
