/** machines/ticket/SPEC.md TIC-5 to TIC-7. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ALWAYS_OPEN,
  businessSecondsBetween,
  FIRST_VERSION,
  isOpen,
} from '../../contract/calendar/open-hours.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import { DEFAULT_TICKET_BUDGETS, TICKET_PRIORITIES, TICKET_STATES } from '../../contract/rules/tickets.ts';
import { AREAS } from '../../contract/states.ts';
import { deadlinesOf, overdueAt, type TicketPast } from './deadlines.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
/** Monday to Friday, 9 to 18 in Santiago (UTC−3); closed on holidays. */
const office: Calendar = {
  versions: [
    {
      ...FIRST_VERSION,
      hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1080 })),
      holidays: 'all',
    },
  ],
  days: [],
};
const step = (when: string, part: Partial<TicketPast> = {}): TicketPast => ({
  at: at(when),
  state: 'new',
  priority: 'normal',
  category: null,
  ...part,
});
const due = (past: TicketPast[], answered: string | null = null, calendar = office) => {
  const { first, solve } = deadlinesOf(
    past,
    answered === null ? null : at(answered),
    calendar,
    DEFAULT_TICKET_BUDGETS,
  );
  return { first: iso(first), solve: iso(solve) };
};

it('TIC-5: nothing falls due at night, on a weekend or on a holiday', () => {
  // Thursday 24 December 2026, 17:30: an urgent one has half an hour, which ends as they close.
  expect(due([step('2026-12-24T20:30:00.000Z', { priority: 'urgent' })])).toEqual({
    first: '2026-12-24T21:00:00.000Z',
    // Four hours: Friday is Christmas, then the weekend, Monday 28 at 12:30.
    solve: '2026-12-28T15:30:00.000Z',
  });
  // Saturday night.
  expect(due([step('2026-11-22T02:00:00.000Z', { priority: 'urgent' })]).first).toBe(
    '2026-11-23T12:30:00.000Z',
  );
});

it('TIC-6: changing the priority keeps what was used up', () => {
  const made = step('2026-11-23T12:00:00.000Z', { priority: 'low' });
  // After one hour it becomes high: two hours in all, of which one is left.
  expect(due([made, step('2026-11-23T13:00:00.000Z', { priority: 'high' })]).first).toBe(
    '2026-11-23T14:00:00.000Z',
  );
  // After three hours it is late at once, since the instant at which two had passed.
  expect(due([made, step('2026-11-23T15:00:00.000Z', { priority: 'high' })]).first).toBe(
    '2026-11-23T14:00:00.000Z',
  );
  // There and back is as if nothing had been.
  expect(
    due([
      made,
      step('2026-11-23T13:00:00.000Z', { priority: 'urgent' }),
      step('2026-11-23T14:00:00.000Z', { priority: 'low' }),
    ]),
  ).toEqual(due([made]));
});

it('TIC-7: the customer’s turn stops the clock of the solution, and of nothing else', () => {
  const made = step('2026-11-23T12:00:00.000Z', { priority: 'urgent' });
  const waits = step('2026-11-23T13:00:00.000Z', { priority: 'urgent', state: 'waiting' });
  expect(due([made, waits])).toEqual({ first: '2026-11-23T12:30:00.000Z', solve: null });
  const back = step('2026-11-24T12:00:00.000Z', { priority: 'urgent', state: 'open' });
  // Of four hours one was used up.
  expect(due([made, waits, back]).solve).toBe('2026-11-24T15:00:00.000Z');
});

it('the first answer keeps the deadline that it had', () => {
  const made = step('2026-11-23T12:00:00.000Z', { priority: 'high' });
  const later = step('2026-11-23T16:00:00.000Z', { priority: 'urgent', state: 'open' });
  expect(due([made, later], '2026-11-23T13:00:00.000Z').first).toBe('2026-11-23T14:00:00.000Z');
});

const history = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 40 * 60 }),
      state: fc.constantFrom(...TICKET_STATES),
      priority: fc.constantFrom(...TICKET_PRIORITIES),
      category: fc.option(fc.constantFrom(...AREAS)),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((steps) => {
    let now = at('2026-12-21T12:00:00.000Z');
    return steps.map(({ minutes, ...rest }, place): TicketPast => {
      now += minutes * 60_000;
      return { ...rest, state: place === 0 ? 'new' : rest.state, at: now };
    });
  });

it('TIC-5, TIC-6: over any history, exactly the budget lies before the deadline, within hours of attendance', () => {
  fc.assert(
    fc.property(history, (past) => {
      const { first, solve } = deadlinesOf(past, null, office, DEFAULT_TICKET_BUDGETS);
      const now = past.at(-1) as TicketPast;
      const used = (until: number, stands: readonly string[]) =>
        past.reduce((sum, one, place) => {
          if (stands.includes(one.state)) return sum;
          const end = Math.min(past[place + 1]?.at ?? Number.POSITIVE_INFINITY, until);
          return end <= one.at ? sum : sum + businessSecondsBetween(office, one.category, one.at, end);
        }, 0);
      if (first !== null) {
        expect(used(first, ['closed'])).toBe(DEFAULT_TICKET_BUDGETS[now.priority].first * 60);
        expect(isOpen(office, null, first - 1)).toBe(true);
      }
      if (solve !== null)
        expect(used(solve, ['waiting', 'solved', 'closed'])).toBe(
          DEFAULT_TICKET_BUDGETS[now.priority].solve * 60,
        );
      // A step that changes nothing changes no deadline.
      const again = deadlinesOf(
        [...past, { ...now, at: now.at + 3_600_000 }],
        null,
        office,
        DEFAULT_TICKET_BUDGETS,
      );
      expect(again).toEqual({ first, solve });
    }),
  );
});

it('is overdue from its instant on, and never once it is solved', () => {
  const now = at('2026-11-23T12:00:00.000Z');
  const { first, solve } = deadlinesOf(
    [step('2026-11-23T12:00:00.000Z')],
    null,
    ALWAYS_OPEN,
    DEFAULT_TICKET_BUDGETS,
  );
  const over = (state: 'open' | 'solved', when: number, answeredAt: number | null = null) =>
    overdueAt({ first, solve }, { state, answeredAt, now: when });
  expect(over('open', (first ?? 0) - 1)).toEqual({ first: false, solve: false });
  expect(over('open', first ?? 0)).toEqual({ first: true, solve: false });
  expect(over('open', solve ?? 0, now)).toEqual({ first: false, solve: true });
  expect(over('solved', solve ?? 0)).toEqual({ first: false, solve: false });
});
