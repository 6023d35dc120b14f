/** How a client is reached by a connection, before they have written to it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Channel } from '../../../contract/states.ts';
import { lockContacts } from '../../crm/lock-contacts.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';

export interface KnownContact {
  id: string;
  visitor_id: string;
}

/** A connection of the bot that carries the channel: one that works before one that does not; null: there is none. */
export async function connectionOfChannel(
  db: Queryable,
  botId: number,
  channel: Channel,
): Promise<{ id: string; bot_id: number } | null> {
  const [row] = await db.query<{ id: string; bot_id: number }>(sql`
    select c.id, c.bot_id from connections c where c.bot_id = ${botId} and c.provider = ${channel}
    order by c.paused, c.health <> 'ok', c.created_at, c.id limit 1`);
  return row ?? null;
}

/** How a connection reaches a client: as it knows them, else by the phone of their record. Null: not at all. */
export async function contactOfLead(
  tx: Transaction,
  app: App,
  connection: { id: string; bot_id: number },
  lead: { id: string; name: string | null; phone: string | null },
): Promise<KnownContact | null> {
  await lockContacts(tx, connection.bot_id);
  const [known] = await tx.query<KnownContact>(sql`
    select k.id, k.visitor_id from channel_contacts k join visitors v on v.id = k.visitor_id
    where k.connection_id = ${connection.id} and v.lead_id = ${lead.id}
    order by k.window_expires_at desc nulls last, k.id limit 1`);
  if (known) return known;
  const phone = lead.phone?.replace(/\D/g, '') ?? '';
  if (phone.length < 8) return null;
  const [taken] = await tx.query(sql`
    select 1 from channel_contacts where connection_id = ${connection.id} and phone = ${phone}`);
  // The number is somebody else's to this connection: that person would read it.
  if (taken) return null;
  const now = app.clock.now();
  const visitorId = app.ids();
  const token = createHash('sha256').update(randomBytes(32)).digest('hex');
  await tx.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at)
    values (${visitorId}, ${connection.bot_id}, ${lead.id}, ${token}, ${now}, ${now})`);
  const id = app.ids();
  await tx.query(sql`
    insert into channel_contacts (id, connection_id, bot_id, visitor_id, phone, created_at)
    values (${id}, ${connection.id}, ${connection.bot_id}, ${visitorId}, ${phone}, ${now})`);
  return { id, visitor_id: visitorId };
}
