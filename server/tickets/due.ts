/**
 * The clocks of tickets. When one is due is worked out of its history (machines/ticket/deadlines.ts) at every change;
 * a durable job at that instant tells lists, bell and supervision, once.
 */
import * as z from 'zod/mini';
import { ALWAYS_OPEN } from '../../contract/calendar/open-hours.ts';
import { deadlinesOf, overdueAt, type TicketPast } from '../../machines/ticket/deadlines.ts';
import { CALENDAR_CHANGED, readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { readTicketSettings } from './read-settings.ts';
import { lockTicket, type TicketRow } from './ticket-row.ts';

const DUE = 'ticket.due';
const RECOUNT = 'ticket.recount';
const duePayload = z.object({ id: z.string(), bot_id: z.nullable(z.number()) });
const recountPayload = z.object({ bot_id: z.number() });
/** Tickets of one transaction when a whole bot is counted anew. */
const PART = 100;

/** How it stood, oldest first. */
export async function pastOf(db: Queryable, ticketId: string): Promise<TicketPast[]> {
  const rows = await db.query<Omit<TicketPast, 'at'> & { at: string }>(sql`
    select at, state, priority, category from ticket_steps where ticket_id = ${ticketId} order by at, id`);
  return rows.map((row) => ({ ...row, at: Date.parse(row.at) }));
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Works out when the ticket is due, keeps it, and sets the job of whichever comes next. */
export async function setClocks(tx: Transaction, app: App, row: TicketRow, now: Date): Promise<void> {
  const calendar = row.bot_id === null ? ALWAYS_OPEN : await readCalendar(tx, row.bot_id);
  const { budgets, reopen_days } = await readTicketSettings(tx, row.bot_id);
  const answeredAt = row.first_answered_at === null ? null : Date.parse(row.first_answered_at);
  const due = deadlinesOf(await pastOf(tx, row.id), answeredAt, calendar, budgets);
  row.first_due_at = iso(due.first);
  row.solve_due_at = iso(due.solve);
  await tx.query(sql`
    update tickets set first_due_at = ${row.first_due_at}::timestamptz, solve_due_at = ${row.solve_due_at}::timestamptz
    where id = ${row.id}`);
  const key = `${DUE}:${row.id}`;
  const next = nextClock(row, now, reopen_days);
  if (next === null) await app.jobs.cancel(tx, key);
  else
    await app.jobs.schedule(tx, {
      kind: DUE,
      key,
      runAt: new Date(next),
      payload: { id: row.id, bot_id: row.bot_id },
    });
}

const DAY = 24 * 60 * 60_000;

/** The next instant at which something is to be done about it; null: none. */
function nextClock(row: TicketRow, now: Date, reopenDays: number): number | null {
  if (row.state === 'closed') return null;
  // Nobody has brought it back in the owner's days: it is over.
  if (row.state === 'solved')
    return row.solved_at === null ? null : Date.parse(row.solved_at) + reopenDays * DAY;
  const waits = [
    row.first_answered_at === null && row.first_told !== row.first_due_at ? row.first_due_at : null,
    row.solve_told !== row.solve_due_at ? row.solve_due_at : null,
  ].flatMap((at) => (at === null ? [] : [Math.max(Date.parse(at), now.getTime())]));
  return waits.length === 0 ? null : Math.min(...waits);
}

/** Open tickets of a bot are due by other rules: they are counted anew, some at a time. */
export async function recountLater(tx: Transaction, app: App, botId: number): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: RECOUNT,
    key: `${RECOUNT}:${botId}`,
    runAt: app.clock.now(),
    payload: { bot_id: botId },
  });
}

/** What is done with a ticket whose clock rang; set where commands are, which stand above this. */
export interface WhenDue {
  /** The owner's days are over. */
  close(tx: Transaction, row: TicketRow): Promise<void>;
  overdue(tx: Transaction, row: TicketRow, late: { first: boolean; solve: boolean }): Promise<void>;
}

/** Registers the jobs. */
export function registerDue(app: App, when: WhenDue): void {
  app.jobs.handle(DUE, async (tx, job) => {
    const { id } = duePayload.parse(job.payload);
    const row = await lockTicket(tx, id);
    if (!row) return;
    const now = app.clock.now();
    const { reopen_days } = await readTicketSettings(tx, row.bot_id);
    if (row.state === 'solved' && row.solved_at !== null) {
      if (Date.parse(row.solved_at) + reopen_days * DAY <= now.getTime()) await when.close(tx, row);
      else await setClocks(tx, app, row, now);
      return;
    }
    // The calendar may have been changed since it was set.
    await setClocks(tx, app, row, now);
    const at = (text: string | null) => (text === null ? null : Date.parse(text));
    const late = overdueAt(
      { first: at(row.first_due_at), solve: at(row.solve_due_at) },
      { state: row.state, answeredAt: at(row.first_answered_at), now: now.getTime() },
    );
    const told = {
      first: late.first && row.first_told !== row.first_due_at,
      solve: late.solve && row.solve_told !== row.solve_due_at,
    };
    if (!told.first && !told.solve) return;
    if (told.first) row.first_told = row.first_due_at;
    if (told.solve) row.solve_told = row.solve_due_at;
    await tx.query(sql`
      update tickets set first_told = ${row.first_told}::timestamptz, solve_told = ${row.solve_told}::timestamptz
      where id = ${row.id}`);
    await setClocks(tx, app, row, now);
    await when.overdue(tx, row, told);
  });
  for (const kind of [RECOUNT, CALENDAR_CHANGED])
    app.jobs.handle(kind, async (tx, job) => {
      const { bot_id: botId } = recountPayload.parse(job.payload);
      await recount(tx, app, botId);
      touch(tx, app, botId, ['tickets']);
    });
}

/** Locks in the order of ids, as nobody else locks several. */
async function recount(tx: Transaction, app: App, botId: number): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await tx.query<{ id: string }>(sql`
      select id from tickets where bot_id = ${botId} and state <> 'closed' and id > ${after} order by id limit ${PART}`);
    for (const { id } of rows) {
      const row = await lockTicket(tx, id);
      if (row) await setClocks(tx, app, row, app.clock.now());
      after = id;
    }
    if (rows.length < PART) return;
  }
}
