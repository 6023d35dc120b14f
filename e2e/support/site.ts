/** Somebody's web site with the chat in it, as visitors see it: another origin than the product's. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';

export class Site {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #server: Server;

  private constructor(context: BrowserContext, page: Page, server: Server) {
    this.context = context;
    this.page = page;
    this.#server = server;
  }

  static async open(browser: Browser, url: string, bot: { id: number; token: string }): Promise<Site> {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 800 },
      reducedMotion: 'reduce',
    });
    const html = `<!doctype html><html lang="es"><title>Mi tienda</title><body><h1>Mi tienda</h1>
      <script async src="${url}/widget.js" data-bot="${bot.id}" data-token="${bot.token}"></script></body></html>`;
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const site = new Site(context, await context.newPage(), server);
    await site.visit();
    return site;
  }

  /** Opens the page, and waits until the chat has heard how it looks, or that there is none. */
  async visit(): Promise<void> {
    const heard = this.page.waitForResponse(/\/visitor\/look\//);
    // Another name of this machine: another origin.
    await this.page.goto(`http://localhost:${(this.#server.address() as AddressInfo).port}/`);
    await heard;
  }

  /** The button that opens the chat, whatever stands on it. */
  get launcher() {
    return this.page.getByRole('button', { name: /Abrir chat/ });
  }

  async close(): Promise<void> {
    await this.context.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
