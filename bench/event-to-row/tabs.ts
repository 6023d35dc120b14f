/** The tabs of a design, in a browser of their own: opened one after the other, all of them in sight. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import type { AtEnd } from '../support/bounded.ts';
import { bundle } from '../support/bundle.ts';
import { openBrowser, openWindow } from '../support/chromium.ts';
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
 * a socket per tab with the list asked for again at each event.
 */
export const DESIGNS = ['product', 'hub', 'naive'] as const;
export type Design = (typeof DESIGNS)[number];

/** Opens a tab of a design; its page is loaded, its list may not be there yet. */
type OpenTab = (page: Page) => Promise<unknown>;

export class Tabs {
  readonly context: BrowserContext;
  readonly #openTab: OpenTab;
  readonly #pages: Page[] = [];

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

  /** Opens tabs until there are so many, each with the rows of these conversations on screen. */
  async grow(count: number, conversationIds: readonly string[]): Promise<void> {
    while (this.#pages.length < count) {
      const page = await openWindow(this.context);
      await this.#openTab(page);
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

/** The inbox as it is, with the session where the app keeps it. */
async function product(context: BrowserContext, url: string, { session }: Administrator): Promise<OpenTab> {
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  // `access-token` last, as the app writes it.
  const stored = [
    ['user', JSON.stringify(session.user)],
    ...Object.entries(session.credentials).sort(([a], [b]) => b.localeCompare(a)),
  ];
  await page.evaluate(
    `for (const [name, value] of ${JSON.stringify(stored)}) localStorage.setItem(name, value)`,
  );
  await page.close();
  return (tab) => tab.goto(`${url}/charla-live-2?bot=${BOT_ID}&state=${STATE}`);
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
