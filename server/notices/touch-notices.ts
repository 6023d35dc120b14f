/** Says that somebody's notifications changed, to each of their tabs, whichever bot that shows. */
import type { App } from '../platform/app.ts';
import { type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

/** @param botIds the bots of the notifications; @param userIds whose they are */
export async function touchNotices(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  botIds: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  for (const botId of botIds) touch(tx, app, botId, ['notifications'], { userIds: [...userIds] });
  // A tab that shows another bot lists and counts those of all bots.
  const others = await tx.query<{ bot_id: number; user_id: number }>(sql`
    select distinct bot_id, user_id from presence_leases
    where user_id = any(${[...userIds]}::int[]) and not bot_id = any(${[...botIds]}::int[])`);
  for (const { bot_id, user_id } of others) touch(tx, app, bot_id, ['notifications'], { userIds: [user_id] });
}

/** A conversation came out of somebody's sight, or into it: what told them of it goes and comes with it (NO-2). */
export async function touchNoticesOf(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> {
  await touchThose(tx, app, bot_id, sql`n.conversation_id = ${id}`);
}

/** A ticket came out of somebody's sight, or into it (NO-2). */
export async function touchNoticesOfTicket(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> {
  await touchThose(tx, app, bot_id, sql`n.ticket_id = ${id}`);
}

async function touchThose(tx: Transaction, app: Pick<App, 'bus'>, botId: number, about: Sql): Promise<void> {
  const rows = await tx.query<{ user_id: number }>(sql`
    select distinct n.user_id from notifications n where ${about} and not n.archived`);
  const userIds = rows.map(({ user_id }) => user_id);
  if (userIds.length > 0) await touchNotices(tx, app, [botId], userIds);
}
