/** A real server: what happens when it does not answer, refuses us, or drops our connections. */
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { inRequest, whileWaited, workers } from '../request-scope.ts';
import { DatabaseLost, openDatabase, StartError, sql } from './database.ts';
import { freshPostgres, testPostgresUrl } from './fresh-postgres.ts';
import { openPostgres } from './postgres.ts';
import { quietLog } from './testing.ts';

const asPerson = <T>(work: () => T): T => inRequest('request', workers.person(1), work);
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

it('answers for its health while every connection is busy with what people ask', async () => {
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, poolSize: 1, log: silent });
  try {
    const stop = new AbortController();
    const long = asPerson(() => whileWaited(stop.signal, () => db.query(sql`select pg_sleep(60)`)));
    await db.ping();
    stop.abort(new Error('gone'));
    await expect(long).rejects.toThrow('gone');
  } finally {
    await db.close();
    await drop();
  }
});

it('ends what is read for a caller who is gone, and gives the connection on', async () => {
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, poolSize: 1, log: silent });
  const other = await openPostgres({ url, poolSize: 1, log: silent });
  const sleeping = async () => {
    const rows = await other.query(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`);
    return rows.length;
  };
  try {
    for (const read of [
      () => db.query(sql`select pg_sleep(60)`),
      () => db.snapshot((tx) => tx.query(sql`select pg_sleep(60)`)),
    ]) {
      const stop = new AbortController();
      const asked = () =>
        asPerson(() => whileWaited(stop.signal, read)).catch((error: unknown) => String(error));
      const both = [asked(), asked()];
      await expect.poll(sleeping).toBe(1);
      stop.abort(new Error('gone'));
      expect(await Promise.all(both)).toEqual(['Error: gone', 'Error: gone']);
      // The error comes before PostgreSQL has noted its session as idle.
      await expect.poll(sleeping).toBe(0);
      expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    }
    // What changes something is done, also when its caller went away meanwhile.
    const gone = AbortSignal.abort(new Error('gone'));
    await asPerson(() =>
      whileWaited(gone, () =>
        db.transaction(async (tx) => void (await tx.script('create table kept (id int)'))),
      ),
    );
    expect(await db.query(sql`select * from kept`)).toEqual([]);
  } finally {
    await db.close();
    await other.close();
    await drop();
  }
});

it('gives a statement of a person less time than the own work, and a person a part of the connections', async () => {
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, poolSize: 3, log: silent });
  const time = async () => {
    const [row] = await db.query<{ statement_timeout: string }>(sql`show statement_timeout`);
    return row?.statement_timeout;
  };
  try {
    expect(await time()).toBe('30s');
    expect(await asPerson(time)).toBe('10s');
    expect(await time()).toBe('30s');
    const stop = new AbortController();
    const sleep = () => whileWaited(stop.signal, () => db.query(sql`select pg_sleep(60)`));
    const asked = Array.from({ length: 5 }, () => asPerson(sleep).catch((error: unknown) => String(error)));
    // Others are not in their way.
    expect(await time()).toBe('30s');
    stop.abort(new Error('gone'));
    expect(await Promise.all(asked)).toEqual(Array(5).fill('Error: gone'));
  } finally {
    await db.close();
    await drop();
  }
});

it('goes on when a migration of another process changes what a statement that it has parsed answers', async () => {
  const warned: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => warned.push(message) };
  const { url, drop } = await freshPostgres();
  const db = await openPostgres({ url, poolSize: 1, log });
  try {
    await db.query(sql`create table note (id int primary key, text int)`);
    await db.query(sql`insert into note values (1, 5)`);
    const ask = () => db.query<{ text: unknown }>(sql`select text from note where id = ${1}`, 'often');
    expect(await ask()).toEqual([{ text: 5 }]);
    await db.query(sql`alter table note alter text type text`);
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    expect(await ask()).toEqual([{ text: '5' }]);
    expect(warned).toEqual(['statements are parsed with each use from now on']);
  } finally {
    await db.close();
    await drop();
  }
});
