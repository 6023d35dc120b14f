/**
 * What holds after every change of a credential (e-mail, password, second factor): whatever was handed out before it
 * opens nothing any more. The way in that somebody had in a mailbox or in another browser ends with the old credential.
 */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { forgetDevices } from './known-devices.ts';
import { forgetLinks } from './mail-links.ts';
import { endSessions } from './sessions.ts';

/**
 * Voids every mail link, the address that waits for its proof, half-done sign-ins and the other sessions; what is known
 * of other browsers is forgotten.
 * @param keep the browser (client) that made the change, null: none stays
 * @returns how many sessions ended
 */
export async function credentialChanged(
  tx: Transaction,
  app: Pick<App, 'clock' | 'realtime'>,
  userId: number,
  keep: string | null,
): Promise<number> {
  await forgetLinks(tx, app, userId);
  await tx.query(sql`delete from sign_in_tickets where user_id = ${userId}`);
  await forgetDevices(tx, userId, keep);
  await tx.query(
    sql`update users set pending_email = null where id = ${userId} and pending_email is not null`,
  );
  return endSessions(tx, app, userId, keep);
}
