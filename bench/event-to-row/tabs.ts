/** The tabs of a design, in a browser of their own: opened one after the other, all of them in sight. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import type { AtEnd } from '../support/bounded.ts';
import { bundle } from '../support/bundle.ts';
import { openBrowser, openWindow } from '../support/chromium.ts';
import { keepSession } from '../support/session.ts';
import type { Administrator } from './administrator.ts';
import type { Painted, PaintWindow, PlainStart, PlainWindow } from './measured.ts';

export const BOT_ID = 64;
const STATE = 'pending';
/** Rows that the product's list loads at once; the naive list gets as many. */
const LIST_ITEMS = 40;
/** For a page, or what it shows, to be there (ms). */
const READY = 30_000;

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `product`: the inbox as it is. `hub` and `naive` show the same plain list: fed by the product's SharedWorker, and by
 * a socket per tab with the list asked for again at each event. `store`: a socket and a store in every tab.
 */
export const DESIGNS = ['product', 'hub', 'naive'] as const;
export type Design = (typeof DESIGNS)[number] | 'store';

/** Says that the page is not in sight, as the browser does of a tab behind others; windows are always in sight here. */
const HIDDEN = `Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
Object.defineProperty(Document.prototype, 'hidden', { get: () => true });`;

/** Opens a tab of a design; its page is loaded, its list may not be there yet. */
type OpenTab = (page: Page) => Promise<unknown>;

export class Tabs {
  readonly context: BrowserContext;
  readonly #openTab: OpenTab;
  readonly #pages: Page[] = [];
  readonly #behind: Page[] = [];

  private constructor(context: BrowserContext, openTab: OpenTab) {
    this.context = context;
    this.#openTab = openTab;
  }

  /** A browser without tabs, the administrator signed in. */
  static async open(design: Design, url: string, administrator: Administrator, atEnd: AtEnd): Promise<Tabs> {
    const context = await openBrowser(atEnd);
    await context.addInitScript({ content: await bundle(local('./paint-clock.ts')) });
    const openTab =
      design === 'product'
        ? await product(context, url, administrator)
        : await plain(local(`./${design}-page.ts`), url, administrator);
    return new Tabs(context, openTab);
  }

  /** Opens tabs until there are so many, each with a row on screen, and with those of these conversations. */
  async grow(count: number, conversationIds: readonly string[] = []): Promise<void> {
    while (this.#pages.length < count) {
      const page = await openWindow(this.context);
      await this.#openTab(page);
      await page.locator('[data-conversation]').first().waitFor({ timeout: READY });
      for (const id of conversationIds) {
        await page.locator(`[data-conversation="${id}"]`).waitFor({ timeout: READY });
      }
      this.#pages.push(page);
    }
    const visible = await this.#ask<string>('document.visibilityState');
    if (visible.some((state) => state !== 'visible'))
      throw new Error('A tab is hidden, so nothing is painted.');
  }

  /** By tab: what its rows have shown so far. */
  async painted(): Promise<PaintWindow['painted'][]> {
    return await this.#ask<Painted[]>('painted');
  }

  /** When each tab had painted this number (ms since 1970); asks nothing of the pages until then. */
  paintedOf(number: number): Promise<number[]> {
    return this.#ask<number>(`paintedOf(${number})`);
  }

  /** Opens tabs behind the first one until there are so many: loaded, and out of sight. */
  async growHidden(count: number): Promise<void> {
    while (this.#behind.length < count - 1) {
      const page = await openWindow(this.context);
      await page.addInitScript({ content: HIDDEN });
      await this.#openTab(page);
      await page.locator('body :first-child').first().waitFor({ state: 'attached', timeout: READY });
      this.#behind.push(page);
    }
  }

  /** The newest number of the log that the hub has stored on disk; 0 before there is a log. */
  async stored(): Promise<number> {
    const [page] = this.#pages;
    return page ? await page.evaluate<number>(STORED) : 0;
  }

  /** How often the tabs of the naive design asked for the list, all together. */
  async questions(): Promise<PlainWindow['asked']> {
    const tallies = await this.#ask<PlainWindow['asked'] | null>('globalThis.asked ?? null');
    const sum = { underWay: 0, answered: 0, failed: 0 };
    for (const tally of tallies) {
      sum.underWay += tally?.underWay ?? 0;
      sum.answered += tally?.answered ?? 0;
      sum.failed += tally?.failed ?? 0;
    }
    return sum;
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  #ask<T>(expression: string): Promise<T[]> {
    return Promise.all(this.#pages.map((page) => page.evaluate<T>(expression)));
  }
}

/** Reads the end of the hub's segments from a page of its origin. */
export const STORED = `(async () => {
  const known = (await indexedDB.databases()).find(({ name }) => name.startsWith('charla-log:'));
  if (!known) return 0;
  const wait = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await wait(indexedDB.open(known.name));
  const segments = database.transaction('segments').objectStore('segments');
  const key = await wait(segments.openKeyCursor(null, 'prev'));
  // Reading the events costs what is being measured: only when there are newer ones.
  globalThis.segmentRead ??= { from: 0, to: 0 };
  if (key && key.key !== segmentRead.from)
    globalThis.segmentRead = { from: key.key, to: (await wait(segments.get(key.key))).to };
  database.close();
  return segmentRead.to;
})()`;

/** The inbox as it is, with the session where the app keeps it. */
async function product(context: BrowserContext, url: string, { session }: Administrator): Promise<OpenTab> {
  await keepSession(context, url, session);
  let follows = false;
  return async (tab) => {
    await tab.goto(`${url}/charla-live-2?bot=${BOT_ID}&state=${STATE}&order=recent`);
    if (follows) return;
    // The first tab shows its rows before there is a hub (docs/decisions/0098); its figures are the hub's.
    await tab.getByTestId(`state-${STATE}`).filter({ hasText: /\d/ }).waitFor({ timeout: READY });
    follows = true;
  };
}

/** A bare page of the server's origin with a script that shows the plain list. */
async function plain(entry: string, url: string, { session }: Administrator): Promise<OpenTab> {
  const script = await bundle(entry);
  const start: PlainStart = {
    ...session,
    botId: BOT_ID,
    state: STATE,
    items: LIST_ITEMS,
    worker: await builtWorker(),
  };
  return async (tab) => {
    await tab.goto(`${url}/healthz`);
    await tab.addScriptTag({ content: script });
    await tab.evaluate(`startPlain(${JSON.stringify(start)})`);
  };
}

/** The address of the hub that `npm run build` made. */
async function builtWorker(): Promise<string> {
  const names = await readdir(local('../../dist/client/assets'));
  const name = names.find((one) => /^worker-hub-.*\.js$/.test(one));
  if (!name) throw new Error('There is no built hub: npm run build');
  return `/assets/${name}`;
}
