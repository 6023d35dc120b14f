/** Somebody in a browser of their own, on any screen: signing in, looking with axe, walking. */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { looksRight, looksRightInBoth } from './axe.ts';
import { enter, PASSWORD } from './enter.ts';

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

  /** In a browser that the test made: another clock, another language. */
  static async inContext(context: BrowserContext, url: string): Promise<Person> {
    return new Person(context, await context.newPage(), url);
  }

  /** Opens a browser with a session that shows `bot`; the product starts with the first address asked for. */
  static async signedIn(
    browser: Browser,
    url: string,
    email: string,
    options: PersonOptions & { bot?: number } = {},
  ): Promise<Person> {
    const person = await Person.open(browser, url, options);
    await enter(person.page, url, email);
    if (options.bot) await person.show(options.bot);
    return person;
  }

  /** By the form of /login, as a person does. */
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
    await looksRight(this.page, where);
  }

  /** Holds back the server's answer to a call until the returned function is called: what is shown meanwhile. */
  async hold(method: string, path: string): Promise<() => void> {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route(`**${path}`, async (route) => {
      if (route.request().method() === method) await gate;
      await route.continue();
    });
    return release;
  }

  /** Moves the focus by Tab alone until it is here. */
  async tabTo(target: Locator): Promise<void> {
    for (let press = 0; press < 80; press += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    await expect(target, 'reached by Tab').toBeFocused();
  }

  /** Looks with axe in both colour schemes: at everything in one, at the colours in the other. */
  async looksRightInBoth(where: string): Promise<void> {
    await looksRightInBoth(this.page, where);
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
