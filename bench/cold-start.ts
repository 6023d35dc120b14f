/**
 * `npm run bench:start`: how long until the first row is painted, at a bot with 10,000 waiting conversations and a log
 * of 100,000 events that this browser has followed: in a browser that was just opened (no worker lives), in a new tab
 * while the worker lives, on a very first visit, and in the naive design, which fetches everything again. Counted from
 * the beginning of the navigation. The raw limit is a page of one row and no script.
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
import { keepSession } from './support/session.ts';

const CONVERSATIONS = 10_000;
const EVENTS = 100_000;
const BURST = 10_000;
/** Conversations that the events are about, in turn. */
const TALKING = 2_000;
const RUNS = 5;
const PATIENCE = 60_000;
const LIMIT = 480_000;
const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const firstRow = async (page: Page): Promise<number> => {
  await page.waitForFunction('window.firstRow !== null', undefined, { timeout: PATIENCE });
  return page.evaluate<number>('window.firstRow');
};
const inboxOf = (url: string) => `${url}/charla-live-2?bot=${BOT_ID}&state=pending`;

/** Follows a log of so many events, until the hub has it on disk. */
async function follow(context: BrowserContext, server: ServerProcess): Promise<void> {
  const page = await openWindow(context);
  await page.goto(inboxOf(server.url));
  await firstRow(page);
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
  tab: number[];
  first: number[];
  naive: number[];
  raw: number[];
}

async function runOnce(
  server: ServerProcess,
  administrator: Administrator,
  profile: string,
  figures: Figures,
  atEnd: AtEnd,
): Promise<void> {
  const probe = await bundle(local('./support/first-row.ts'));
  const context = await openBrowser(atEnd, profile);
  await context.addInitScript({ content: probe });
  const opened = await openWindow(context);
  await opened.goto(inboxOf(server.url));
  figures.cold.push(await firstRow(opened));
  await pause(1_000);
  const second = await openWindow(context);
  await second.goto(inboxOf(server.url));
  figures.tab.push(await firstRow(second));
  await context.close();

  const fresh = await openBrowser(atEnd);
  await fresh.addInitScript({ content: probe });
  await keepSession(fresh, server.url, administrator.session);
  const plain = await openWindow(fresh);
  await plain.route('**/raw', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p data-conversation="1">one row</p>' }),
  );
  await plain.goto(`${server.url}/raw`);
  figures.raw.push(await firstRow(plain));
  const naive = await openWindow(fresh);
  await naive.goto(`${server.url}/healthz`);
  await naive.addScriptTag({ content: await bundle(local('./big-inbox/naive-page.ts')) });
  const start: NaiveStart = { credentials: administrator.session.credentials, botId: BOT_ID };
  await naive.evaluate(`startNaive(${JSON.stringify(start)})`);
  figures.naive.push(await firstRow(naive));
  await naive.close();
  const visit = await openWindow(fresh);
  await visit.goto(inboxOf(server.url));
  figures.first.push(await firstRow(visit));
  await fresh.close();
}

await bounded(LIMIT, async (atEnd) => {
  const server = await launchServer(atEnd);
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: 20 });
  const administrator = await Administrator.signIn(server.url);
  const profile = await makeProfile(atEnd);
  const context = await openBrowser(atEnd, profile);
  await context.addInitScript({ content: await bundle(local('./support/first-row.ts')) });
  await keepSession(context, server.url, administrator.session);
  await follow(context, server);
  // Opened once more, so that Chromium has kept the compiled scripts as it does for a page of every day.
  const warm = await openWindow(context);
  await warm.goto(inboxOf(server.url));
  await firstRow(warm);
  await context.close();
  console.error(`${whole(EVENTS)} events are stored`);

  const figures: Figures = { cold: [], tab: [], first: [], naive: [], raw: [] };
  for (let run = 0; run < RUNS; run += 1) {
    await runOnce(server, administrator, profile, figures, atEnd);
    console.error(`run ${run + 1} of ${RUNS}`);
  }
  const { cold, tab, first, naive, raw } = figures;
  console.log(
    `From the beginning of the navigation to the first painted row, ${whole(CONVERSATIONS)} conversations waiting, a ` +
      `log of ${whole(EVENTS)} events; median (least–most) of ${RUNS} runs. The naive design takes ` +
      `${times(naive, cold)} the time of a cold start (${whole(median(naive) - median(cold))} ms more).`,
  );
  printTable(
    ['start', 'ms'],
    [
      ['browser just opened, log on disk', overRuns(cold)],
      ['new tab while the worker lives', overRuns(tab)],
      ['very first visit (empty profile)', overRuns(first)],
      ['naive: everything fetched again', overRuns(naive)],
      ['raw limit: a page of one row, no script', overRuns(raw)],
    ],
  );
});
