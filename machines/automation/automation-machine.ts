/**
 * The life of a case: a cart that was left, a payment that failed. Every state has an answer to every event, the refused
 * ones written down; the type checker demands each.
 *
 *   waiting ──come──▶ due ──send──▶ sent ──send (the next step)──▶ sent
 *      ▲──────defer────┘              ├─buy──▶ recovered
 *                                     ├─reply─▶ replied
 *   waiting, due, sent ──lapse──▶ expired; ──suppress──▶ suppressed
 *   waiting, due ──buy, reply──▶ suppressed: no message of ours came before it
 *   sent ──return──▶ waiting: its message never left the queue
 */
import { createMachine } from 'xstate';
import type { CaseState } from '../../contract/rules/automations.ts';

export type CaseEvent =
  /** The wait of its next step is over. */
  | 'come'
  /** Its step leaves. */
  | 'send'
  /** Not now: quiet hours, cool-down. It is judged anew later. */
  | 'defer'
  /** The shop has an order of this buyer, or the cart is paid. */
  | 'buy'
  /** The customer wrote. */
  | 'reply'
  /** Its time is over. */
  | 'lapse'
  /** A rule says no. */
  | 'suppress'
  /** Its one message never left: it is judged anew. */
  | 'return';

export type CaseEffect = 'refuse' | 'stay';

interface Cell {
  target?: CaseState;
  actions?: CaseEffect;
}
type Cells = { readonly [E in CaseEvent]: Cell };
const to = (target: CaseState): Cell => ({ target });
const no: Cell = { actions: 'refuse' };
const stays: Cell = { actions: 'stay' };
const over: Cells = {
  come: no,
  send: no,
  defer: no,
  buy: no,
  reply: no,
  lapse: no,
  suppress: no,
  return: no,
};

const states: { readonly [S in CaseState]: { on: Cells } } = {
  waiting: {
    on: {
      come: to('due'),
      send: no,
      defer: stays,
      buy: to('suppressed'),
      reply: to('suppressed'),
      lapse: to('expired'),
      suppress: to('suppressed'),
      return: no,
    },
  },
  due: {
    on: {
      come: stays,
      send: to('sent'),
      defer: to('waiting'),
      buy: to('suppressed'),
      reply: to('suppressed'),
      lapse: to('expired'),
      suppress: to('suppressed'),
      return: no,
    },
  },
  // Its further steps are due here too: what has been sent is not taken back by waiting for the next.
  sent: {
    on: {
      come: stays,
      send: to('sent'),
      defer: stays,
      buy: to('recovered'),
      reply: to('replied'),
      lapse: to('expired'),
      suppress: to('suppressed'),
      return: to('waiting'),
    },
  },
  recovered: { on: { ...over, buy: stays } },
  replied: { on: { ...over, reply: stays } },
  expired: { on: { ...over, lapse: stays } },
  suppressed: { on: { ...over, suppress: stays } },
};

/** Asked by production, one step at a time (moves.ts). */
export const automationMachine = createMachine({ id: 'automation', initial: 'waiting', states });
