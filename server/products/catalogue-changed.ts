/** What bots answer from follows their catalogue by its revision. */
import { type Queryable, sql } from '../platform/database/database.ts';

/** Raises a bot's revision. @returns the new one */
export async function catalogueChanged(tx: Queryable, botId: number): Promise<number> {
  const [row] = await tx.query<{ revision: number }>(sql`
    insert into bot_shelves (bot_id, revision) values (${botId}, 1)
    on conflict (bot_id) do update set revision = bot_shelves.revision + 1 returning revision`);
  return row?.revision ?? 1;
}
