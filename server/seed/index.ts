/** Decides whether the demo data is written at this start (docs/protocol.md SEED). */
import type { App } from '../platform/app.ts';
import { isLoopback } from '../platform/config.ts';
import { sql } from '../platform/database/database.ts';
import { BOTS, DEMO_PASSWORD, PEOPLE } from '../platform/demo/cast.ts';
import type { Domain } from '../platform/domain.ts';
import { writeDemo } from './write-demo.ts';

const MARK = 'seeded';
/** Any number that nothing else locks. */
const ADVISORY_LOCK = 7_264_252_002;

/** What the start prints for people who try the demo. */
export const DEMO_HINT = {
  password: DEMO_PASSWORD,
  accounts: Object.values(PEOPLE).map((person) => person.email),
  bot: BOTS[0],
};

/**
 * Writes the demo into an empty database: by default on a loopback host outside production, or when SEED=demo asks.
 * @returns whether this database holds the demo (written now or earlier)
 */
export async function seedIfAsked(
  app: Pick<App, 'config' | 'db' | 'clock' | 'ids' | 'log'>,
  domains: readonly Domain[],
): Promise<boolean> {
  const { config, db } = app;
  const [known] = await db.query(sql`select 1 as one from settings where name = ${MARK}`);
  if (known) return true;
  if (config.seed === 'none') return false;
  if (config.seed === 'auto' && (config.production || !isLoopback(config.host))) return false;
  const [someone] = await db.query(sql`select 1 as one from users limit 1`);
  if (someone) {
    // Asked for, but there are real people here: their data stays as it is.
    if (config.seed === 'demo') app.log.warn('SEED=demo se ignora: la base de datos ya tiene cuentas.');
    return false;
  }
  const seeded = await db.transaction(async (tx) => {
    // Processes that start together: one writes it, the others find it written.
    await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    const [written] = await tx.query(sql`select 1 as one from settings where name = ${MARK}`);
    if (written) return null;
    const { slug } = config.product;
    const later = await writeDemo(tx, domains, { now: app.clock.now(), ids: app.ids, slug });
    await tx.query(sql`insert into settings (name, value) values (${MARK}, to_jsonb(now()))`);
    return later;
  });
  for (const keep of seeded ?? []) await keep();
  return true;
}
