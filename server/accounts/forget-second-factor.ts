/** Takes the second factor of an account away, with its recovery codes; what else changes is the caller's part. */
import { type Queryable, sql } from '../platform/database/database.ts';

/** Takes the person's second factor and its recovery codes away; nobody who has none is a fault. */
export async function forgetSecondFactor(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from second_factors where user_id = ${userId}`);
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`);
}
