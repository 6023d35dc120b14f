/** Tests with a real server: one for all tests of a file, with fresh demo data. */
import { basename } from 'node:path';
import { test as base } from '@playwright/test';
import { type Engine, ServerProcess } from './server-process.ts';

/** On the engine that everybody begins with; the others on a real PostgreSQL, which starts in a third of the time. */
const ON_EMBEDDED =
  /^(bot-settings|composer|conversation-log|dashboard|faults.*|first-screen|history|inbox-daily|inbox-list|life-of-a-conversation|notices|offline|profile|public-pages|session|shell|start|supervisor|tickets|widget-page)\.spec/;
const engineFor = (file: string): Engine => (ON_EMBEDDED.test(basename(file)) ? 'embedded' : 'postgres');

/** The server of the file whose tests run now; the next file gets another, so that none finds what another left. */
class ServerOfFile {
  #file = '';
  #server: ServerProcess | null = null;

  async for(file: string): Promise<ServerProcess> {
    if (this.#server && this.#file === file) return this.#server;
    await this.close();
    this.#file = file;
    this.#server = await ServerProcess.launch('', {}, engineFor(file));
    return this.#server;
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }
}

export const test = base.extend<
  { server: ServerProcess; serverOfTest: ServerProcess; nothingLeft: undefined },
  { serverOfFile: ServerOfFile }
>({
  serverOfFile: [
    // Playwright reads what a fixture needs from a pattern in this place; this one needs nothing.
    async ({ browserName: _ }, use) => {
      const servers = new ServerOfFile();
      await use(servers);
      await servers.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: async ({ serverOfFile }, use, { file }) => {
    await use(await serverOfFile.for(file));
  },
  /** For tests that kill it: nobody else's server. */
  serverOfTest: async ({ browserName: _ }, use) => {
    const server = await ServerProcess.launch('', {}, 'embedded');
    await use(server);
    await server.close();
  },
  /**
   * Browsers that a test left open would go on working beside the next one, and be counted there. After a failure they
   * stay for its picture: the next test gets another browser anyway.
   */
  nothingLeft: [
    async ({ browser }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) return;
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
});
export { expect } from '@playwright/test';
