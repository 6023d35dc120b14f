/** What may become of a ticket: the machine, asked one step at a time. */
import type { TicketState } from '../../contract/rules/tickets.ts';
import { lookUp } from '../step.ts';
import { type TicketEffect, type TicketEvent, ticketMachine } from './ticket-machine.ts';

const step = lookUp<TicketState, TicketEvent, TicketEffect>(ticketMachine);

/** The event that asks for a state by hand. */
const ASKS: Partial<Record<TicketState, TicketEvent>> = {
  open: 'open',
  waiting: 'wait',
  solved: 'solve',
  closed: 'close',
};

/** The state after an event; null: it may not happen there. */
export function ticketAfter(state: TicketState, event: TicketEvent): TicketState | null {
  const answer = step(state, event);
  return answer.effects.includes('refuse') ? null : answer.state;
}

/** The state that a person asks for; null: not from here (409). Nobody makes a ticket new again. */
export function ticketMoved(state: TicketState, wanted: TicketState): TicketState | null {
  const event = ASKS[wanted];
  if (event === undefined) return wanted === state ? state : null;
  return ticketAfter(state, event);
}

/** What the customer's words do to it: it is back, a new one goes on with it, or it is open anyway. */
export function customerWrote(
  state: TicketState,
  late: boolean,
): { state: TicketState; does: 'reopen' | 'go_on' | 'stay' } {
  const answer = step(state, late ? 'customer_wrote_late' : 'customer_wrote');
  const [effect] = answer.effects;
  return { state: answer.state, does: effect === 'reopen' || effect === 'go_on' ? effect : 'stay' };
}

/** The steps from here to a state, each as the machine has it; null: no way leads there. */
export function ticketWay(state: TicketState, wanted: 'open' | 'waiting' | 'solved'): TicketState[] | null {
  const chain: TicketState[] = ['new', 'open', 'waiting', 'solved'];
  const from = chain.indexOf(state);
  const end = chain.indexOf(wanted);
  if (from < 0 || end < from) return null;
  return chain.slice(from + 1, end + 1);
}
