/** Backup, restore, and the way from the embedded database to PostgreSQL, on real databases of both kinds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BotMinds } from '../../server/assistant/bot-minds.ts';
import { customerWrote } from '../../server/inbox/commands/customer-wrote.ts';
import { newIdentity } from '../../server/inbox/visitor-identity.ts';
import { dumpDatabase } from '../../server/platform/backup/dump.ts';
import { type Database, openDatabase, sql } from '../../server/platform/database/database.ts';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';
import { migrate, migrationsFolder, readMigrations } from '../../server/platform/database/migrate.ts';
import { migratedFolder, quietLog } from '../../server/platform/database/testing.ts';
import { createLog } from '../../server/platform/log.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { testConfig } from '../../server/testing.ts';
import { makeBackup } from '../../server/tools/backup.ts';
import { moveToPostgres } from '../../server/tools/move-to-postgres.ts';
import { restoreBackup } from '../../server/tools/restore.ts';
import { BRIEFLY, builtServer } from '../support/built-server.ts';

// Every engine here lives for seconds.
for (const flag of BRIEFLY) setFlagsFromString(flag);

/** A busy machine may take long for a few messages. */
const grown = (read: () => number) => expect.poll(read, { timeout: 180_000 });
const LONG = { timeout: 300_000 };

let folder: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-backup-'));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const embedded = (name: string) => ({ dataDir: join(folder, name), databaseUrl: null });
async function postgres(name: string): Promise<{ dataDir: string; databaseUrl: string }> {
  const { url, drop } = await freshPostgres();
  closers.push(drop);
  return { dataDir: join(folder, name), databaseUrl: url };
}
type Place = { dataDir: string; databaseUrl: string | null };

async function serve({ dataDir, databaseUrl }: Place): Promise<RunningServer> {
  mkdirSync(dataDir, { recursive: true });
  if (databaseUrl === null && !existsSync(join(dataDir, 'database'))) await migratedFolder(dataDir);
  const server = await startServer({
    config: testConfig(dataDir, { databaseUrl }),
    log: createLog('fatal'),
    runJobs: false,
  });
  closers.push(() => server.close());
  return server;
}

async function addBot({ app }: RunningServer): Promise<void> {
  await app.db.query(sql`insert into bots (id, bot_name, token) values (64, 'Tienda', 'token')`);
}

/** A customer who writes until told to stop; the answer stops and gives what was acknowledged. */
function chatter({ app }: RunningServer): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  const minds = new BotMinds();
  let on = true;
  const writing = (async () => {
    const who = newIdentity(app, 64);
    while (on) {
      const temporal_id = app.ids();
      await customerWrote(app, minds, who, { text: `hola ${acknowledged.length} 'ñ' \\ \n 🇨🇱`, temporal_id });
      acknowledged.push(temporal_id);
    }
  })();
  return {
    acknowledged,
    async stop() {
      on = false;
      await writing;
    },
  };
}

/** Everything that a database holds, by table, in no particular order; sequences too. */
async function contents(db: Database): Promise<Record<string, unknown>> {
  return db.snapshot(async (tx) => {
    const found: Record<string, string[]> = {};
    const sequences: unknown[] = [];
    let table = '';
    for await (const record of dumpDatabase(tx)) {
      if (record.kind === 'table') {
        table = record.name;
        found[table] = [];
      } else if (record.kind === 'rows') found[table]?.push(...record.rows.map((row) => JSON.stringify(row)));
      else if (record.kind === 'sequence') sequences.push(record);
    }
    for (const rows of Object.values(found)) rows.sort();
    return { ...found, sequences };
  });
}
async function contentsOf({ dataDir, databaseUrl }: Place): Promise<Record<string, unknown>> {
  const db = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined, log: quietLog });
  try {
    return await contents(db);
  } finally {
    await db.close();
  }
}

describe.each(['embedded', 'postgres'] as const)('%s', (kind) => {
  const place = async (name: string) => (kind === 'embedded' ? embedded(name) : await postgres(name));

  it(
    'INB-42 backs up a running server at one moment, takes nothing of a damaged copy, restores the whole one',
    LONG,
    async () => {
      const home = await place('home');
      const server = await serve(home);
      await addBot(server);
      mkdirSync(join(home.dataDir, 'uploads', 'ab'), { recursive: true });
      const photo = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
      writeFileSync(join(home.dataDir, 'uploads', 'ab', '0190-ab'), photo);
      const writing = chatter(server);
      await grown(() => writing.acknowledged.length).toBeGreaterThan(20);
      const before = [...writing.acknowledged];
      const file = join(folder, 'a.backup');
      const made = await makeBackup(home, file);
      // It wrote on meanwhile, and still does.
      const after = writing.acknowledged.length;
      await grown(() => writing.acknowledged.length).toBeGreaterThan(after);
      await writing.stop();
      expect(made).toMatchObject({ files: 1 });
      expect((await stat(file)).mode & 0o077).toBe(0);
      // Nothing is left of the copy.
      expect(readdirSync(home.dataDir).filter((name) => name.startsWith('snapshot-'))).toEqual([]);

      const other = await place('other');
      for (const damage of [
        (path: string) => truncateSync(path, Math.floor(made.bytes / 2)),
        (path: string) => truncateSync(path, made.bytes - 1),
        (path: string) => writeFileSync(path, 'hola'),
      ]) {
        const broken = join(folder, 'broken.backup');
        writeFileSync(broken, readFileSync(file));
        damage(broken);
        await expect(restoreBackup(other, broken)).rejects.toThrow(/incompleto o dañado/);
        // Nothing of it: no cluster, no uploads.
        expect(existsSync(join(other.dataDir, 'database'))).toBe(false);
        expect(existsSync(join(other.dataDir, 'uploads'))).toBe(false);
      }
      // The place is as good as new.
      await restoreBackup(other, file);
      expect(readFileSync(join(other.dataDir, 'uploads', 'ab', '0190-ab'))).toEqual(photo);
      const restored = await serve(other);
      const { db } = restored.app;
      const kept = await db.query<{ temporal_id: string }>(
        sql`select temporal_id from messages where temporal_id is not null`,
      );
      const ids = new Set(kept.map(({ temporal_id }) => temporal_id));
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
      // One moment: the log, its head and the rows agree.
      const [log] = await db.query<{ head: number; events: number }>(sql`
      select log_head as head, (select count(*)::int from events) as events from bots where id = 64`);
      expect(log?.events).toBe(log?.head);
      expect(
        await db.query(sql`
        select c.id from conversations c join messages m on m.conversation_id = c.id
        group by c.id having count(*) <> c.message_count`),
      ).toEqual([]);
      // It is a live database, not a picture of one.
      const again = chatter(restored);
      await grown(() => again.acknowledged.length).toBeGreaterThan(3);
      await again.stop();
    },
  );
});

it('INB-42 gives back every row', LONG, async () => {
  // Of the embedded database the demo data below say the same.
  const server = await serve(await postgres('home'));
  await addBot(server);
  const writing = chatter(server);
  await grown(() => writing.acknowledged.length).toBeGreaterThan(20);
  await writing.stop();
  const file = join(folder, 'a.backup');
  await makeBackup(server.app.config, file);
  const target = await postgres('target');
  await restoreBackup(target, file);
  expect(await contentsOf(target)).toEqual(await contents(server.app.db));
});

it('restores only where nothing is lost by it', LONG, async () => {
  const home = embedded('home');
  const server = await serve(home);
  await addBot(server);
  const file = join(folder, 'a.backup');
  await makeBackup(home, file);
  await expect(makeBackup(home, file)).rejects.toThrow('ya existe');
  await expect(restoreBackup(home, file)).rejects.toThrow('detenlo antes de restaurar');
  await server.close();
  await expect(restoreBackup(home, file)).rejects.toThrow('--replace');
  // With the server stopped it is read in place.
  const now = join(folder, 'now.backup');
  expect(await makeBackup(home, now)).toMatchObject({ waited: null });
  const before = await contentsOf(home);
  const { aside } = await restoreBackup(home, now, true);
  expect(await contentsOf(home)).toEqual(before);
  expect(aside).toMatch(/database\.before-\d{14}$/);
  expect(readdirSync(aside ?? '')).toContain('PG_VERSION');
  expect(readdirSync(home.dataDir).filter((name) => name.startsWith('restoring-'))).toEqual([]);
  const again = await serve(home);
  expect(await again.app.db.query(sql`select id from bots`)).toEqual([{ id: 64 }]);
  await expect(restoreBackup(home, join(folder, 'absent'))).rejects.toThrow('No existe');
  await expect(makeBackup(embedded('nothing'), join(folder, 'b.backup'))).rejects.toThrow(
    'no hay una base de datos',
  );
});

it('restores what an older version made, and brings it to this one', LONG, async () => {
  const old = await postgres('old');
  const all = readMigrations(migrationsFolder()).length;
  const db = await openDatabase({ ...old, log: quietLog });
  await migrate(db, migrationsFolder(), 5);
  await db.query(sql`insert into bots (id, bot_name, token) values (64, 'Tienda', 'token')`);
  await db.close();
  const file = join(folder, 'a.backup');
  await makeBackup(old, file);
  const target = embedded('target');
  await restoreBackup(target, file);
  const now = await openDatabase({ dataDir: target.dataDir, log: quietLog });
  closers.push(() => now.close());
  expect(await now.query(sql`select max(number) as last from schema_migrations`)).toEqual([{ last: all }]);
  expect(await now.query(sql`select id from bots`)).toEqual([{ id: 64 }]);
});

describe('the demo data', () => {
  let home: Place;
  let own: string;
  beforeAll(async () => {
    own = mkdtempSync(join(tmpdir(), 'charla-demo-'));
    home = { dataDir: join(own, 'home'), databaseUrl: null };
    await migratedFolder(home.dataDir);
    const server = await startServer({
      config: testConfig(home.dataDir, { seed: 'demo' }),
      log: createLog('fatal'),
      runJobs: false,
    });
    await server.close();
  }, 180_000);
  afterAll(() => rmSync(own, { recursive: true, force: true }));

  it(
    'moves to PostgreSQL whole: every row, every number that comes next, and people sign in there',
    LONG,
    async () => {
      const target = { ...(await postgres('moved')), dataDir: home.dataDir };
      const counts = await moveToPostgres(target);
      expect(counts.get('conversations')).toBeGreaterThan(400);
      const moved = await contentsOf(target);
      expect(moved).toEqual(await contentsOf(home));
      const server = await serve(target);
      const answer = await fetch(`${server.url}/svc/main/auth/sign_in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'propietaria@charla.test', password: 'charla-demo' }),
      });
      expect(answer.status).toBe(200);
      const [user] = await server.app.db.query<{ id: number }>(sql`
      insert into users (name, email, password_hash) values ('Nueva', 'nueva@charla.test', '-') returning id`);
      const [last] = await server.app.db.query<{ id: number }>(
        sql`select max(id) as id from users where id <> ${user?.id ?? 0}`,
      );
      expect(user?.id).toBeGreaterThan(last?.id ?? Number.POSITIVE_INFINITY);
      // Not into what somebody uses already.
      await expect(moveToPostgres(target)).rejects.toThrow('no está vacía');
    },
  );

  it('is moved only while its server is stopped', LONG, async () => {
    const server = await serve(home);
    const target = { ...(await postgres('moved')), dataDir: home.dataDir };
    await expect(moveToPostgres(target)).rejects.toThrow('Otra instancia de Charla usa DATA_DIR');
    await server.close();
  });

  it('goes through the command of an operator, in words', LONG, async () => {
    const run = async (words: string[], dataDir: string) => {
      const child = spawn(process.execPath, [...BRIEFLY, builtServer('tools/main.js'), ...words], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: '' },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (said += String(chunk)));
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    };
    const file = join(folder, 'demo.backup');
    const made = await run(['backup', file], home.dataDir);
    expect(made.said).toMatch(
      /^Respaldo listo y comprobado: .*demo\.backup \(\d+,\d MB; \d+ tablas, [\d.]+ filas, /,
    );
    expect(made.code).toBe(0);
    expect(await run(['restore'], join(folder, 'x'))).toMatchObject({
      code: 1,
      said: 'Falta el respaldo: npm run restore -- ARCHIVO [--replace]\n',
    });
    const restored = await run(['restore', file], join(folder, 'x'));
    expect(restored.said).toMatch(/^Respaldo restaurado: [\d.]+ filas/);
    expect(await contentsOf(embedded('x'))).toEqual(await contentsOf(home));
  });
});
