/** A customer at the preview page: the same chat as on a site. */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  #conversation = '';

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    // The chat shows nobody the id that the server gave the conversation; its socket says it.
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const [, id] = /"conversation_id":"([^"]+)"/.exec(String(payload)) ?? [];
        if (id !== undefined) this.#conversation = id;
      }),
    );
  }

  /** The id of the conversation, once something was said. */
  get conversation(): string {
    if (this.#conversation === '') throw new Error('Nothing was said yet');
    return this.#conversation;
  }

  static async open(browser: Browser, url: string, bot = 64): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 } });
    const page = await context.newPage();
    const visitor = new Visitor(context, page);
    await page.goto(`${url}/preview_bot/${bot}?token=demo-bot-token-${bot}`);
    await expect(visitor.log).toContainText('Hola');
    return visitor;
  }

  get log() {
    return this.page.getByRole('log', { name: 'Mensajes' });
  }

  /** How much of the history lies below what is seen (px). */
  async below(): Promise<number> {
    return below(this.log);
  }

  async write(text: string): Promise<void> {
    await this.page.getByLabel('Escribe tu mensaje').fill(text);
    await this.page.getByLabel('Escribe tu mensaje').press('Enter');
  }

  /** Written and acknowledged by the server. */
  async say(text: string): Promise<void> {
    await this.write(text);
    await expect(this.log).toContainText(text);
    await expect(this.log.getByText(/Enviando|Se enviará/)).toHaveCount(0);
  }
}

/** How much of a scrolling region lies below what is seen (px). */
export const below = (region: Locator): Promise<number> =>
  region.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
