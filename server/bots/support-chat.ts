/** The product's own support chat: the bot with the fixed id of the backend (docs/product.md §9), where it exists. */
import type { Backend } from '../../contract/backends.ts';
import { SUPPORT_BOTS } from '../../contract/backends.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

interface SupportChat {
  bot_id: number;
  bot_name: string;
  token: string;
}

/** Null: there is none, or it is switched off. */
export async function supportChat(db: Queryable, backend: Backend['name']): Promise<SupportChat | null> {
  const [row] = await db.query<SupportChat>(sql`
    select id as bot_id, bot_name, token from bots
    where id = ${SUPPORT_BOTS[backend]} and activated and deleted_at is null`);
  return row ?? null;
}

/**
 * The id of a bot that was just made, another one where the sequence has come to the support chat's: everybody's
 * /soporte would open some customer's bot.
 */
export async function freeBotId(tx: Queryable, id: number): Promise<number> {
  if (!Object.values<number>(SUPPORT_BOTS).includes(id)) return id;
  const [row] = await tx.query<{ id: number }>(sql`
    update bots set id = nextval(pg_get_serial_sequence('bots', 'id')) where id = ${id} returning id::int`);
  if (!row) throw new Error('The new bot is gone');
  return row.id;
}
