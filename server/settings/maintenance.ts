/** Maintenance: while it is on, only internal accounts work. Kept in `settings`, read often. */
import * as z from 'zod/mini';
import type { Access } from '../../contract/calls/call.ts';
import type { Maintenance } from '../../contract/calls/maintenance.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';

const NAME = 'maintenance';
const OFF: Maintenance = { on: false, message: null, slow: false };
const stored = z.object({
  on: z.boolean(),
  message: z.nullable(z.string()),
  slow: z._default(z.boolean(), false),
});
/** Other processes hear of a switch this late at most. Milliseconds. */
const FRESH = 2_000;

const cache = new WeakMap<object, { at: number; value: Maintenance }>();

/** Whether it is on, and what its page says. */
export async function readMaintenance(app: Pick<App, 'db'>): Promise<Maintenance> {
  const known = cache.get(app.db);
  if (known && performance.now() - known.at < FRESH) return known.value;
  const [row] = await app.db.query<{ value: unknown }>(sql`select value from settings where name = ${NAME}`);
  const value = row ? stored.parse(row.value) : OFF;
  cache.set(app.db, { at: performance.now(), value });
  return value;
}

/** Writes it, in the transaction of its audit; call `forgetMaintenance` after commit. */
export async function writeMaintenance(tx: Queryable, value: Maintenance): Promise<void> {
  await tx.query(sql`
    insert into settings (name, value) values (${NAME}, ${json(value)})
    on conflict (name) do update set value = excluded.value`);
}

/** The next question reads again. */
export function forgetMaintenance(app: Pick<App, 'db'>): void {
  cache.delete(app.db);
}

/**
 * As `refuseInMaintenance`, for a call: what needs no more than a session (signing out) works on; visitors and the
 * public pages are not concerned.
 */
export async function refuseCallInMaintenance(
  app: Pick<App, 'db'>,
  rule: Access,
  session: Session | null,
): Promise<void> {
  // An internal account whose powers wait for a second factor must be able to set it up and end the maintenance.
  if (session?.user.second_factor_due && rule.kind === 'self') return;
  if (session && rule.kind !== 'session') await refuseInMaintenance(app, session);
}

/** Throws `Refused` unavailable with `details.maintenance` for everybody but internal accounts. */
export async function refuseInMaintenance(app: Pick<App, 'db'>, session: Session): Promise<void> {
  if (session.user.staff) return;
  const { on, message } = await readMaintenance(app);
  if (!on) return;
  throw new Refused('unavailable', {
    message: message ?? 'Estamos en mantenimiento. Volvemos en unos minutos.',
    details: { maintenance: true },
    retryAfterSeconds: 60,
  });
}
