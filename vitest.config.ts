import { defineConfig } from 'vitest/config';

/** `unit`: a unit's own test, beside it. `integration`: what spans rooms, with real servers and databases. */
export default defineConfig({
  define: { 'import.meta.env.BUILD_ID': JSON.stringify('test') },
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    // A real PostgreSQL for the tests that ask for one; it starts at the first question.
    globalSetup: ['server/platform/database/vitest-postgres.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,machines,workers,server,src,widget}/**/*.test.{ts,tsx}'],
          testTimeout: 10_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/**/*.test.ts'],
          testTimeout: 60_000,
          // A first start of the embedded database takes seconds on a busy machine.
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
