/** The value that an interaction asks for, as it stands in its form. Pure. */
import { type NodeSlot, SLOT_KINDS, SLOT_NAME, type SlotKind } from '../../../contract/entities/bot-slot.ts';

export interface SlotDraft {
  /** '': it asks for none. */
  kind: SlotKind | '';
  name: string;
  question: string;
}

export const NO_SLOT: SlotDraft = { kind: '', name: '', question: '' };

export const SLOT_KIND_TEXTS: Record<SlotKind, string> = {
  order: 'Número de pedido',
  rut: 'RUT',
  comuna: 'Comuna',
  date: 'Fecha',
  size: 'Talla',
  email: 'Correo',
  phone: 'Teléfono',
  number: 'Número',
  text: 'Texto libre',
};

/** What a kind begins with. */
export const SLOT_START: Record<SlotKind, { name: string; question: string }> = {
  order: { name: 'pedido', question: '¿Cuál es tu número de pedido?' },
  rut: { name: 'rut', question: '¿Cuál es tu RUT?' },
  comuna: { name: 'comuna', question: '¿En qué comuna estás?' },
  date: { name: 'fecha', question: '¿Para qué fecha?' },
  size: { name: 'talla', question: '¿Qué talla usas?' },
  email: { name: 'correo', question: '¿A qué correo te escribimos?' },
  phone: { name: 'telefono', question: '¿A qué teléfono te llamamos?' },
  number: { name: 'cantidad', question: '¿Cuántos necesitas?' },
  text: { name: 'detalle', question: 'Cuéntame un poco más.' },
};

/** The kind of value that a choice of the form names; '' for none (docs/product.md §4.7.2). */
export const slotKindOf = (text: string): SlotKind | '' => SLOT_KINDS.find((kind) => kind === text) ?? '';

/** The value that an interaction asks for, as the form types it. */
export const slotDraftOf = (slot: NodeSlot | null | undefined): SlotDraft =>
  slot ? { kind: slot.kind, name: slot.name, question: slot.question } : NO_SLOT;

/** The same as the calls take it; null: it asks for none. */
export const slotToSend = ({ kind, name, question }: SlotDraft): NodeSlot | null =>
  kind === '' ? null : { kind, name: name.trim(), question: question.trim() };

/** What must be mended before it can be saved. */
export function slotFaults({ kind, name, question }: SlotDraft): {
  slotName?: string;
  slotQuestion?: string;
} {
  if (kind === '') return {};
  return {
    ...(SLOT_NAME.test(name.trim()) ? {} : { slotName: 'Escribe un nombre de una palabra, sin signos.' }),
    ...(question.trim() === '' ? { slotQuestion: 'Escribe la pregunta.' } : {}),
  };
}
