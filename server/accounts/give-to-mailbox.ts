/**
 * Gives an account to the person who reads its mailbox. Somebody else may have made it in their name, with a password
 * that they know, an open browser, and a link on its way to an address of their own: nothing of that is left.
 */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { credentialChanged } from './credential-change.ts';
import { forgetSecondFactor } from './forget-second-factor.ts';

/** @param hash of the new password */
export async function giveToMailbox(
  tx: Transaction,
  app: Pick<App, 'realtime' | 'clock'>,
  userId: number,
  hash: string,
): Promise<void> {
  await tx.query(sql`
    update users set password_hash = ${hash}, email_confirmed_at = ${app.clock.now()} where id = ${userId}`);
  await forgetSecondFactor(tx, userId);
  await credentialChanged(tx, app, userId, null);
}
