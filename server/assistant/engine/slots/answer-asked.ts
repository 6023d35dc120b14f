/** What a message is to the question for a value that it comes after. Decides nothing of what is said. */
import type { NodeSlot, SlotKind } from '../../../../contract/entities/bot-slot.ts';
import { hasNone, readValue } from './values.ts';

/** `else`: it is about something else, and the question is left. */
export type AnswerToQuestion =
  | { is: 'value'; value: string }
  | { is: 'none' }
  | { is: 'else' }
  | { is: 'wrong'; why: string };

const MISSING: Record<SlotKind, string> = {
  order: 'No encontré un número de pedido en tu mensaje.',
  rut: 'No encontré un RUT en tu mensaje. Escríbelo con su dígito verificador, como 12.345.678-5.',
  comuna: 'No encontré una comuna en tu mensaje.',
  date: 'No entendí la fecha. Escríbela como 18-09-2026, o dime «mañana» o «el viernes».',
  size: 'No encontré una talla en tu mensaje. Escríbela como M o 38.',
  email: 'No encontré un correo en tu mensaje. Escríbelo como nombre@correo.cl.',
  phone: 'No encontré un teléfono en tu mensaje. Escríbelo como +56 9 1234 5678.',
  number: 'No encontré un número en tu mensaje.',
  text: 'No te entendí.',
};

/** @param elsewhere the message is surely about another interaction */
export function answerToQuestion(
  { kind }: NodeSlot,
  text: string,
  { today, elsewhere }: { today: string; elsewhere: boolean },
): AnswerToQuestion {
  const free = kind === 'text';
  if (free && hasNone(text)) return { is: 'none' };
  const read = readValue(kind, text, { today, asked: true });
  if (read && 'value' in read && !(free && elsewhere && /[?¿]/.test(text)))
    return { is: 'value', value: read.value };
  if (hasNone(text)) return { is: 'none' };
  if (elsewhere) return { is: 'else' };
  return { is: 'wrong', why: read && 'wrong' in read ? read.wrong : MISSING[kind] };
}
