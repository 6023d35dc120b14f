/** What the embedded engine's tables are after they were looked after; a server does this by itself. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, sql } from './database.ts';
import { TableKeeper } from './table-keeper.ts';
import { quietLog, testDatabase } from './testing.ts';

let db: Database;
let keeper: TableKeeper;

beforeEach(async () => {
  db = await testDatabase({ engine: 'pglite', migrations: null });
  keeper = new TableKeeper(db, quietLog);
  await db.transaction((tx) =>
    tx.script('create table things (id int primary key, owner text, gone boolean)'),
  );
});
afterEach(() => db.close());

const add = (from: number, count: number) =>
  db.query(sql`
    insert into things select n, 'owner ' || n, null from generate_series(${from}::int, ${from + count - 1}::int) n`);

/** A look, after the engine has counted what was changed: it does so now and then by itself. */
async function keep(): Promise<string[]> {
  await db.query(sql`select pg_stat_force_next_flush()`);
  return keeper.keep();
}

async function size(): Promise<number> {
  const [row] = await db.query<{ size: number }>(sql`select pg_total_relation_size('things')::int as size`);
  return row?.size ?? 0;
}

it('DB-1 the room of deleted rows is used again', async () => {
  await add(1, 5_000);
  await keep();
  const once = await size();
  for (let round = 1; round <= 5; round += 1) {
    await db.query(sql`delete from things`);
    await keep();
    await add(round * 5_000 + 1, 5_000);
    await keep();
  }
  expect(await size()).toBeLessThan(1.5 * once);
});

it('DB-2 what was first asked while tables were empty does not compare each row with all later', async () => {
  await db.transaction((tx) =>
    tx.script(`
      create table people (id int primary key, team int, status text);
      create index people_team on people (team);
      create table stays (id int primary key, team int, person int, until timestamptz);
      create index stays_person on stays (team, person, until)`),
  );
  const ask = () =>
    db.query(sql`
      select p.id from people p where p.team = ${64}::int and p.status = 'active' and exists (
        select 1 from stays s where s.team = p.team and s.person = p.id and s.until > ${new Date()}::timestamptz)`);
  const read = async () => {
    await db.query(sql`select pg_stat_force_next_flush()`);
    const [row] = await db.query<{ rows: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_user_tables where relname = 'stays'`);
    return row?.rows ?? 0;
  };
  for (let time = 0; time < 8; time += 1) await ask();
  await db.query(sql`insert into people select n, 64, 'active' from generate_series(1, 200) n`);
  await db.query(sql`
    insert into stays select n, 64, n, now() + interval '1 hour' from generate_series(1, 200) n`);
  await keep();
  const before = await read();
  expect(await ask()).toHaveLength(200);
  expect((await read()) - before).toBeLessThan(1_000);
});

it('DB-1 a table that did not change is left alone, and nothing is done on the way to the end', async () => {
  await add(1, 5_000);
  expect(await keep()).toContain('things');
  expect(await keep()).not.toContain('things');
  keeper.start();
  await keeper.stop();
});

it('DB-1 a table that is too large to be cleaned while everybody waits is counted once it changed, and said once', async () => {
  const said: object[] = [];
  keeper = new TableKeeper(db, { ...quietLog, warn: (details) => said.push(details) }, 10);
  await add(1, 5_000);
  await db.query(sql`delete from things where id > 100`);
  expect(await keep()).toContain('things');
  expect(await keep()).not.toContain('things');
  const [dead] = await db.query<{ dead: boolean }>(sql`
    select n_dead_tup > 1000 as dead from pg_stat_user_tables where relname = 'things'`);
  expect(dead).toEqual({ dead: true });
  expect(said).toEqual([{ table: 'things' }]);
});
