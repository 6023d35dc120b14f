/** Tests with a real server: one for all tests of a file (worker), with demo data. */
import { test as base } from '@playwright/test';
import { ServerProcess } from './server-process.ts';

export const test = base.extend<{ serverOfTest: ServerProcess }, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.launch();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** For tests that kill it: nobody else's server. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  serverOfTest: async ({}, use) => {
    const server = await ServerProcess.launch();
    await use(server);
    await server.close();
  },
});
export { expect } from '@playwright/test';
