/**
 * The talk about an order, as data: what has been given, and how often in vain. Pure.
 *
 *   asked for ──▶ enough to look? ──yes──▶ look ──found──▶ over, the e-mail is remembered
 *                    │ no                   └─failed──▶ waits for other data (thrice in vain: over, a person is offered)
 *                    ▼
 *                  waits ──data──▶ enough to look? …
 *                    ├─nothing of it──▶ asked again (thrice: given up, a person is offered)
 *                    └─something else──▶ left; what was given is remembered
 *
 * Enough is the number with the e-mail; where the channel vouches for the phone, the number or nothing at all.
 */
import type { GivenOfOrder } from './read-order.ts';

/** What is remembered between two messages. */
export interface OrderTalk {
  number?: string | undefined;
  email?: string | undefined;
  /** How often in a row nothing came of it. */
  tries: number;
  /** The next message may be the answer. */
  waits: boolean;
}

/** What a shop is asked for; the number null: their latest ones. */
export interface OrderWish {
  number: string | null;
  email: string | null;
}

export type OrderStep =
  | { do: 'look'; wish: OrderWish; talk: OrderTalk }
  | { do: 'ask'; text: string; talk: OrderTalk }
  | { do: 'give_up'; text: string; talk: OrderTalk };

/** In vain so often, and it is over. */
const MOST_TRIES = 3;

const GIVEN_UP =
  'Sin el número del pedido y el correo con que lo compraste no puedo mostrártelo. Si quieres, te paso con una persona del equipo.';
const NOT_GIVEN = 'No encontré esos datos en tu mensaje.';

/** A new question for an order. @param known whether the channel vouches for the customer's phone */
export function beginOrder(before: OrderTalk | undefined, given: GivenOfOrder, known: boolean): OrderStep {
  // What led to nothing is not tried again by itself.
  const kept = before && before.tries === 0 ? before : { email: undefined, number: undefined };
  const talk = merge({ email: kept.email, number: kept.number, tries: 0, waits: false }, given);
  if (known && talk.number === undefined)
    return { do: 'look', wish: { number: null, email: null }, talk: { ...talk, waits: true } };
  return next(talk, known, given.wrong);
}

/** A message after the question for number or e-mail. */
export function goOnOrder(before: OrderTalk, given: GivenOfOrder, known: boolean): OrderStep {
  const nothing = given.number === null && given.email === null;
  const step = nothing
    ? next(before, false, given.wrong ?? NOT_GIVEN)
    : next(merge(before, given), known, null);
  // Who gives the same again and never the other is asked no longer than who gives nothing.
  if (step.do !== 'ask' || missingIn(step.talk) !== missingIn(before)) return step;
  const talk = { ...step.talk, tries: before.tries + 1 };
  return talk.tries >= MOST_TRIES ? giveUpOrder(talk) : { ...step, talk };
}

const missingIn = ({ number, email }: OrderTalk): string => `${number === undefined} ${email === undefined}`;

/** They have no such data, or too much came to nothing. */
export const giveUpOrder = (talk: OrderTalk): OrderStep => ({
  do: 'give_up',
  text: GIVEN_UP,
  talk: { tries: Math.max(1, talk.tries), waits: false },
});

/** After the shop was asked; what was said meanwhile counts. */
export function afterLook(talk: OrderTalk, came: 'found' | 'none' | 'failed' | 'down'): OrderTalk {
  if (came === 'found') return { email: talk.email, tries: 0, waits: false };
  if (came === 'down') return { ...talk, waits: false };
  const tries = talk.tries + 1;
  return { ...talk, tries, waits: tries < MOST_TRIES };
}

function next(talk: OrderTalk, known: boolean, wrong: string | null): OrderStep {
  const { number, email } = talk;
  if (number !== undefined && (email !== undefined || known))
    return { do: 'look', wish: { number, email: email ?? null }, talk: { ...talk, waits: true } };
  const text = [...(wrong === null ? [] : [wrong]), questionFor(talk)].join(' ');
  return { do: 'ask', text, talk: { ...talk, waits: true } };
}

function questionFor({ number, email }: OrderTalk): string {
  if (number !== undefined) return `¿Con qué correo compraste el pedido ${number}?`;
  if (email !== undefined)
    return '¿Cuál es el número de tu pedido? Está en el correo de confirmación de la compra.';
  return 'Para decirte en qué va tu pedido necesito su número y el correo con que lo compraste. ¿Me los escribes?';
}

const merge = (talk: OrderTalk, { number, email }: GivenOfOrder): OrderTalk => ({
  ...talk,
  number: number ?? talk.number,
  email: email ?? talk.email,
});
