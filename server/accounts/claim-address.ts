/**
 * Whose an address is. Anybody may type one; the mailbox decides. Until a link sent there was followed, several
 * accounts may claim it, and the first that was registered holds it for sign-in and invitations; the proof makes the
 * one that brings it the holder for good, and voids what was sent for the others.
 */
import { REGISTRATION_TEXTS } from '../../contract/calls/registration.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';

/** Whether another account has proved that this address is its own; and its name, for a mail. */
export async function provedOwner(
  db: Queryable,
  email: string,
  exceptId: number,
): Promise<{ name: string } | null> {
  const [row] = await db.query<{ name: string }>(sql`
    select name from users
    where lower(email) = lower(${email}) and holds_email and email_confirmed_at is not null and id <> ${exceptId}`);
  return row ?? null;
}

/**
 * Makes the address this account's, which has just proved it. Throws `Refused` rule at `email` when another had
 * proved it before.
 */
export async function claimAddress(
  tx: Transaction,
  app: Pick<App, 'clock' | 'realtime'>,
  userId: number,
  email: string,
): Promise<void> {
  const now = app.clock.now();
  if (await provedOwner(tx, email, userId)) throw fieldFault('email', REGISTRATION_TEXTS.emailTaken);
  await tx.query(sql`
    update mail_links set used_at = ${now} where lower(email) = lower(${email}) and user_id <> ${userId}
      and used_at is null`);
  await tx.query(sql`
    update users set holds_email = false
    where lower(email) = lower(${email}) and id <> ${userId} and holds_email and email_confirmed_at is null`);
  await tx.query(sql`
    update users set email = ${email}, holds_email = true, email_confirmed_at = coalesce(email_confirmed_at, ${now})
    where id = ${userId}`);
  tx.afterCommit(() => app.realtime.toPerson(userId, 'ACCOUNT', {}));
}
