/**
 * How long tickets waited in hours of attendance: counted by the calendar of each bot when it is asked for, since a
 * ticket's row says what it is now, and only that.
 */
import { businessSecondsBetween } from '../../contract/calendar/open-hours.ts';
import { area } from '../../contract/states.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { ofBots, previousOf, type Wanted } from './wanted.ts';

/** As `rooms.ts` numbers them. */
const FIRST_ANSWER = 1;
const SOLVED = 2;

interface TimedTicket {
  id: string;
  bot_id: number;
  category: string | null;
  created_at: string;
  first_answered_at: string | null;
  solved_at: string | null;
}

/** What is asked for, with the open times of the tickets that it and the stretch before count. */
export async function withTicketHours(db: Queryable, wanted: Wanted): Promise<Wanted> {
  if (!wanted.filters.business_hours) return wanted;
  const { from } = previousOf(wanted);
  const rows = await db.query<TimedTicket>(sql`
    select t.id, coalesce(t.bot_id, 0) as bot_id, t.category, t.created_at, t.first_answered_at, t.solved_at from tickets t
    where ${ofBots(sql`t.bot_id`, wanted)} and t.merged_into is null
      and (t.first_answered_at >= ${from} and t.first_answered_at < ${wanted.to}
        or t.solved_at >= ${from} and t.solved_at < ${wanted.to})`);
  const calendars = new Map(
    await Promise.all(wanted.bots.map(async (id) => [id, await readCalendar(db, id)] as const)),
  );
  const ticketHours = rows.flatMap(({ id, bot_id, category, created_at, first_answered_at, solved_at }) => {
    const calendar = calendars.get(bot_id);
    if (!calendar) return [];
    const known = area.safeParse(category);
    const open = (until: string) =>
      Math.round(
        businessSecondsBetween(
          calendar,
          known.success ? known.data : null,
          Date.parse(created_at),
          Date.parse(until),
        ) * 1000,
      );
    return [
      ...(first_answered_at === null ? [] : [{ id, place: FIRST_ANSWER, open: open(first_answered_at) }]),
      ...(solved_at === null ? [] : [{ id, place: SOLVED, open: open(solved_at) }]),
    ];
  });
  return { ...wanted, ticketHours };
}
