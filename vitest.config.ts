import { defineConfig } from 'vitest/config';

/** `unit`: a unit's own test, beside it. `integration`: what spans rooms, with real servers and databases. */
export default defineConfig({
  define: { 'import.meta.env.BUILD_ID': JSON.stringify('test'), 'import.meta.env.WIRE_VERSION': '1' },
  test: {
    environment: 'node',
    restoreMocks: true,
    // By default one core of two stays idle while a test waits for a process of its own.
    maxWorkers: 2,
    unstubGlobals: true,
    // Every limit here is for a busy machine: what passes does not wait for it.
    expect: { poll: { timeout: 30_000, interval: 25 } },
    // A real PostgreSQL for the tests that ask for one; it starts at the first question.
    globalSetup: ['server/platform/database/vitest-postgres.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Files share what they import: reading the server again for each of them took as long as testing it.
          isolate: false,
          include: ['{contract,machines,workers,server,src,widget,playground}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          globalSetup: ['tests/support/built-server.ts'],
          include: ['tests/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
