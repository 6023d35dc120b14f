/** Users as the wire shows them. */
import type { User } from '../../contract/entities/user.ts';
import type { Config } from '../platform/config.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

export interface UserRow {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  image: string | null;
  customer_id: string | null;
  url: string | null;
  bot_ids: number[];
  email_confirmed_at: string | null;
  pending_email: string | null;
}

/** The columns of `UserRow` from `users u`. */
export const userColumns = sql`
  u.id, u.name, u.email, u.phone, u.image, u.customer_id, u.url, u.email_confirmed_at, u.pending_email,
  array(select bot_id from user_bots where user_id = u.id order by bot_id) as bot_ids`;

/** The user as the wire has it. */
export function toUser(row: UserRow, config: Pick<Config, 'staffEmails'>): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    image: row.image,
    botIds: row.bot_ids,
    customerId: row.customer_id,
    url: row.url,
    // Whoever could register with an internal address but not read its mail is nobody internal.
    staff: row.email_confirmed_at !== null && config.staffEmails.includes(row.email.toLowerCase()),
    email_confirmed: row.email_confirmed_at !== null,
    pending_email: row.pending_email,
  };
}

/** The user with this e-mail (any letter case) and their password hash. */
export async function findUserByEmail(
  db: Queryable,
  email: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where lower(u.email) = lower(${email.trim()})`);
  return row ?? null;
}

/** The user with this id. Throws when there is none: for ids that a session or a row vouches for. */
export async function findUserById(db: Queryable, id: number): Promise<UserRow & { password_hash: string }> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where u.id = ${id}`);
  if (!row) throw new Error(`No user ${id}`);
  return row;
}
