/**
 * `npm run bench:start`: how long until the first row is painted, at a bot with 10,000 waiting conversations and a log
 * of 100,000 events that this browser has followed: in a browser that was just opened (no worker lives), in a new tab
 * while the worker lives, on a very first visit, and in the naive design, which fetches everything again. Counted from
 * the beginning of the navigation. The raw limit is a page of one row and no script. Then the same from a place whose
 * round trips take 100 ms: what comes in a row shows there.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { BOT_ID, type NaiveStart } from './big-inbox/measured.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { STORED } from './event-to-row/tabs.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { bundle } from './support/bundle.ts';
import { makeProfile, openBrowser, openWindow } from './support/chromium.ts';
import { median, overRuns, printTable, times, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { QUICK, tellRatio } from './support/ratios.ts';
import { keepSession } from './support/session.ts';
import { slowLine } from './support/slow-line.ts';

const CONVERSATIONS = 10_000;
const EVENTS = QUICK ? 20_000 : 100_000;
const BURST = 10_000;
/** Conversations that the events are about, in turn. */
const TALKING = 2_000;
const RUNS = QUICK ? 3 : 5;
/** Of a line from far away (ms), and so many runs. */
const FAR = 100;
const FAR_RUNS = 3;
const PATIENCE = 60_000;
const LIMIT = 600_000;
/** A window is opened some time before anything is looked at in it: Chromium builds a page of its own for its address bar. */
const SETTLED = 1_500;
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page tells of its rows: whoever asks for them meanwhile has it read a script of some hundred kB between its own. */
async function rowsOf(page: Page, begin: () => Promise<unknown>): Promise<{ first: number; own: number }> {
  const told = (row: 'firstRow' | 'ownRow') =>
    page.waitForEvent('console', { predicate: (said) => said.text() === row, timeout: PATIENCE });
  const both = Promise.all([told('firstRow'), told('ownRow')]);
  await begin();
  await both;
  return page.evaluate('({ first: window.firstRow, own: window.ownRow })');
}
async function settledWindow(context: BrowserContext): Promise<Page> {
  const page = await openWindow(context);
  await pause(SETTLED);
  return page;
}
const inboxOf = (url: string) => `${url}/charla-live-2?bot=${BOT_ID}&state=pending`;

/** Follows a log of so many events, until the hub has it on disk. */
async function follow(context: BrowserContext, server: ServerProcess): Promise<void> {
  const page = await settledWindow(context);
  await page.goto(inboxOf(server.url));
  // What the hub has read before it follows is no part of its log.
  await page.getByTestId('state-pending').filter({ hasText: /\d/ }).waitFor({ timeout: PATIENCE });
  const ids = Array.from({ length: TALKING }, (_, index) => `big-${index + 1}`);
  for (let first = 1; first <= EVENTS; first += BURST) {
    const { seq } = await ask.burst(server, { bot: BOT_ID, ids, first, count: BURST });
    for (const end = Date.now() + PATIENCE; (await page.evaluate<number>(STORED)) < seq; await pause(50)) {
      if (Date.now() > end) throw new Error('The hub did not follow.');
    }
  }
  await page.close();
}

interface Figures {
  cold: number[];
  /** Until the page’s own row took the place of the kept one. */
  coldOwn: number[];
  tab: number[];
  tabOwn: number[];
  first: number[];
  naive: number[];
  raw: number[];
}

async function runOnce(
  url: string,
  administrator: Administrator,
  profile: string,
  figures: Figures,
  atEnd: AtEnd,
): Promise<void> {
  const probe = await bundle(local('./support/first-row.ts'));
  const context = await openBrowser(atEnd, profile);
  await context.addInitScript({ content: probe });
  const opened = await settledWindow(context);
  const cold = await rowsOf(opened, () => opened.goto(inboxOf(url)));
  figures.cold.push(cold.first);
  figures.coldOwn.push(cold.own);
  await pause(1_000);
  const second = await settledWindow(context);
  const tab = await rowsOf(second, () => second.goto(inboxOf(url)));
  figures.tab.push(tab.first);
  figures.tabOwn.push(tab.own);
  await context.close();

  const fresh = await openBrowser(atEnd);
  await fresh.addInitScript({ content: probe });
  await keepSession(fresh, url, administrator.session);
  const plain = await settledWindow(fresh);
  await plain.route('**/raw', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p data-conversation="1">one row</p>' }),
  );
  figures.raw.push((await rowsOf(plain, () => plain.goto(`${url}/raw`))).first);
  const naive = await settledWindow(fresh);
  await naive.goto(`${url}/healthz`);
  await naive.addScriptTag({ content: await bundle(local('./big-inbox/naive-page.ts')) });
  const start: NaiveStart = { credentials: administrator.session.credentials, botId: BOT_ID };
  const fetched = await rowsOf(naive, () => naive.evaluate(`startNaive(${JSON.stringify(start)})`));
  figures.naive.push(fetched.first);
  await naive.close();
  const visit = await settledWindow(fresh);
  figures.first.push((await rowsOf(visit, () => visit.goto(inboxOf(url)))).first);
  await fresh.close();
}

/** A profile that has been here, with the log if it followed. */
async function usedProfile(
  atEnd: AtEnd,
  url: string,
  administrator: Administrator,
  before?: (context: BrowserContext) => Promise<void>,
): Promise<string> {
  const profile = await makeProfile(atEnd);
  const context = await openBrowser(atEnd, profile);
  await context.addInitScript({ content: await bundle(local('./support/first-row.ts')) });
  await keepSession(context, url, administrator.session);
  await before?.(context);
  // Opened twice, so that Chromium has kept the compiled scripts as it does for a page of every day.
  for (let visit = 0; visit < 2; visit += 1) {
    const warm = await settledWindow(context);
    await rowsOf(warm, () => warm.goto(inboxOf(url)));
    // As a page of every day leaves it: files and the look of the list are kept once nobody waits for anything.
    await warm.waitForFunction("localStorage.getItem('first-screen') !== null", undefined, {
      timeout: PATIENCE,
    });
    await pause(1_000);
    await warm.close();
  }
  await context.close();
  return profile;
}

async function measured(
  atEnd: AtEnd,
  { url, profile, runs }: { url: string; profile: string; runs: number },
  administrator: Administrator,
): Promise<Figures> {
  const figures: Figures = { cold: [], coldOwn: [], tab: [], tabOwn: [], first: [], naive: [], raw: [] };
  for (let run = 0; run < runs; run += 1) {
    await runOnce(url, administrator, profile, figures, atEnd);
    console.error(`run ${run + 1} of ${runs}`);
  }
  return figures;
}

function print({ cold, coldOwn, tab, tabOwn, first, naive, raw }: Figures): void {
  const against = (values: number[]) => times(values, raw);
  printTable(
    ['start', 'ms', 'of the raw limit'],
    [
      ['browser just opened, log on disk', overRuns(cold), against(cold)],
      ['… until its own rows are there', overRuns(coldOwn), against(coldOwn)],
      ['new tab while the worker lives', overRuns(tab), against(tab)],
      ['… until its own rows are there', overRuns(tabOwn), against(tabOwn)],
      ['very first visit (empty profile)', overRuns(first), against(first)],
      ['naive: everything fetched again', overRuns(naive), against(naive)],
      ['raw limit: a page of one row, no script', overRuns(raw), ''],
    ],
  );
}

await bounded(LIMIT, async (atEnd) => {
  const server = await launchServer(atEnd);
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: 20 });
  const administrator = await Administrator.signIn(server.url);
  const profile = await usedProfile(atEnd, server.url, administrator, (context) => follow(context, server));
  console.error(`${whole(EVENTS)} events are stored`);
  const near = await measured(atEnd, { url: server.url, profile, runs: RUNS }, administrator);
  const { cold, coldOwn, naive } = near;
  console.log(
    `From the beginning of the navigation to the first painted row, ${whole(CONVERSATIONS)} conversations waiting, a ` +
      `log of ${whole(EVENTS)} events; median (least–most) of ${RUNS} runs. The naive design takes ` +
      `${times(naive, cold)} the time of a cold start (${whole(median(naive) - median(cold))} ms more), ` +
      `${times(naive, coldOwn)} of one until its own rows are there.`,
  );
  print(near);
  tellRatio('new tab, of a page of one row', median(near.tab) / median(near.raw));
  tellRatio('cold start, of a page of one row', median(cold) / median(near.raw));
  tellRatio('first visit, of a page of one row', median(near.first) / median(near.raw));
  tellRatio('everything fetched again, of a cold start', median(naive) / median(cold));
  if (QUICK) return;

  const url = await slowLine(atEnd, server.url, FAR);
  const known = await usedProfile(atEnd, url, administrator);
  const far = await measured(atEnd, { url, profile: known, runs: FAR_RUNS }, administrator);
  console.log(`The same where each round trip takes ${FAR} ms; ${FAR_RUNS} runs.`);
  print(far);
});
