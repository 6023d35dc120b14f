/** A deactivated bot takes nothing in: no message, no file, no document, no bot from a file. */
import type { ErrorCode } from '../../contract/errors.ts';
import { isTransaction, type Queryable, raw, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

/**
 * @param db in a transaction the bot stays as it is until its end
 * @param message what the person who tries reads
 * @throws Refused with the code
 */
export async function requireActivated(
  db: Queryable,
  botId: number,
  message: string,
  code: ErrorCode = 'rule',
): Promise<void> {
  const [bot] = await db.query<{ activated: boolean }>(
    sql`select activated and deleted_at is null as activated from bots
      where id = ${botId} ${isTransaction(db) ? raw('for no key update') : raw('')}`,
  );
  if (!bot?.activated) throw new Refused(code, { message });
}
