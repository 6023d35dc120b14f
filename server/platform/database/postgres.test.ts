/** A real server: what happens when it does not answer, refuses us, or drops our connections. */
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { DatabaseLost, openDatabase, StartError, sql } from './database.ts';
import { openPostgres } from './postgres.ts';
import { freshPostgres, quietLog, testPostgresUrl } from './testing.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function refusal(url: string): Promise<string> {
  const error: unknown = await openPostgres({ url, connectTimeout: 700, log: silent }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  return message;
}

it('says in one line why the server cannot be used, never the password', async () => {
  const wrong = new URL(await testPostgresUrl());
  wrong.password = 'not-the-password';
  const refused = await refusal(wrong.href);
  expect(refused).toMatch(/rechazó el usuario o la contraseña de DATABASE_URL\.$/);
  expect(refused).not.toContain('not-the-password');

  const missing = new URL(await testPostgresUrl());
  missing.pathname = '/charla_missing';
  expect(await refusal(missing.href)).toMatch(/^La base de datos de DATABASE_URL no existe/);

  expect(await refusal('postgres://nobody:secret@127.0.0.1:1/charla')).toMatch(
    /^PostgreSQL no responde en 127\.0\.0\.1:1\/charla \(DATABASE_URL\) tras 0\.7 s: /,
  );
  const deaf = createServer(() => undefined);
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const address = deaf.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await refusal(`postgres://nobody:secret@127.0.0.1:${port}/charla`)).toMatch(
    /^PostgreSQL no responde/,
  );
  deaf.close();

  await expect(openDatabase({ databaseUrl: 'mysql://x', log: silent })).rejects.toThrow(
    'DATABASE_URL no es una dirección',
  );
});

it('survives the loss of idle and of working connections', async () => {
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, poolSize: 2, log: silent });
  const other = await openPostgres({ url, poolSize: 1, log: quietLog });
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  try {
    await db.ping();
    await other.query(cut);
    await expect.poll(() => db.query(sql`select 1 as one`).catch(() => 'lost')).toEqual([{ one: 1 }]);

    const working = db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      await other.query(cut);
      await tx.query(sql`select 1`);
    });
    await expect(working).rejects.toBeInstanceOf(DatabaseLost);
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await db.close();
    await other.close();
    await drop();
  }
});

it('shows one state to all reads of a snapshot, whatever others commit in between', async () => {
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, log: quietLog });
  const other = await openPostgres({ url, log: quietLog });
  try {
    await db.query(sql`create table counter as select 1 as n`);
    const seen = await db.snapshot(async (tx) => {
      const before = await tx.query(sql`select n from counter`);
      await other.query(sql`update counter set n = n + 1`);
      return [before, await tx.query(sql`select n from counter`)];
    });
    expect(seen).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    expect(await db.query(sql`select n from counter`)).toEqual([{ n: 2 }]);
  } finally {
    await db.close();
    await other.close();
    await drop();
  }
});
