/**
 * How often the button was pressed, counted by ourselves: a site says which number was opened and nothing of who did.
 * What is kept is a count for each quarter of an hour, of which the days of any zone are made.
 */

import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { ButtonPresses } from '../../contract/entities/whatsapp-button.ts';
import { PRESS_DAYS } from '../../contract/whatsapp-button/press.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { readShownButton } from './button.ts';

const QUARTER = 15 * 60_000;
/** What is older is of no figure any more. */
const KEPT = 400 * 24 * 60 * 60_000;

/** Counts one. @returns false for a button that is off, and a number that it has not */
export async function countPress(app: App, botId: number, phone: string): Promise<boolean> {
  const button = await readShownButton(app.db, botId);
  const digits = phone.replace(/\D/g, '');
  if (!button?.contacts.some((one) => one.phone.replace(/\D/g, '') === digits)) return false;
  const now = app.clock.now().getTime();
  const at = new Date(now - (now % QUARTER));
  await app.db.query(sql`
    insert into whatsapp_button_presses (bot_id, at, phone, n) values (${botId}, ${at}, ${digits}, 1)
    on conflict (bot_id, at, phone) do update set n = whatsapp_button_presses.n + 1`);
  await app.db.query(sql`
    delete from whatsapp_button_presses where bot_id = ${botId} and at < ${new Date(now - KEPT)}`);
  return true;
}

/** Of the last days of the bot's calendar, today among them. */
export async function pressesOf(app: App, botId: number): Promise<ButtonPresses> {
  const now = app.clock.now();
  const zone = await zoneOf(app.db, botId, now);
  const today = dayIn(now.getTime(), zone);
  const days = Array.from({ length: PRESS_DAYS }, (_, at) => addDays(today, at + 1 - PRESS_DAYS));
  const begins = days.map((day) => new Date(startOfDay(day, zone)).toISOString());
  const rows = await app.db.query<{ at: number; phone: string; n: number }>(sql`
    select width_bucket(p.at, ${begins}::timestamptz[])::int as at, p.phone, sum(p.n)::int as n
    from whatsapp_button_presses p
    where p.bot_id = ${botId} and p.at >= ${begins[0]}::timestamptz and p.at <= ${now} group by 1, 2`);
  const sum = (of: typeof rows) => of.reduce((total, { n }) => total + n, 0);
  const phones = [...new Set(rows.map(({ phone }) => phone))];
  return {
    zone,
    total: sum(rows),
    days: days.map((day, index) => ({ day, n: sum(rows.filter(({ at }) => at === index + 1)) })),
    numbers: phones
      .map((phone) => ({ phone: `+${phone}`, n: sum(rows.filter((row) => row.phone === phone)) }))
      .sort((a, b) => b.n - a.n || a.phone.localeCompare(b.phone)),
  };
}
