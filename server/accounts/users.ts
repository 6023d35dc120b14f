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
  /** Whether it is the account of its address; another may say so too, until one of them proves it by mail. */
  holds_email: boolean;
  /** Whether sign-in asks for a code. */
  second_factor: boolean;
}

/** The columns of `UserRow` from `users u`. */
export const userColumns = sql`
  u.id, u.name, u.email, u.phone, u.image, u.customer_id, u.url, u.email_confirmed_at, u.pending_email,
  u.holds_email,
  exists(select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor,
  array(select bot_id from user_bots where user_id = u.id order by bot_id) as bot_ids`;

/** The user as the wire has it. */
export function toUser(row: UserRow, config: Pick<Config, 'staffEmails' | 'staffSecondFactor'>): User {
  // Somebody who could register an internal address but not read its mail is not internal.
  const internal = row.email_confirmed_at !== null && config.staffEmails.includes(row.email.toLowerCase());
  const due = internal && config.staffSecondFactor && !row.second_factor;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    image: row.image,
    botIds: row.bot_ids,
    customerId: row.customer_id,
    url: row.url,
    staff: internal && !due,
    second_factor: row.second_factor,
    second_factor_due: due,
    email_confirmed: row.email_confirmed_at !== null,
    pending_email: row.pending_email,
  };
}

/** The account that holds this e-mail (any letter case), with its password hash. */
export async function findUserByEmail(
  db: Queryable,
  email: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where lower(u.email) = lower(${email.trim()}) and u.holds_email`);
  return row ?? null;
}

/** The user with this id. Throws when there is none: for ids that a session or a row vouches for. */
export async function findUserById(db: Queryable, id: number): Promise<UserRow & { password_hash: string }> {
  const [row] = await db.query<UserRow & { password_hash: string }>(sql`
    select ${userColumns}, u.password_hash from users u where u.id = ${id}`);
  if (!row) throw new Error(`No user ${id}`);
  return row;
}

/** More accounts than these that claim an address without its proof don't sign in. */
const CLAIMS = 50;

/** The other accounts that say this address is theirs, newest first; their hashes share a salt. */
export async function findClaims(
  db: Queryable,
  email: string,
): Promise<(UserRow & { password_hash: string })[]> {
  return db.query(sql`
    select ${userColumns}, u.password_hash from users u
    where lower(u.email) = lower(${email.trim()}) and not u.holds_email order by u.id desc limit ${CLAIMS}`);
}
