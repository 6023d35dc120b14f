/**
 * The server's VAPID keys (RFC 8292): by the settings, or made once and kept in the database, the private one sealed.
 * Another pair makes every subscription worthless, so they are never made again while the kept ones can be read.
 */
import webpush from 'web-push';
import * as z from 'zod/mini';
import type { App } from '../../platform/app.ts';
import { json, sql } from '../../platform/database/database.ts';
import { seal, unseal } from '../../platform/seal.ts';

const NAME = 'vapid';
const stored = z.object({ public_key: z.string(), sealed: z.string() });

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}
type Ports = Pick<App, 'db' | 'config' | 'log'>;

const known = new WeakMap<object, Promise<VapidKeys>>();

/** The pair; read or made at the first call of the process. */
export function vapidKeys(app: Ports): Promise<VapidKeys> {
  const kept = known.get(app.db);
  if (kept) return kept;
  const reading = app.config.vapid ? Promise.resolve(app.config.vapid) : readOrMake(app);
  known.set(app.db, reading);
  // A database that was away for a moment is asked again.
  reading.catch(() => known.delete(app.db));
  return reading;
}

async function readOrMake(app: Ports): Promise<VapidKeys> {
  const made = webpush.generateVAPIDKeys();
  const value = { public_key: made.publicKey, sealed: seal(app, NAME, made.privateKey) };
  return app.db.transaction(async (tx) => {
    // Of two processes that start together one writes; both read the same.
    await tx.query(sql`
      insert into settings (name, value) values (${NAME}, ${json(value)}) on conflict (name) do nothing`);
    const [row] = await tx.query<{ value: unknown }>(
      sql`select value from settings where name = ${NAME} for update`,
    );
    const { public_key, sealed } = stored.parse(row?.value);
    try {
      return { publicKey: public_key, privateKey: unseal(app, NAME, sealed) };
    } catch (error) {
      // Sealed under another APP_SECRET: nobody can sign with them any more, and no browser takes another pair.
      app.log.warn({ err: error }, 'The VAPID keys cannot be read: new ones are made, subscriptions end');
      await tx.query(sql`update settings set value = ${json(value)} where name = ${NAME}`);
      await tx.query(sql`delete from push_subscribers`);
      return made;
    }
  });
}
