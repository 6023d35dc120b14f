import { defineConfig } from 'vitest/config';

/** `unit`: a unit's own test, beside it. `integration`: what spans rooms, with real servers and databases. */
export default defineConfig({
  define: { 'import.meta.env.BUILD_ID': JSON.stringify('test'), 'import.meta.env.WIRE_VERSION': '1' },
  test: {
    environment: 'node',
    restoreMocks: true,
    // One more than cores: by default one of two stays idle while a test waits for its database or another process.
    maxWorkers: 3,
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
          // What spans rooms is tried on the engine that everybody begins with (docs/decisions/0061-engine-of-tests.md).
          env: { TEST_ENGINE: 'pglite' },
          include: ['tests/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
