/** Both designs behind one face: the product, and the plain page that holds everything. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import type { Administrator } from '../event-to-row/administrator.ts';
import type { AtEnd } from '../support/bounded.ts';
import { bundle } from '../support/bundle.ts';
import { openBrowser, openWindow } from '../support/chromium.ts';
import { keepSession } from '../support/session.ts';
import { BIG, BOT_ID, CONVERSATIONS, MESSAGES, type NaiveStart } from './measured.ts';

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** For what has to be asked for in many pages (ms). */
const PATIENCE = 90_000;

/** A name as the filled server gives it (e2e/support/serve.mjs). */
const NAMES = ['Rosa', 'Luis', 'Camila', 'Diego', 'Fernanda', 'Joaquín'];
const leadOf = (id: string): string => {
  const number = Number(id.replace('big-', ''));
  return `${NAMES[number % NAMES.length]} ${number}`;
};

export interface DesignPage {
  name: string;
  context: BrowserContext;
  page: Page;
  /** What scrolls. */
  list: string;
  log: string;
  /** Finds something of the conversation's log once it is shown. */
  shown(id: string): string;
  /** A tab that holds nothing yet, beside the one that does; null: there is no other memory than the tab's. */
  freshTab: (() => Promise<Page>) | null;
  /** Everything of the list, and of the big conversation, has been loaded. */
  loadList(): Promise<void>;
  loadLog(): Promise<void>;
  /** The cursor stands where one writes. */
  write(): Promise<void>;
}

/** Scrolls to one end again and again until there is no more to load. */
async function loadAll(page: Page, scroller: string, top: number, complete: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(20)) {
    const done = await page.evaluate<boolean>(`{
      const scroller = document.querySelector(${JSON.stringify(scroller)});
      scroller.scrollTop = ${top};
      ${complete};
    }`);
    if (done) return;
  }
  throw new Error(`Not everything was loaded within ${PATIENCE / 1_000} s.`);
}

/** The product with the composer's editor with formats. */
export const openRich: typeof openProduct = async (url, administrator, atEnd) => ({
  ...(await openProduct(url, administrator, atEnd, true)),
  name: 'product, with formats',
});

export async function openProduct(
  url: string,
  { session }: Administrator,
  atEnd: AtEnd,
  rich = false,
): Promise<DesignPage> {
  const context = await openBrowser(atEnd);
  context.setDefaultTimeout(PATIENCE);
  if (rich) await context.addInitScript(`localStorage.setItem('inbox-rich-editor', 'true')`);
  await context.addInitScript({ content: await bundle(local('./probe.ts')) });
  await keepSession(context, url, session);
  const openTab = async () => {
    const tab = await openWindow(context);
    await tab.goto(`${url}/charla-live-2?bot=${BOT_ID}&state=pending&order=recent`);
    await tab.locator(`[data-conversation="${BIG}"]`).waitFor();
    return tab;
  };
  const page = await openTab();
  const rows = ':has(> ul[aria-label="Pendientes"])';
  const list = ':has(> div > ul[aria-label="Pendientes"])';
  const log = '[role="log"]';
  return {
    name: 'product',
    context,
    page,
    list,
    log,
    shown: (id) => `${log}[aria-label="Mensajes con ${leadOf(id)}"] article`,
    freshTab: openTab,
    loadList: () =>
      loadAll(
        page,
        list,
        1e9,
        `document.querySelector(${JSON.stringify(rows)}).getBoundingClientRect().height >= ${CONVERSATIONS * 70}`,
      ),
    loadLog: () =>
      loadAll(
        page,
        log,
        0,
        `[...scroller.querySelectorAll('article')].some((one) => /Mensaje 1(?!\\d)/.test(one.textContent))`,
      ),
    async write() {
      await page.getByRole('tab', { name: 'Nota interna' }).click();
      if (rich) await page.locator('#composer-panel [contenteditable="true"]').waitFor();
      await page.getByRole('textbox', { name: 'Nota interna' }).click();
    },
  };
}

export async function openNaive(url: string, { session }: Administrator, atEnd: AtEnd): Promise<DesignPage> {
  const context = await openBrowser(atEnd);
  await context.addInitScript({ content: await bundle(local('./probe.ts')) });
  const page = await openWindow(context);
  await page.goto(`${url}/healthz`);
  await page.addScriptTag({ content: await bundle(local('./naive-page.ts')) });
  const start: NaiveStart = { credentials: session.credentials, botId: BOT_ID };
  const shown = (id: string) => `article[data-of="${id}"]`;
  return {
    name: 'naive',
    context,
    page,
    list: '.list',
    log: '.log',
    shown,
    freshTab: null,
    async loadList() {
      await page.evaluate(`startNaive(${JSON.stringify(start)})`);
      await page
        .locator(`[data-conversation="big-${CONVERSATIONS}"]`)
        .waitFor({ state: 'attached', timeout: PATIENCE });
    },
    async loadLog() {
      await page
        .locator(`${shown(BIG)} >> nth=${MESSAGES - 1}`)
        .waitFor({ state: 'attached', timeout: PATIENCE });
    },
    write: () => page.locator('textarea').click(),
  };
}

/** A page that is nothing but a field: what the browser itself takes from a key to its frame. */
export async function openField(url: string, atEnd: AtEnd): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openBrowser(atEnd);
  await context.addInitScript({ content: await bundle(local('./probe.ts')) });
  const page = await openWindow(context);
  await page.goto(`${url}/healthz`);
  await page.evaluate(`document.body.replaceChildren(document.createElement('textarea'))`);
  await page.locator('textarea').click();
  return { context, page };
}
