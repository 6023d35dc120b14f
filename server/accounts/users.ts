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
}

/** The columns of `UserRow` from `users u`. */
export const userColumns = sql`
  u.id, u.name, u.email, u.phone, u.image, u.customer_id, u.url,
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
    staff: config.staffEmails.includes(row.email.toLowerCase()),
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
