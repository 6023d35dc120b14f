/** The value of a node that asks for one: in the message, known from earlier, or to be asked for. */
import type { NodeSlot, SlotTrace } from '../../../../contract/entities/bot-slot.ts';
import { readValue } from './values.ts';

/** A value of a turn with what became of it; null: it is asked for now. */
export type Slot = SlotTrace;

/** What the customer answered a question with. */
export interface TakenValue {
  name: string;
  value: string;
}

interface Known {
  text: string;
  /** What the talk knows already, by name. */
  vars: Readonly<Record<string, unknown>>;
  given: TakenValue | undefined;
  today: string;
}

/** A value that the message holds goes before one of earlier. */
export function slotOf({ name, kind }: NodeSlot, { text, vars, given, today }: Known): Slot {
  if (given?.name === name) return { name, kind, outcome: 'taken', value: given.value };
  const read = readValue(kind, text, { today, asked: false });
  if (read && 'value' in read) return { name, kind, outcome: 'taken', value: read.value };
  const known = Object.hasOwn(vars, name) ? vars[name] : undefined;
  if (typeof known === 'string' || typeof known === 'number')
    return { name, kind, outcome: 'known', value: String(known) };
  return { name, kind, outcome: 'asked', value: null };
}
