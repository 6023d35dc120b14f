/** A process of its own for tests: opens DATA_DIR, writes numbered rows, prints each one that is acknowledged. */
import { openDatabase, StartError, sql } from './database.ts';
import { quietLog } from './testing.ts';

try {
  const db = await openDatabase({ dataDir: process.argv[2], log: quietLog });
  await db.query(sql`create table if not exists acknowledged (n int primary key, padding text)`);
  const rows = await db.query<{ next: number }>(
    sql`select coalesce(max(n), 0) + 1 as next from acknowledged`,
  );
  console.log('open');
  for (let n = rows[0]?.next ?? 1; ; n += 1) {
    await db.transaction((tx) =>
      tx.query(sql`insert into acknowledged values (${n}, ${'x'.repeat(n % 3000)})`),
    );
    console.log(n);
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
