/**
 * `npm run second-factor-off -- CORREO`: for somebody who lost their phone and their recovery codes, after the operator
 * has made sure who asks. The password stays; every browser signs in again.
 */
import { forgetSecondFactor } from '../accounts/forget-second-factor.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase, StartError, sql } from '../platform/database/database.ts';
import { createIds } from '../platform/ids.ts';
import { requireCluster, toolLog } from './open-source.ts';

/** @returns whose it was. Throws `StartError` for what an operator can mend */
export async function secondFactorOff(
  config: Config,
  email: string,
): Promise<{ name: string; email: string }> {
  if (config.databaseUrl === null) requireCluster(config.dataDir);
  const db = await openDatabase({
    ...(config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl }),
    log: toolLog,
  });
  try {
    return await db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw new StartError(`No hay una cuenta con el correo ${email}.`);
      if (!user.second_factor)
        throw new StartError(`La cuenta ${user.email} no tiene la verificación en dos pasos.`);
      await forgetSecondFactor(tx, user.id);
      // Sessions that were opened with the lost phone.
      await tx.query(sql`delete from auth_tokens where user_id = ${user.id}`);
      await tx.query(sql`delete from sign_in_tickets where user_id = ${user.id}`);
      await writeAudit(
        tx,
        { config, clock: systemClock, ids: createIds(systemClock), log: toolLog },
        {
          by: null,
          type: 'user',
          id: user.id,
          botId: null,
          before: { second_factor: true },
          after: { second_factor: false },
        },
      );
      return { name: user.name, email: user.email };
    });
  } finally {
    await db.close();
  }
}
