/**
 * When a ticket is due: a pure function of its history, the bot's calendar and what the owner gives each priority.
 *
 * Time is used up while people attend and it is not the customer's turn. What was used up counts against the budget of
 * the priority of today, so that raising a priority never gives time and lowering it never takes any away. A deadline
 * lies within hours of attendance, as the last second of the budget does.
 */
import { addBusinessSeconds, businessSecondsBetween } from '../../contract/calendar/open-hours.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import type { TicketBudgets, TicketPriority, TicketState } from '../../contract/rules/tickets.ts';
import type { Area } from '../../contract/states.ts';

/** How it stood from an instant (milliseconds since 1970) on; the first one is its making. */
export interface TicketPast {
  at: number;
  state: TicketState;
  priority: TicketPriority;
  category: Area | null;
}

export interface Deadlines {
  /** Null: it never comes, as nobody attends. */
  first: number | null;
  /** Null: the clock stands, or it never comes. */
  solve: number | null;
}

/** Where the clock of the solution stands. */
const STANDS: readonly TicketState[] = ['waiting', 'solved', 'closed'];

function dueAt(
  past: readonly TicketPast[],
  calendar: Calendar,
  budget: number,
  stands: readonly TicketState[],
): number | null {
  let used = 0;
  for (const [place, { at, state, category }] of past.entries()) {
    if (stands.includes(state)) continue;
    const next = past[place + 1]?.at ?? null;
    const spent = next === null ? null : businessSecondsBetween(calendar, category, at, next);
    if (spent === null || used + spent >= budget)
      return addBusinessSeconds(calendar, category, at, budget - used);
    used += spent;
  }
  return null;
}

/** The priority that held at an instant. */
const priorityAt = (past: readonly TicketPast[], at: number): TicketPriority =>
  (past.findLast((one) => one.at <= at) ?? past[0])?.priority ?? 'normal';

/**
 * @param past oldest first, at least its making
 * @param answeredAt when the first answer left; its deadline is that of the priority of then
 */
export function deadlinesOf(
  past: readonly TicketPast[],
  answeredAt: number | null,
  calendar: Calendar,
  budgets: TicketBudgets,
): Deadlines {
  const now = past.at(-1);
  if (!now) return { first: null, solve: null };
  const forFirst = answeredAt === null ? now.priority : priorityAt(past, answeredAt);
  const known = answeredAt === null ? past : past.filter(({ at }) => at <= answeredAt);
  return {
    // It is due whatever its state is: waiting for a customer whom nobody has answered stops nothing.
    first: dueAt(known, calendar, budgets[forFirst].first * 60, ['closed']),
    solve: dueAt(past, calendar, budgets[now.priority].solve * 60, STANDS),
  };
}

/** What is past due at an instant. */
export function overdueAt(
  { first, solve }: Deadlines,
  { state, answeredAt, now }: { state: TicketState; answeredAt: number | null; now: number },
): { first: boolean; solve: boolean } {
  const over = state === 'solved' || state === 'closed';
  return {
    first: !over && answeredAt === null && first !== null && first <= now,
    solve: !over && solve !== null && solve <= now,
  };
}
