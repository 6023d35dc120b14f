/** A turn about an order: what is asked for, when a shop is asked, what its answer comes to. Only where a shop is connected. */
import type { BotContext } from './bot-model.ts';
import { readText, type Surroundings, whatWasRead } from './choose-node.ts';
import type { Classifier } from './classifier.ts';
import type { CompiledModel } from './compile-model.ts';
import {
  afterLook,
  beginOrder,
  giveUpOrder,
  goOnOrder,
  type OrderStep,
  type OrderTalk,
  type OrderWish,
} from './orders/order-talk.ts';
import { isOrderTopic } from './orders/order-topics.ts';
import { asksForOrder } from './orders/order-wish.ts';
import { type GivenOfOrder, readOrder } from './orders/read-order.ts';
import { wishesPerson } from './person.ts';
import { takesOffer } from './person-offer.ts';
import { type BotMessage, message, withPerson } from './say.ts';
import type { Shelf } from './shelf.ts';
import { hasNone } from './slots/values.ts';
import type { Trace } from './trace.ts';

/** What such a turn hangs on. */
interface OrderTurn extends Surroundings {
  compiled: CompiledModel;
  classifier: Classifier;
  shelf?: Shelf | null;
  context: BotContext;
  /** The talk about an order until now. */
  about?: OrderTalk | undefined;
}

interface OrderReply {
  messages: BotMessage[];
  lookup?: OrderWish;
  context: BotContext;
  trace: Trace;
}

/** A message as it came. */
interface Heard {
  text: string;
  /** The last turn offered a person. */
  offered: boolean;
  /** It is the whole label of an option. */
  label: boolean;
  truncated: Pick<Trace, 'truncated'>;
}

/** The order that was asked about, or is asked about now; null: the message is about something else. */
export function aboutOrder(turn: OrderTurn, { text, offered, label, truncated }: Heard): OrderReply | null {
  const { compiled, context, about } = turn;
  if (label || wishesPerson(text) || (offered && takesOffer(text))) return null;
  const expecting = (compiled.children.get(context.node ?? '') ?? []).length > 0;
  const wish = expecting ? null : asksForOrder(text);
  if (!about?.waits && !wish) return null;
  const reading = readText(compiled, turn.classifier, context, text, turn);
  const best = reading.guesses.find((guess) => guess.node);
  const sure = best?.node && best.score >= compiled.answerAt ? best.node : null;
  const other = sure && !isOrderTopic(sure) ? sure : null;
  const why = { ...whatWasRead(reading), ...truncated };
  if (!about?.waits) {
    // What its owner wrote for it goes first.
    return !wish || (other && other.template === undefined) ? null : startOrder(turn, wish, why);
  }
  const given = readOrder(text, 'asked');
  const holds = given.number !== null || given.email !== null;
  const asks = /[?¿]/.test(text);
  if (holds ? other && asks : other || (asks && !wish)) return null;
  if (!holds && turn.shelf?.find(text, null)?.why.sure) return null;
  if (!holds && hasNone(text)) return replyOf(turn, giveUpOrder(about), why);
  return replyOf(turn, goOnOrder(about, given, turn.orders?.known === true), why);
}

/** A new question for an order. */
export const startOrder = (turn: OrderTurn, given: GivenOfOrder, why: Partial<Trace>): OrderReply =>
  replyOf(turn, beginOrder(turn.about, given, turn.orders?.known === true), why);

function replyOf({ compiled, context }: OrderTurn, step: OrderStep, why: Partial<Trace>): OrderReply {
  const menu = withPerson(compiled, []);
  const after: BotContext = { ...context, fallbacks: 0, choosing: false, node: null, order: step.talk };
  const trace: Trace = { node: null, ...why, via: 'orders' };
  if (step.do === 'look') return { messages: [], lookup: step.wish, context: after, trace };
  const offers = step.do === 'give_up' && menu.length > 0;
  return {
    messages: [message(step.text, menu)],
    context: { ...after, menu, ...(offers ? { offered: true } : {}) },
    trace,
  };
}

/** What a shop's answer is to the talk. */
export type Came = 'found' | 'none' | 'failed' | 'down';

/**
 * What the shop's answer comes to: said with the way to a person, remembered beside what was said meanwhile.
 * @param said in words; it holds nothing that this customer may not know
 */
export function tellOrder(
  compiled: CompiledModel,
  context: BotContext,
  came: Came,
  said: string,
): Pick<OrderReply, 'messages' | 'context'> {
  const menu = withPerson(compiled, []);
  const offers = (came === 'failed' || came === 'down') && menu.length > 0;
  return {
    messages: [message(said, menu)],
    context: {
      ...context,
      menu: menu.length > 0 ? menu : context.menu,
      order: afterLook(context.order ?? { tries: 0, waits: false }, came),
      ...(offers ? { offered: true } : {}),
    },
  };
}
