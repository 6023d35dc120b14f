/**
 * Vitest global set-up: a real PostgreSQL for the tests that ask for one. It starts at the first question, so a
 * run that needs none does not wait for it; but a machine that has none fails at once, because a differential
 * test that is skipped proves nothing.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MISSING, postgresBinaries, startPostgres } from '../../../scripts/postgres-for-tests.mjs';

/**
 * @returns what stops it; nothing where TEST_DATABASE_URL names a server. Throws where no PostgreSQL is installed.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  if (!postgresBinaries()) throw new Error(MISSING);
  let started: ReturnType<typeof startPostgres> | undefined;
  const broker = createServer((_, response) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  process.env.TEST_POSTGRES_BROKER = `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`;
  return async () => {
    broker.closeAllConnections();
    await new Promise((resolve) => broker.close(resolve));
    await (await started)?.stop();
  };
}
