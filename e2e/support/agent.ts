/** What an agent or supervisor does and sees in the inbox, by the names that are on the screen. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { call } from './calls.ts';
import { enter } from './enter.ts';

export const STATES = ['active', 'pending', 'taken', 'inactive', 'closed', 'archived'] as const;
export type Counters = Record<(typeof STATES)[number], number>;

const WIDE = { width: 1440, height: 900 };

/** One person's browser with any number of tabs on the inbox. */
export class Agent {
  readonly context: BrowserContext;
  readonly tabs: Page[] = [];
  readonly #url: string;

  private constructor(context: BrowserContext, url: string) {
    this.context = context;
    this.#url = url;
  }

  /**
   * Signs in and opens the inbox in this many tabs.
   *
   * @param viewport of all pages but the first, which is always wide
   */
  static async open(
    browser: Browser,
    url: string,
    email: string,
    tabs = 1,
    prepare?: (context: BrowserContext) => Promise<unknown>,
    viewport = WIDE,
  ): Promise<Agent> {
    const context = await browser.newContext({ viewport });
    await prepare?.(context);
    const agent = new Agent(context, url);
    const first = await context.newPage();
    if (viewport !== WIDE) await first.setViewportSize(WIDE);
    await enter(first, url, email);
    agent.tabs.push(first);
    await first.goto(`${url}/charla-live-2?bot=64`);
    // The first one has started the worker before there are others.
    if (tabs > 1) await agent.ready();
    for (let index = 1; index < tabs; index += 1) await agent.openTab();
    await agent.ready();
    return agent;
  }

  async openTab(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`${this.#url}/charla-live-2?bot=64`);
    this.tabs.push(page);
    return page;
  }

  get tab(): Page {
    const [first] = this.tabs;
    if (!first) throw new Error('No tab is open');
    return first;
  }

  /** Every tab shows figures. */
  async ready(): Promise<void> {
    for (const tab of this.tabs)
      await expect(tab.getByTestId('state-archived')).toHaveText(/\d/, { timeout: 60_000 });
  }

  /** The six figures that a tab shows. */
  async counters(tab: Page = this.tab): Promise<Counters> {
    const read = async (state: (typeof STATES)[number]) => {
      const text = (await tab.getByTestId(`state-${state}`).textContent()) ?? '';
      return [state, Number(text.replace(/\D/g, ''))] as const;
    };
    return Object.fromEntries(await Promise.all(STATES.map(read))) as Counters;
  }

  /** The same figures as a fresh load over HTTP gives this person. */
  async freshCounters(): Promise<Counters> {
    const path = '/svc/conversations/conversations/count_states_charla_live';
    const { body } = await call<{ base_counters: Counters }>(this.tab, 'POST', path, { bot_id: 64 });
    return body.base_counters;
  }

  /** The status that a GET of this address answers this person. */
  async status(path: string): Promise<number> {
    return (await call(this.tab, 'GET', path)).status;
  }

  /** Every tab shows exactly these figures, and so does a fresh load. */
  async expectCounters(expected: Counters): Promise<void> {
    for (const [index, tab] of this.tabs.entries()) {
      await expect
        .poll(() => this.counters(tab), { message: `counters of tab ${index + 1}` })
        .toEqual(expected);
    }
    expect(await this.freshCounters()).toEqual(expected);
  }

  /** Everything that this browser keeps of the product in IndexedDB, as text. */
  async kept(): Promise<string> {
    return await this.tab.evaluate(async () => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const plain = (value: unknown): unknown =>
        value instanceof Map
          ? [...value].map(plain)
          : value instanceof Uint8Array
            ? new TextDecoder().decode(value)
            : Array.isArray(value)
              ? value.map(plain)
              : value && typeof value === 'object'
                ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
                : value;
      const found: unknown[] = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await settled(indexedDB.open(name ?? ''));
        for (const store of database.objectStoreNames) {
          found.push(
            name,
            store,
            plain(await settled(database.transaction(store).objectStore(store).getAll())),
          );
        }
        database.close();
      }
      return JSON.stringify(found);
    });
  }

  async showState(state: (typeof STATES)[number], tab: Page = this.tab): Promise<void> {
    await tab.getByTestId(`state-${state}`).click();
  }

  /** The row of a conversation in the list. */
  row(id: string, tab: Page = this.tab) {
    return tab.locator(`[data-conversation="${id}"]`);
  }

  async openConversation(id: string, tab: Page = this.tab): Promise<void> {
    await this.row(id, tab).click();
    // The log of the one that was open before is no sign of this one.
    await expect(this.row(id, tab)).toHaveAttribute('aria-current', /./);
    await expect(tab.getByRole('log')).toBeVisible();
  }

  async reply(text: string, tab: Page = this.tab): Promise<void> {
    await tab.getByLabel('Respuesta', { exact: true }).fill(text);
    await tab.getByLabel('Respuesta', { exact: true }).press('Enter');
  }

  /** An action of the open conversation, in sight or in the menu. */
  async act(name: string, tab: Page = this.tab): Promise<void> {
    const toolbar = tab.getByRole('toolbar', { name: 'Acciones de la conversación' });
    const button = toolbar.getByRole('button', { name, exact: true });
    // Where it stands is only known once the conversation is there, and its panel beside it.
    await expect(toolbar).toBeVisible();
    const soon = { timeout: 5_000 };
    await expect(async () => {
      if (await button.isVisible()) return await button.click(soon);
      await toolbar.getByRole('button', { name: 'Más acciones' }).click(soon);
      await tab.getByRole('menuitem', { name, exact: true }).click(soon);
    }).toPass({ timeout: 60_000 });
  }
}

/** The figures after a change: what moved, the rest as before. */
export function moved(before: Counters, change: Partial<Counters>): Counters {
  return Object.fromEntries(STATES.map((state) => [state, before[state] + (change[state] ?? 0)])) as Counters;
}
