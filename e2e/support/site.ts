/** Somebody's web site with the chat in it, as visitors see it: another origin than the product's. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';

interface SiteOptions {
  /** What stands in the page before the chat's script. */
  before?: string;
  /** Its Content-Security-Policy. */
  policy?: string;
  /** Its language. */
  lang?: string;
  /** Attributes of the script's tag. */
  tag?: string;
  viewport?: { width: number; height: number };
}

export class Site {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #server: Server;

  private constructor(context: BrowserContext, page: Page, server: Server) {
    this.context = context;
    this.page = page;
    this.#server = server;
  }

  static async open(
    browser: Browser,
    url: string,
    bot: { id: number; token: string },
    { before = '', policy, lang = 'es', tag = '', viewport = { width: 1000, height: 800 } }: SiteOptions = {},
  ): Promise<Site> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const html = `<!doctype html><html lang="${lang}"><title>Mi tienda</title><body><h1>Mi tienda</h1>${before}
      <script async src="${url}/widget.js" data-bot="${bot.id}" data-token="${bot.token}" ${tag}></script></body></html>`;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(policy ? { 'content-security-policy': policy } : {}),
    };
    const server = createServer((_request, response) => response.writeHead(200, headers).end(html)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const site = new Site(context, await context.newPage(), server);
    await site.visit();
    return site;
  }

  /** Opens the page, and waits until the chat has heard how it looks, or that there is none. */
  async visit(path = ''): Promise<void> {
    const heard = this.page.waitForResponse(/\/visitor\/look\//);
    // Another name of this machine: another origin.
    await this.page.goto(`http://localhost:${(this.#server.address() as AddressInfo).port}/${path}`);
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
