/**
 * `npm run bench:big`: an inbox of 10,000 conversations and a conversation of 5,000 messages, in the product (real
 * server process, real Chromium, SharedWorker) and in a plain page that holds all of it, in the same run. Scrolling is
 * judged by the tasks of Chromium's own trace, opening and typing by when the frame was painted. Nothing is asserted.
 * `-- --design product` (or `rich`, with the composer's editor with formats, or `naive`) measures one of them alone;
 * `-- --keys` measures typing in the conversation of 5,000 alone, in the plain field and in the editor, in turn,
 * and in a page that is nothing but a field.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { type DesignPage, openField, openNaive, openProduct, openRich } from './big-inbox/designs.ts';
import { BIG, BOT_ID, CONVERSATIONS, MESSAGES } from './big-inbox/measured.ts';
import { scroll, type Tasks, traced } from './big-inbox/trace.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { Visitors } from './event-to-row/visitors.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { machineLine } from './support/chromium.ts';
import { median, overRuns, percentile, printTable, whole } from './support/figures.ts';

const RUNS = 3;
/** A hurried finger: px, and px a second. */
const DISTANCE = 30_000;
const SPEED = 10_000;
/** Conversations that are opened in turn, beside the big one. */
const SMALL = Array.from({ length: 8 }, (_, place) => `big-${place + 2}`);
const KEYS = 'escribo una respuesta larga mientras siguen llegando mensajes de otras personas ';
/** Between keys: fast typing (ms). */
const STROKE = 60;
/** Both designs load everything there is, page by page, on whatever machine this is (ms). */
const LIMIT = 500_000;

interface Figures {
  list: Tasks[];
  log: Tasks[];
  openSmall: number[];
  openBig: number[];
  keys: number[];
}

async function scrolled(page: Page, selector: string): Promise<Tasks[]> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen.`);
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height, 700) / 2) };
  const runs: Tasks[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // There and back: the first rows are as good as the last ones.
    runs.push(
      await traced(page, (session) => scroll(session, at, run % 2 === 0 ? DISTANCE : -DISTANCE, SPEED)),
    );
  }
  return runs;
}

const click = (page: Page, id: string, shown: string): Promise<number> =>
  page.evaluate<number>(
    `probe.click(${JSON.stringify(`[data-conversation="${id}"]`)}, ${JSON.stringify(shown)})`,
  );
const toTop = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).scrollTop = 0`);

/** Milliseconds from each key to the frame that shows it, in the conversation of 5,000, which is loaded. */
async function typed(design: DesignPage, visitors: Visitors, reader: Administrator): Promise<number[]> {
  const { page, shown } = design;
  await click(page, BIG, shown(BIG));
  await design.write();
  return keysIn(page, visitors, reader);
}

async function keysIn(page: Page, visitors: Visitors, reader: Administrator): Promise<number[]> {
  await page.evaluate('probe.keys()');
  // Messages come to other conversations of the list meanwhile, five a second.
  const talk = visitors.write(25, 5, reader);
  await page.keyboard.type(KEYS, { delay: STROKE });
  await talk;
  return page.evaluate<number[]>('probe.keys()');
}

async function measure(design: DesignPage, visitors: Visitors, reader: Administrator): Promise<Figures> {
  const { page, shown } = design;
  const began = Date.now();
  const done = (what: string) =>
    console.log(`${design.name}: ${what} (${whole((Date.now() - began) / 1_000)} s)`);
  await design.loadList();
  done(`${whole(CONVERSATIONS)} conversations are there`);
  await toTop(page, design.list);
  await pause(500);
  const list = await scrolled(page, design.list);
  done('the list was scrolled');
  await toTop(page, design.list);
  await pause(500);
  await click(page, BIG, shown(BIG));
  await design.loadLog();
  done(`${whole(MESSAGES)} messages are there`);
  await toTop(page, design.log);
  await pause(500);
  const log = await scrolled(page, design.log);
  done('the conversation was scrolled');

  // Once, so that they are in memory; then as people open them, in a tab that holds nothing yet where there is one.
  for (const id of SMALL) await click(page, id, shown(id));
  const openSmall: number[] = [];
  const openBig: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const tab = (await design.freshTab?.()) ?? page;
    for (const id of SMALL) {
      openSmall.push(await click(tab, id, shown(id)));
      await pause(100);
    }
    openBig.push(await click(tab, BIG, shown(BIG)));
    if (tab !== page) await tab.close();
  }
  done('conversations were opened');

  return { list, log, openSmall, openBig, keys: await typed(design, visitors, reader) };
}

const tasks = (runs: readonly Tasks[]) => [
  overRuns(runs.map(({ longest }) => longest)),
  overRuns(runs.map(({ long }) => long)),
  overRuns(runs.map(({ busy }) => busy)),
  overRuns(runs.map(({ ownLongest }) => ownLongest)),
  overRuns(runs.map(({ ownLong }) => ownLong)),
];
const spread = (values: readonly number[]) =>
  [Math.min(...values), median(values), percentile(values, 0.95), Math.max(...values)].map(whole).join(' / ');

const { values: options } = parseArgs({ options: { design: { type: 'string' }, keys: { type: 'boolean' } } });
const known = { product: openProduct, rich: openRich, naive: openNaive };
const designs = Object.entries(known).flatMap(([name, open]) =>
  options.design === undefined || options.design === name ? [open] : [],
);

await bounded(LIMIT, async (atEnd) => {
  const launching = ServerProcess.launch();
  atEnd(async () => (await launching).close());
  const server = await launching;
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: MESSAGES });
  const administrator = await Administrator.signIn(server.url);
  const visitors = await Visitors.open(server.url, BOT_ID, 5);
  atEnd(async () => visitors.close());
  if (options.keys) return typedInTurn(server.url, administrator, visitors, atEnd);
  const all: { name: string; figures: Figures }[] = [];
  for (const open of designs) {
    const design = await open(server.url, administrator, atEnd);
    if (all.length === 0) console.log(`Big inbox\n${machineLine(design.context)}`);
    all.push({ name: design.name, figures: await measure(design, visitors, administrator) });
    await design.context.close();
    // What was measured is printed, whatever becomes of the next.
    print(all);
  }
});

async function typedInTurn(
  url: string,
  reader: Administrator,
  visitors: Visitors,
  atEnd: AtEnd,
): Promise<void> {
  const rows: string[][] = [];
  const add = (name: string, keys: number[]) => rows.push([name, spread(keys), whole(loadavg()[0] ?? 0)]);
  const bare = async () => {
    const { context, page } = await openField(url, atEnd);
    add('raw limit: a page of one field', await keysIn(page, visitors, reader));
    await context.close();
  };
  await bare();
  for (const open of [openProduct, openRich, openProduct, openRich]) {
    const design = await open(url, reader, atEnd);
    if (rows.length === 1) console.log(`Typing in a big inbox\n${machineLine(design.context)}`);
    await click(design.page, BIG, design.shown(BIG));
    await design.loadLog();
    add(design.name, await typed(design, visitors, reader));
    await design.context.close();
  }
  await bare();
  printTable(['field', 'a key while messages come, ms: least / median / 95 % / most', 'load'], rows);
}

function print(all: readonly { name: string; figures: Figures }[]): void {
  console.log(
    `\nScrolling ${whole(DISTANCE)} px at ${whole(SPEED)} px/s, by the trace of the main thread; median of ${RUNS} runs (least–most).`,
  );
  printTable(
    [
      'scrolling',
      'longest task ms',
      'tasks over 50 ms',
      'busy ms',
      'longest, own time',
      'over 50 ms, own time',
    ],
    all.flatMap(({ name, figures }) => [
      [`${name}: list of ${whole(CONVERSATIONS)}`, ...tasks(figures.list)],
      [`${name}: conversation of ${whole(MESSAGES)}`, ...tasks(figures.log)],
    ]),
  );
  console.log('\nMilliseconds to the painted frame: least / median / 95 % / most.');
  printTable(
    ['design', 'open, from memory', `open with ${whole(MESSAGES)} in memory`, 'a key while messages come'],
    all.map(({ name, figures }) => [
      name,
      spread(figures.openSmall),
      spread(figures.openBig),
      spread(figures.keys),
    ]),
  );
}
