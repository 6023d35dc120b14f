/**
 * A channel that fell silent: its webhooks no longer come, and nothing says so. Every hour the hours in which customers
 * wrote are noted; one that has been silent for much longer than it ever is, while what we send still arrives, is
 * reported to owners and administrators, and again when it is heard.
 */
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import { connectionAdvice, PROVIDER_LABELS } from '../../contract/entities/connection-faults.ts';
import { type ConnectionRow, connectionColumns } from '../connections/connection-row.ts';
import { tellOf } from '../connections/health.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { every, keepRound, registerRound } from '../platform/jobs/rounds.ts';
import { touch } from '../platform/realtime/touch.ts';

/** Milliseconds. */
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ROUND = { kind: 'channels.silence', next: every(HOUR) };
/** How far back silences are learned from, and from when on enough is known. */
const LEARNED = 28 * DAY;
const KNOWN_AFTER = 7 * DAY;
const FEWEST_HOURS = 20;
/** Silent: so many times the longest silence, and at least so long. */
const TIMES = 1.5;
const LEAST = 6 * HOUR;

/** Registers the hourly look. */
export function registerSilence(app: App): void {
  registerRound(app, ROUND, (tx) => lookForSilence(tx, app));
}

/** Schedules the first look where none waits. */
export const keepListening = (app: App): Promise<void> => keepRound(app, ROUND);

async function lookForSilence(tx: Transaction, app: App): Promise<void> {
  const now = app.clock.now();
  await tx.query(sql`delete from channel_hours where hour < ${new Date(now.getTime() - LEARNED)}`);
  // Since the last look, and what came while nobody looked.
  await tx.query(sql`
    insert into channel_hours (connection_id, hour)
    select distinct p.connection_id, date_trunc('hour', p.received_at) from hook_parts p
    where p.connection_id is not null and p.kind = 'message' and p.received_at >= greatest(
        ${new Date(now.getTime() - LEARNED)}::timestamptz,
        coalesce((select max(h.hour) from channel_hours h where h.connection_id = p.connection_id), '-infinity'))
    on conflict do nothing`);
  const rows = await tx.query<ConnectionRow>(sql`
    select ${connectionColumns} from connections c
    where not c.paused and c.provider = any(${[...CHANNEL_PROVIDERS]}::text[]) order by c.id for update`);
  for (const row of rows) {
    const since = await silentSince(tx, row.id, now);
    if ((since === null) === (row.silent_since === null)) continue;
    await tx.query(sql`update connections set silent_since = ${since} where id = ${row.id}`);
    touch(tx, app, row.bot_id, ['connections']);
    const label = PROVIDER_LABELS[row.provider];
    await tellOf(tx, app, row, {
      subject: since ? `No llegan mensajes de ${label}` : `Vuelven a llegar mensajes de ${label}`,
      body: since
        ? `La conexión ${row.name}: ${connectionAdvice(row.provider, 'silent')}`
        : `La conexión ${row.name} recibe mensajes otra vez.`,
      plain: since ? 'No llegan mensajes de un canal.' : 'Vuelven a llegar mensajes de un canal.',
    });
  }
}

/** Since when a channel is more silent than ever while what leaves by it arrives; null: it is not, or too little is known. */
async function silentSince(tx: Transaction, id: string, now: Date): Promise<Date | null> {
  const hours = (
    await tx.query<{ hour: string }>(
      sql`select hour from channel_hours where connection_id = ${id} order by hour`,
    )
  ).map(({ hour }) => Date.parse(hour));
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined || hours.length < FEWEST_HOURS) return null;
  if (now.getTime() - first < KNOWN_AFTER) return null;
  const longest = Math.max(...hours.slice(1).map((hour, index) => hour - (hours[index] ?? hour)));
  if (now.getTime() - (last + HOUR) <= Math.max(LEAST, TIMES * longest)) return null;
  // Nobody was written to either: nobody has anything to answer.
  const arrived = await tx.query(sql`
    select 1 from hook_parts where connection_id = ${id} and kind = 'status'
      and received_at >= ${new Date(last + HOUR)} and content ->> 'status' in ('delivered', 'read')
    limit 1`);
  return arrived.length === 0 ? null : new Date(last);
}
