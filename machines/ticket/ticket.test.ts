/** machines/ticket/SPEC.md, rule by rule. */
import { expect, it } from 'vitest';
import { TICKET_STATES } from '../../contract/rules/tickets.ts';
import { customerWrote, ticketAfter, ticketMoved, ticketWay } from './moves.ts';
import { seesTicket } from './sight.ts';
import type { TicketEvent } from './ticket-machine.ts';

const EVENTS: TicketEvent[] = [
  'open',
  'answer',
  'wait',
  'solve',
  'close',
  'customer_wrote',
  'customer_wrote_late',
  'merge',
];

it('TIC-1: by hand one goes forward step by step, and nowhere else', () => {
  const moves = Object.fromEntries(
    TICKET_STATES.map((from) => [
      from,
      TICKET_STATES.filter((to) => to !== from && ticketMoved(from, to) !== null),
    ]),
  );
  expect(moves).toEqual({
    new: ['open'],
    open: ['waiting'],
    waiting: ['solved'],
    solved: ['closed'],
    closed: [],
  });
  expect(ticketWay('new', 'solved')).toEqual(['open', 'waiting', 'solved']);
  expect(ticketWay('solved', 'waiting')).toBeNull();
  expect(ticketWay('closed', 'solved')).toBeNull();
});

it('TIC-2: the customer brings back what waits and what is solved, and begins a new one after that', () => {
  const does = (late: boolean) =>
    Object.fromEntries(TICKET_STATES.map((from) => [from, customerWrote(from, late)]));
  expect(does(false)).toEqual({
    new: { state: 'new', does: 'stay' },
    open: { state: 'open', does: 'stay' },
    waiting: { state: 'open', does: 'reopen' },
    solved: { state: 'open', does: 'reopen' },
    closed: { state: 'closed', does: 'go_on' },
  });
  expect(does(true)).toMatchObject({
    waiting: { state: 'open', does: 'reopen' },
    solved: { state: 'solved', does: 'go_on' },
    closed: { state: 'closed', does: 'go_on' },
  });
});

it('TIC-3: a closed one takes nothing', () => {
  expect(ticketAfter('closed', 'answer')).toBeNull();
  expect(ticketAfter('closed', 'merge')).toBeNull();
  for (const from of ['new', 'open', 'waiting', 'solved'] as const)
    expect(ticketAfter(from, 'merge')).toBe('closed');
});

it('TIC-4: the same again changes nothing, and every cell has an answer', () => {
  for (const state of TICKET_STATES) {
    expect(ticketMoved(state, state)).toBe(state);
    for (const event of EVENTS) ticketAfter(state, event);
  }
});

it('TIC-8: agents see their areas, what has none, and their own', () => {
  const ana = { user_id: 3, base: 'agente', areas: ['ventas'] } as const;
  const sees = (
    category: 'ventas' | 'soporte' | null,
    assignee: number | null,
    opened: number | null = null,
  ) => seesTicket({ ...ana, areas: ['ventas'] }, { category, assignee, opened_by_id: opened });
  expect([
    sees('ventas', 9),
    sees(null, 9),
    sees('soporte', 9),
    sees('soporte', 3),
    sees('soporte', 9, 3),
  ]).toEqual([true, true, false, true, true]);
  const all = { category: 'soporte', assignee: 9, opened_by_id: null } as const;
  expect(seesTicket({ user_id: 3, base: 'agente', areas: [] }, all)).toBe(true);
  expect(seesTicket({ user_id: 3, base: 'administrador', areas: [] }, all)).toBe(true);
});
