/**
 * A ticket's life (docs/protocol.md 'Tickets, incidents, notifications'). Every state has an answer to every event, the
 * refused ones written down; the type checker demands each.
 *
 *   new ──open, answer──▶ open ──wait──▶ waiting ──solve──▶ solved ──close──▶ closed
 *                          ▲ customer_wrote │                  │ customer_wrote, within the owner's days
 *                          └────────────────┴──────────────────┘
 *   any but closed ──merge──▶ closed
 *   solved (too late) and closed ──customer_wrote──▶ another ticket that goes on with it
 */
import { createMachine } from 'xstate';
import type { TicketState } from '../../contract/rules/tickets.ts';

export type TicketEvent =
  /** Somebody works on it. */
  | 'open'
  /** An answer left for the customer. */
  | 'answer'
  /** It is the customer's turn. */
  | 'wait'
  | 'solve'
  /** By a person, or because the owner's days are over. */
  | 'close'
  | 'customer_wrote'
  /** The same after the owner's days. */
  | 'customer_wrote_late'
  /** It ends in another one. */
  | 'merge';

/** `refuse`: nothing happens; `stay`: nothing has to; `reopen`: it is back; `go_on`: a new one goes on with it. */
export type TicketEffect = 'refuse' | 'stay' | 'reopen' | 'go_on';

interface Cell {
  target?: TicketState;
  actions?: TicketEffect;
}
type Cells = { readonly [E in TicketEvent]: Cell };
const to = (target: TicketState): Cell => ({ target });
const no: Cell = { actions: 'refuse' };
const stays: Cell = { actions: 'stay' };
const back: Cell = { target: 'open', actions: 'reopen' };
const goesOn: Cell = { actions: 'go_on' };
const refused = {
  open: no,
  answer: no,
  wait: no,
  solve: no,
  close: no,
  merge: no,
} as const;

const states: { readonly [S in TicketState]: { on: Cells } } = {
  new: {
    on: {
      ...refused,
      open: to('open'),
      answer: to('open'),
      customer_wrote: stays,
      customer_wrote_late: stays,
      merge: to('closed'),
    },
  },
  open: {
    on: {
      ...refused,
      open: stays,
      answer: stays,
      wait: to('waiting'),
      customer_wrote: stays,
      customer_wrote_late: stays,
      merge: to('closed'),
    },
  },
  waiting: {
    on: {
      ...refused,
      answer: stays,
      wait: stays,
      solve: to('solved'),
      customer_wrote: back,
      customer_wrote_late: back,
      merge: to('closed'),
    },
  },
  solved: {
    on: {
      ...refused,
      answer: stays,
      solve: stays,
      close: to('closed'),
      customer_wrote: back,
      customer_wrote_late: goesOn,
      merge: to('closed'),
    },
  },
  closed: {
    on: { ...refused, close: stays, customer_wrote: goesOn, customer_wrote_late: goesOn },
  },
};

/** Asked by production, one step at a time (moves.ts). */
export const ticketMachine = createMachine({ id: 'ticket', initial: 'new', states });
