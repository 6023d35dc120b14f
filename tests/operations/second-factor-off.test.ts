/** Somebody lost their phone and their recovery codes: the operator's way out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase, sql } from '../../server/platform/database/database.ts';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { quietLog } from '../../server/platform/database/testing.ts';
import { testConfig } from '../../server/testing.ts';
import { secondFactorOff } from '../../server/tools/second-factor-off.ts';

type Place = { dataDir: string; databaseUrl: string | null };

async function place(kind: 'embedded' | 'postgres'): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'charla-factor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === 'embedded') return { dataDir, databaseUrl: null };
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return { dataDir, databaseUrl: url };
}
async function within<T>({ dataDir, databaseUrl }: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const where = databaseUrl === null ? { dataDir } : { databaseUrl };
  const db = await openDatabase({ ...where, log: quietLog });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

it.each(['embedded', 'postgres'] as const)(
  'takes the factor and the sessions, and leaves the rest: %s',
  async (kind) => {
    const at = await place(kind);
    await within(at, async (db) => {
      await migrate(db);
      for (const [id, email] of [
        [1, 'ana@b.cl'],
        [2, 'bea@b.cl'],
      ] as const) {
        await db.query(sql`
        insert into users (id, name, email, password_hash, created_at) values (${id}, 'Ana', ${email}, 'x', now())`);
        await db.query(sql`
        insert into second_factors (user_id, secret, created_at, confirmed_at) values (${id}, 'x', now(), now())`);
        await db.query(sql`
        insert into auth_tokens (token_hash, user_id, client, expires_at, created_at, last_used_at)
        values (${`t${id}`}, ${id}, ${`c${id}`}, now() + interval '1 day', now(), now())`);
      }
    });
    const config = { ...testConfig(at.dataDir), ...at };
    await expect(secondFactorOff(config, 'nadie@b.cl')).rejects.toThrow('No hay una cuenta');
    expect(await secondFactorOff(config, 'ANA@b.cl')).toEqual({ name: 'Ana', email: 'ana@b.cl' });
    await expect(secondFactorOff(config, 'ana@b.cl')).rejects.toThrow('no tiene la verificación');
    await within(at, async (db) => {
      expect(await db.query(sql`select user_id from second_factors`)).toEqual([{ user_id: 2 }]);
      expect(await db.query(sql`select user_id from auth_tokens`)).toEqual([{ user_id: 2 }]);
      expect(await db.query(sql`select auditable_id, user_id from audits`)).toEqual([
        { auditable_id: '1', user_id: null },
      ]);
    });
  },
);
