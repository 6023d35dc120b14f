/** Codes on paper for a lost phone: ten, each good once. Stored hashed under the installation's secret. */
import { createHmac, randomBytes } from 'node:crypto';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { deriveKey } from '../platform/secret.ts';

const HOW_MANY = 10;
/** Without letters and digits that look alike: 32 of them, 5 bits each. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 10;

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** What was typed, without case, spaces and dashes; null: it has not the form of a recovery code. */
function read(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === LENGTH ? code : null;
}

function hashOf({ config }: Pick<App, 'config'>, userId: number, code: string): string {
  if (config.appSecret === null) throw new Error('The secret is read before anybody signs in');
  return createHmac('sha256', deriveKey(config.appSecret, 'recovery codes'))
    .update(`${userId}:${code}`)
    .digest('base64url');
}

/** Makes ten new ones; the old ones open nothing any more. @returns them, for the only time */
export async function renewRecoveryCodes(
  tx: Queryable,
  app: Pick<App, 'config'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  const hashes = codes.map((code) => hashOf(app, userId, read(code) ?? ''));
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.query(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])`);
  return codes;
}

/** Uses one up. @returns whether it was good */
export async function takeRecoveryCode(
  tx: Queryable,
  app: Pick<App, 'config' | 'clock'>,
  userId: number,
  typed: string,
): Promise<boolean> {
  const code = read(typed);
  if (code === null) return false;
  const [used] = await tx.query(sql`
    update recovery_codes set used_at = ${app.clock.now()}
    where user_id = ${userId} and code_hash = ${hashOf(app, userId, code)} and used_at is null returning user_id`);
  return used !== undefined;
}

/** How many are left. */
export async function recoveryCodesLeft(db: Queryable, userId: number): Promise<number> {
  const [row] = await db.query<{ left: number }>(sql`
    select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`);
  return row?.left ?? 0;
}
