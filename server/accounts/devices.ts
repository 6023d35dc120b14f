/** The browsers in which somebody is signed in ('Mi cuenta'). */
import { createHash } from 'node:crypto';
import type { Device } from '../../contract/entities/device.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { deviceName } from './device-name.ts';
import { endSession, endSessions } from './sessions.ts';
import { endOf, isOpen } from './tokens.ts';
import { traceAccess } from './traces.ts';

/** What stands for a browser in the list: its client id is part of its credentials and stays its own. */
const deviceId = (client: string) =>
  createHash('sha256').update(`device:${client}`).digest('base64url').slice(0, 22);

interface TokenRow {
  client: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

async function tokensOf(app: Pick<App, 'db' | 'clock'>, userId: number): Promise<TokenRow[]> {
  return app.db.query<TokenRow>(sql`
    select client, user_agent, created_at, last_used_at, expires_at from auth_tokens t
    where user_id = ${userId} and ${isOpen(app.clock.now())} order by last_used_at desc, created_at desc`);
}

/** The own one first, then by last use. */
export async function devicesOf(app: Pick<App, 'db' | 'clock'>, session: Session): Promise<Device[]> {
  const devices = (await tokensOf(app, session.user.id)).map(({ client, user_agent, ...times }) => ({
    id: deviceId(client),
    name: deviceName(user_agent),
    ...times,
    expires_at: endOf(times),
    current: client === session.client,
  }));
  return [...devices.filter((device) => device.current), ...devices.filter((device) => !device.current)];
}

/** Signs one of the person's other browsers out. Throws not_found, rule (the own one). */
export async function endDevice(app: App, session: Session, id: string): Promise<void> {
  const found = (await tokensOf(app, session.user.id)).find((row) => deviceId(row.client) === id);
  if (!found) throw new Refused('not_found');
  if (found.client === session.client) {
    throw new Refused('rule', { message: 'Para salir de este dispositivo usa «Cerrar sesión».' });
  }
  await app.db.transaction(async (tx) => {
    if (!(await endSession(tx, app, session.user.id, found.client))) return;
    await traceAccess(tx, app, session.user, 'session_ended', found.user_agent ?? '');
  });
}

/** Signs the person out of every other browser. @returns how many sessions ended */
export async function endOtherDevices(app: App, session: Session): Promise<number> {
  return app.db.transaction(async (tx) => {
    const ended = await endSessions(tx, app, session.user.id, session.client);
    if (ended > 0) await traceAccess(tx, app, session.user, 'sessions_ended');
    return ended;
  });
}
