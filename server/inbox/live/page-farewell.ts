/** The word of a browser's closing page, by HTTP: its socket may have ended before it could say it (docs/protocol.md 'Presence'). */
import { LIMITS } from '../../../contract/limits.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';

/**
 * Ends the lease of one socket at a bot after the grace of a reload, and those that the browser's earlier sockets left;
 * only the caller's own.
 * @param lease `client` names the browser's session
 */
export async function pageFarewell(
  { db, bus, clock }: Pick<App, 'db' | 'bus' | 'clock'>,
  lease: { userId: number; client: string; botId: number; socket: string },
): Promise<void> {
  const end = new Date(clock.now().getTime() + LIMITS.farewellGrace);
  const ended = await db.query<{ socket_id: string }>(sql`
    update presence_leases as lease set expires_at = least(lease.expires_at, ${end}::timestamptz)
    from presence_leases as named
    where named.socket_id = ${lease.socket} and named.bot_id = ${lease.botId} and named.user_id = ${lease.userId}
      and named.client = ${lease.client}
      -- Sockets before this one whose page could not say a word; a reload's, which is younger, runs longer.
      and lease.bot_id = named.bot_id and lease.user_id = named.user_id and lease.client = named.client
      and lease.expires_at <= named.expires_at
    returning lease.socket_id`);
  // Whichever process renews them hears that it need not.
  for (const { socket_id } of ended) bus.publish('farewell', { socketId: socket_id, botId: lease.botId });
}
