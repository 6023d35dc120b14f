/** Saying a node: its words with the conversation's values, its options, the nodes after it, the hand-off. */
import type { BotContext, BotModel, BotNode, Button } from './bot-model.ts';
import { attends, type Surroundings, todayOf, variablesOf } from './choose-node.ts';
import type { CompiledModel } from './compile-model.ts';
import type { Facts } from './condition.ts';
import type { FoundProducts } from './shelf.ts';
import { type Slot, slotOf, type TakenValue } from './slots/slot.ts';
import { type OpenedTicket, openTicket } from './ticket.ts';

/** Nodes said in one turn: more than any owner chains, and the end of what an import may chain. */
const MOST_SAID = 10;
/** A value that a customer wrote, said back to them. */
const LONGEST_VALUE = 200;

export interface BotMessage {
  text: string;
  buttons?: Button[];
  /** It shows these: its words and cards are made when it is said (`Shelf.say`). */
  products?: FoundProducts;
}

export interface Said {
  messages: BotMessage[];
  handoff?: { area: string | null };
  /** What options and values are left, and which node waits for a value. */
  context: Pick<BotContext, 'menu' | 'vars' | 'asking'>;
  /** Values that nodes asked for: taken from the message, known, or asked for now. */
  slots: Slot[];
  /** Tickets that nodes open. */
  opens: OpenedTicket[];
  path: string[];
  stopped: boolean;
}

/** What is said of a bot's nodes, and all that it hangs on. */
export interface Saying {
  compiled: CompiledModel;
  context: BotContext;
  first: BotNode;
  facts: Pick<Facts, 'entities' | 'text'> & Partial<Facts>;
  around: Surroundings;
  random: () => number;
  /** The value that the customer has just answered a question with. */
  given: TakenValue | undefined;
}

/**
 * Says a node and those after it, each once: a circle is cut where it would begin again. A node that asks for a value
 * says its question in place of its answer until there is one.
 */
export function sayNode({ compiled, context, first, facts, around, random, given }: Saying): Said {
  const { model } = compiled;
  const messages: BotMessage[] = [];
  const path: string[] = [];
  let vars = context.vars ?? {};
  let menu = context.menu;
  let handoff: Said['handoff'];
  let stopped = false;
  let asking: BotContext['asking'];
  const slots: Slot[] = [];
  const opens: OpenedTicket[] = [];
  let node: BotNode | undefined = first;
  while (node) {
    path.push(node.id);
    if (node.slot) {
      const slot = slotOf(node.slot, { text: facts.text, vars, given, today: todayOf(around) });
      slots.push(slot);
      if (slot.value === null) {
        messages.push({ text: fillIn(node.slot.question, variablesOf({ ...context, vars }, around)) });
        asking = { node: node.id, tries: 0 };
        break;
      }
      vars = { ...vars, [slot.name]: slot.value };
    }
    vars = leaveValues(vars, node, facts.entities);
    const ticket = node.ticket && openTicket(node.id, node.ticket);
    if (ticket) {
      // Its own code is not known yet, and another one's says nothing of it.
      const { ticket: _, ticket_enlace: __, ...given } = variablesOf({ ...context, vars }, around);
      opens.push({ ...ticket.opens, subject: fillIn(ticket.opens.subject, given) });
      vars = { ...vars, ...ticket.vars };
    }
    const known = variablesOf({ ...context, vars }, around);
    let texts = node.answers;
    if (node.handoff) {
      const to = handoffOf(compiled, node, { ...asked, ...facts, vars: known }, around);
      if (!to.open && (model.settings?.closed_answers?.length ?? 0) > 0)
        texts = model.settings?.closed_answers ?? texts;
      if (to.open || model.settings?.wait_when_closed !== false) handoff = { area: to.area };
    }
    const buttons = liveButtons(compiled, node.buttons);
    if (buttons.length > 0) menu = buttons;
    const said = fillIn(pick(texts, random), known);
    messages.push(message(ticket ? ticket.told(said) : said, buttons));
    const next: BotNode | undefined = node.next === undefined ? undefined : compiled.live.get(node.next);
    if (next && (path.includes(next.id) || path.length >= MOST_SAID)) stopped = true;
    node = stopped ? undefined : next;
  }
  return {
    messages,
    ...(handoff ? { handoff } : {}),
    context: {
      menu,
      ...(Object.keys(vars).length > 0 ? { vars } : {}),
      ...(asking ? { asking } : {}),
    },
    slots,
    opens,
    path,
    stopped,
  };
}

const asked: Facts = { text: '', intent: null, confidence: 0, entities: new Map(), vars: {} };

/** Which area a hand-off goes to, and whether somebody attends there now. */
function handoffOf({ areas }: CompiledModel, node: BotNode, facts: Facts, around: Surroundings) {
  const area = node.area ?? areas.find(({ holds }) => holds(facts))?.area ?? null;
  return { area, open: attends(area, around) };
}

function leaveValues(
  vars: NonNullable<BotContext['vars']>,
  node: BotNode,
  entities: Facts['entities'],
): NonNullable<BotContext['vars']> {
  if (!node.context) return vars;
  const after = { ...vars };
  for (const [name, value] of Object.entries(node.context)) {
    const found =
      typeof value === 'string' && value.startsWith('@') ? entities.get(value.slice(1))?.[0] : value;
    if (found === null) delete after[name];
    else if (found !== undefined)
      after[name] = typeof found === 'string' ? found.slice(0, LONGEST_VALUE) : found;
  }
  return after;
}

/**
 * Puts values where a text says `{{name}}` or `$name`. A `$name` that has no value stays as it is written ('$3.990' is a
 * price), a `{{name}}` says nothing.
 */
export function fillIn(text: string, vars: Facts['vars']): string {
  const named = text.replace(/ ?\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,39})\s*\}\}/gu, (whole, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    const said = value === undefined || value === null || typeof value === 'boolean' ? '' : String(value);
    return said === '' ? '' : `${whole.startsWith(' ') ? ' ' : ''}${said}`;
  });
  return named.replace(/\$([\p{L}_][\p{L}\p{N}_]*)/gu, (whole, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    return value === undefined || value === null || typeof value === 'boolean' ? whole : String(value);
  });
}

/** Options whose node is switched on. */
export function liveButtons({ live }: CompiledModel, buttons: readonly Button[]): Button[] {
  return buttons.filter((button) => live.has(button.node));
}

/** A message of the bot; without options it has no place for them. */
export function message(text: string, buttons: Button[]): BotMessage {
  return buttons.length > 0 ? { text, buttons } : { text };
}

/** One of the alternatives. @param random 0 ≤ n < 1 */
export function pick(texts: BotModel['welcome']['answers'], random: () => number): string {
  return texts[Math.min(texts.length - 1, Math.floor(random() * texts.length))] ?? '';
}

/** The person first: who isn't understood looks for the way out. */
export function withPerson({ model, live }: CompiledModel, buttons: Button[]): Button[] {
  const person = live.get(model.handoff.node);
  if (!person) return buttons;
  return [buttonTo('offer', person), ...buttons.filter((button) => button.node !== person.id)];
}

/** A button that is made up on the spot. */
export function buttonTo(owner: string, node: BotNode): Button {
  return { id: `${owner}>${node.id}`, label: node.title, node: node.id };
}
