/** Somebody in a browser of their own, on any screen: signing in, looking with axe, walking. */
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { PASSWORD } from './agent.ts';

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface PersonOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** A browser with its first page; what the page logged as an error fails the test at `close`. */
export class Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  static async open(browser: Browser, url: string, options: PersonOptions = {}): Promise<Person> {
    const context = await browser.newContext({
      viewport: options.viewport ?? WIDE,
      colorScheme: options.colorScheme ?? 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return new Person(context, await context.newPage(), url);
  }

  /** Opens a browser and signs in; shows `bot` from then on. */
  static async signedIn(
    browser: Browser,
    url: string,
    email: string,
    options: PersonOptions & { bot?: number } = {},
  ): Promise<Person> {
    const person = await Person.open(browser, url, options);
    await person.signIn(email);
    if (options.bot) await person.show(options.bot);
    return person;
  }

  async signIn(email: string, password = PASSWORD): Promise<void> {
    await this.go('/login');
    await this.page.getByLabel('Correo').fill(email);
    await this.page.getByLabel('Contraseña', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await this.page.waitForURL(`${this.url}/dashboard`);
  }

  /** The bot that this tab shows from the next screen on. */
  async show(bot: number): Promise<void> {
    await this.page.evaluate((id) => {
      sessionStorage.setItem('selected-bot', id);
      localStorage.setItem('selected-bot', id);
    }, String(bot));
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  /** Opens a screen and waits for its heading. */
  async screen(path: string, heading: string | RegExp): Promise<void> {
    await this.go(path);
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  /** No serious or critical violation on what is in sight. */
  async looksRight(where: string): Promise<void> {
    // Colours move for a moment when something appears or the pointer leaves.
    await this.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished.catch(() => null)),
      ),
    );
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(serious, where).toEqual([]);
  }

  /** The dialog on top. */
  get dialog() {
    return this.page.getByRole('dialog').last();
  }

  async close(): Promise<void> {
    await this.context.close();
    expect(this.faults).toEqual([]);
  }
}
