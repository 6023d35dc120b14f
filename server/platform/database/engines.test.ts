/** What every user of the database relies on, on both engines. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Database,
  DatabaseError,
  DatabaseMisuse,
  isUniqueViolation,
  join,
  json,
  type Sql,
  sql,
  together,
} from './database.ts';
import { testDatabase } from './testing.ts';

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  let db: Database;
  const errors = vi.fn();

  beforeAll(async () => {
    const log = { info: () => undefined, warn: () => undefined, error: errors };
    db = await testDatabase({ engine, migrations: null, log });
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.transaction((tx) =>
      tx.script('create table note (id int primary key, text text not null, data jsonb)'),
    );
  });
  afterEach(async () => {
    errors.mockClear();
    await db.query(sql`drop table note`);
  });

  const texts = async () =>
    (await db.query<{ text: string }>(sql`select text from note order by id`)).map((r) => r.text);
  const add = (id: number, text: string) => sql`insert into note (id, text) values (${id}, ${text})`;

  it('says which engine it is and answers a ping', async () => {
    expect(db.kind).toBe(engine);
    await db.ping();
  });

  it('takes lists, fragments and JSON, quotes and all', async () => {
    const nasty = `O'Higgins "ñandú" \\ $1 {a,b} NULL 😀\n`;
    const rows = [1, 2].map(
      (id) => sql`(${id}, ${nasty}, ${json({ nasty, list: [1, null, { a: nasty }] })})`,
    );
    await db.query(sql`insert into note (id, text, data) values ${join(rows)}`);
    const found = await db.query(
      sql`select text, data from note where id = any(${[1, 2, 3]}::int[]) and text = any(${[nasty]})`,
    );
    expect(found).toEqual(
      [1, 2].map(() => ({ text: nasty, data: { nasty, list: [1, null, { a: nasty }] } })),
    );
    expect(await db.query(sql`select ${json(null)} is null as a, ${json(undefined)} is null as b`)).toEqual([
      { a: false, b: true },
    ]);
  });

  it('carries out what is asked for without waiting, in its order, and says what failed first', async () => {
    const seen = await db.transaction(async (tx) => {
      const all = Array.from({ length: 30 }, (_, at) => [
        tx.query(add(at, `${at}`)),
        tx.query<{ count: number }>(sql`select count(*)::int as count from note`),
      ]).flat();
      return (await together(all)).flatMap((rows) => rows.map((row) => Reflect.get(row, 'count')));
    });
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));

    const twice = db.transaction((tx) =>
      together([
        tx.query(add(100, 'first')),
        tx.query(add(1, 'there already')),
        tx.query(sql`select 1 / 0`),
        tx.query(add(101, 'after')),
      ]),
    );
    await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await texts()).toHaveLength(30);
  });

  it('ends what was not waited for before it ends the transaction', async () => {
    await expect(
      db.transaction(async (tx) => {
        for (let id = 0; id < 10; id += 1) void tx.query(add(id, 'x')).catch(() => undefined);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await texts()).toEqual([]);
  });

  it('answers the same to what is asked often, through errors and other values', async () => {
    const often = (id: number) =>
      db.query<{ text: string }>(sql`select text from note where id = ${id}`, 'often');
    await db.query(add(1, 'one'), 'often');
    expect(await often(1)).toEqual([{ text: 'one' }]);
    expect(await often(2)).toEqual([]);
    await expect(db.query(add(1, 'one'), 'often')).rejects.toSatisfy((error) => isUniqueViolation(error));
    await db.query(add(2, 'two'), 'often');
    expect(await often(2)).toEqual([{ text: 'two' }]);
  });

  it('refuses parameters without a safe text form before they reach the engine', async () => {
    for (const value of [{ a: 1 }, new Date(Number.NaN), () => 1, Symbol('x')]) {
      await expect(db.query(sql`select ${value}`)).rejects.toBeInstanceOf(DatabaseMisuse);
    }
  });

  it('refuses an int8 that a number cannot hold, instead of rounding it', async () => {
    await expect(db.query(sql`select 9007199254740993::int8 as n`)).rejects.toThrow(RangeError);
    expect(await db.query(sql`select 9007199254740991::int8 as n`)).toEqual([{ n: 9007199254740991 }]);
  });

  it('says which constraint was broken', async () => {
    await db.query(add(1, 'a'));
    const error = await db.query(add(1, 'b')).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'note_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
    const missing = await db.query(sql`insert into note (id) values (2)`).catch((reason: unknown) => reason);
    expect(missing).toMatchObject({ name: 'DatabaseError', code: '23502', table: 'note', column: 'text' });
    await expect(db.query(sql`select 1; select 2`)).rejects.toMatchObject({ code: '42601' });
  });

  it('commits what a transaction wrote, then calls back in order; a failing callback is only logged', async () => {
    const calls: string[] = [];
    const result = await db.transaction(async (tx) => {
      tx.afterCommit(() => calls.push('first'));
      await tx.query(add(1, 'a'));
      tx.afterCommit(() => {
        throw new Error('callback');
      });
      tx.afterCommit(() => calls.push('third'));
      expect(calls).toEqual([]);
      return 'result';
    });
    expect(result).toBe('result');
    expect(calls).toEqual(['first', 'third']);
    expect(errors).toHaveBeenCalledOnce();
    expect(await texts()).toEqual(['a']);
  });

  it('rolls back and calls nothing back when the work throws', async () => {
    const called = vi.fn();
    const work = db.transaction(async (tx) => {
      tx.afterCommit(called);
      await tx.query(add(1, 'a'));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(called).not.toHaveBeenCalled();
    expect(await texts()).toEqual([]);
  });

  it('does not report a commit that the engine turned into a rollback', async () => {
    const called = vi.fn();
    const work = db.transaction(async (tx) => {
      tx.afterCommit(called);
      await tx.query(add(1, 'a'));
      await tx.query(add(1, 'b')).catch(() => undefined);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseMisuse);
    expect(called).not.toHaveBeenCalled();
    expect(await texts()).toEqual([]);
  });

  it('keeps a second transaction out of the first one, and statements of one in order', async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = db.transaction(async (tx) => {
      await tx.query(add(1, 'first'));
      await held;
      await Promise.all([2, 3, 4].map((id) => tx.query(add(id, 'first'))));
      throw new Error('undone');
    });
    const second = db.transaction((tx) => tx.query(add(10, 'second')));
    const single = db.query(add(11, 'single'));
    release?.();
    await expect(first).rejects.toThrow('undone');
    await Promise.all([second, single]);
    expect(await texts()).toEqual(['second', 'single']);
  });

  it('throws instead of waiting for itself when the database is used inside its own transaction', async () => {
    for (const use of [
      () => db.query(sql`select 1`),
      () => db.transaction(async () => 1),
      () => db.snapshot(async () => 1),
      () => db.ping(),
    ]) {
      await expect(db.transaction(async () => use())).rejects.toBeInstanceOf(DatabaseMisuse);
    }
    let late: (() => Promise<unknown>) | undefined;
    await db.transaction(async (tx) => {
      late = () => tx.query(sql`select 1`);
      tx.afterCommit(() => undefined);
    });
    await expect(late?.()).rejects.toBeInstanceOf(DatabaseMisuse);
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it('lets work that a transaction started, and that outlives it, use the database afterwards', async () => {
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    let later: Promise<unknown> | undefined;
    await db.transaction(async () => {
      later = opened.then(() => db.query(sql`select 1 as one`));
    });
    gate.open?.();
    expect(await later).toEqual([{ one: 1 }]);
  });

  it('refuses to write in a snapshot', async () => {
    await expect(db.snapshot((tx) => tx.query(add(1, 'a')))).rejects.toMatchObject({ code: '25006' });
  });

  it('rows of a cursor are those of its own query, also where another one had its name', async () => {
    const fetched = (query: Sql) =>
      db.transaction(async (tx) => {
        await tx.query(sql`declare things no scroll cursor for ${query}`);
        return tx.query(sql`fetch 5 from things`);
      });
    for (let time = 0; time < 3; time += 1) {
      expect(await fetched(sql`select 1 as a`)).toEqual([{ a: 1 }]);
      expect(await fetched(sql`select 'x' as b, true as c`)).toEqual([{ b: 'x', c: true }]);
    }
  });

  it('runs a statement again whose table has changed since', async () => {
    await db.query(add(1, 'a'));
    expect(await db.query(sql`select * from note`)).toEqual([{ id: 1, text: 'a', data: null }]);
    await db.query(sql`alter table note drop column data`);
    await db.query(sql`alter table note add column extra int default 7`);
    const again = () => db.query(sql`select * from note`);
    const rows = await again().catch(again);
    expect(rows).toEqual([{ id: 1, text: 'a', extra: 7 }]);
  });

  it('runs the work again after a serialization failure only when asked to', async () => {
    let runs = 0;
    const work = () =>
      db.transaction(
        async (tx) => {
          runs += 1;
          if (runs % 3 !== 0)
            await tx.query(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
          return runs;
        },
        { retries: 2 },
      );
    expect(await work()).toBe(3);
    runs = 0;
    const refused = sql`
      do $$ begin raise exception 'new multixact has more than one updating member: 0 2' using errcode = 'XX000'; end $$`;
    await db.transaction(async (tx) => void (++runs < 2 && (await tx.query(refused))), { retries: 1 });
    expect(runs).toBe(2);
    runs = 0;
    await expect(
      db.transaction(async (tx) => {
        runs += 1;
        await tx.query(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
      }),
    ).rejects.toBeInstanceOf(DatabaseError);
    expect(runs).toBe(1);
  });
});

it('refuses calls after close, on both engines, and closes twice', async () => {
  for (const engine of ['pglite', 'postgres'] as const) {
    const db = await testDatabase({ engine, migrations: null });
    const running = db.transaction((tx) => tx.query(sql`select 1 as one`));
    await Promise.all([db.close(), running]);
    await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(DatabaseMisuse);
  }
});
