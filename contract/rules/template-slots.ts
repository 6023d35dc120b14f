/**
 * A WhatsApp template's slots: every place that wants a value, in header, body and buttons, and the payload that filled
 * ones make. Form, sending and campaigns read this one list, so what is asked for is what is sent.
 */
import * as z from 'zod/mini';
import { parsedUrl } from '../parsed-url.ts';

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const word = z.optional(z.nullable(z.string()));

export const templateButton = z.looseObject({
  type: z.string(),
  text: word,
  url: word,
  phone_number: word,
});
export type TemplateButton = z.infer<typeof templateButton>;
export const templateComponent = z.looseObject({
  type: z.string(),
  format: word,
  text: word,
  buttons: maybe(z.array(templateButton)),
});
export type TemplateComponent = z.infer<typeof templateComponent>;

export const SLOT_PARTS = ['header', 'body', 'button'] as const;
export type SlotPart = (typeof SLOT_PARTS)[number];
/** What a slot wants: words, a file, a place, a code. */
export type SlotKind = 'text' | 'image' | 'video' | 'document' | 'location' | 'code' | 'payload';

export interface TemplateSlot {
  part: SlotPart;
  /** Of the button; 0 for header and body. */
  index: number;
  /** '1', '2' …, or the variable's name. */
  key: string;
  kind: SlotKind;
  /** A quick answer's payload may be left out. */
  optional: boolean;
}

const VARIABLE = /\{\{\s*([a-zA-Z0-9_]{1,60})\s*\}\}/g;

/** The variables of a text, each once, in the order in which they stand; numbers in theirs. */
export function variablesOf(text: string | null | undefined): string[] {
  const found = [...new Set([...(text ?? '').matchAll(VARIABLE)].map((match) => match[1] ?? ''))];
  return found.every((key) => /^\d+$/.test(key)) ? found.toSorted((a, b) => Number(a) - Number(b)) : found;
}

const MEDIA: Record<string, SlotKind> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
};

/** Everything that a template wants to know. */
export function templateSlots(components: readonly TemplateComponent[]): TemplateSlot[] {
  return components.flatMap((component): TemplateSlot[] => {
    const type = component.type.toUpperCase();
    if (type === 'HEADER') {
      const kind = MEDIA[(component.format ?? 'TEXT').toUpperCase()];
      if (kind) return [{ part: 'header', index: 0, key: '1', kind, optional: false }];
      return variablesOf(component.text).map((key) => ({
        part: 'header',
        index: 0,
        key,
        kind: 'text',
        optional: false,
      }));
    }
    if (type === 'BODY') {
      return variablesOf(component.text).map((key) => ({
        part: 'body',
        index: 0,
        key,
        kind: 'text',
        optional: false,
      }));
    }
    if (type !== 'BUTTONS') return [];
    return (component.buttons ?? []).flatMap((button, index): TemplateSlot[] => {
      const kind = button.type.toUpperCase();
      if (kind === 'URL') {
        return variablesOf(button.url).map((key) => ({
          part: 'button',
          index,
          key,
          kind: 'text',
          optional: false,
        }));
      }
      if (kind === 'COPY_CODE') return [{ part: 'button', index, key: '1', kind: 'code', optional: false }];
      return [];
    });
  });
}

/** A slot with its value: words, or where a file is. */
export interface FilledSlot {
  part: SlotPart;
  index: number;
  key: string;
  value: string;
}

const filledValue = (filled: readonly FilledSlot[], slot: Pick<TemplateSlot, 'part' | 'index' | 'key'>) =>
  filled
    .find(({ part, index, key }) => part === slot.part && index === slot.index && key === slot.key)
    ?.value.trim() ?? '';

/** Whether a slot takes the value. A channel takes no line breaks, a file is fetched from where it lies. */
function takes({ kind, optional }: TemplateSlot, value: string): boolean {
  if (value === '') return optional;
  if (value.length > 1024 || /[\n\r\t]/.test(value)) return false;
  if (kind === 'image' || kind === 'video' || kind === 'document')
    return parsedUrl(value)?.protocol === 'https:';
  if (kind === 'location') return /^\s*-?\d{1,3}(\.\d+)?\s*,\s*-?\d{1,3}(\.\d+)?\s*$/.test(value);
  return true;
}

/** The first slot without a usable value; null: all are filled. */
export function emptySlot(
  components: readonly TemplateComponent[],
  filled: readonly FilledSlot[],
): TemplateSlot | null {
  return templateSlots(components).find((slot) => !takes(slot, filledValue(filled, slot))) ?? null;
}

interface Parameter {
  type: string;
  [key: string]: unknown;
}
export interface SentComponent {
  type: 'header' | 'body' | 'button';
  sub_type?: 'url' | 'copy_code';
  index?: string;
  parameters: Parameter[];
}

function parameterOf({ kind, key }: TemplateSlot, value: string): Parameter {
  const named = /^\d+$/.test(key) ? {} : { parameter_name: key };
  switch (kind) {
    case 'image':
    case 'video':
    case 'document':
      return { type: kind, [kind]: { link: value } };
    case 'location': {
      const [latitude, longitude] = value.split(',');
      return { type: 'location', location: { latitude: latitude?.trim(), longitude: longitude?.trim() } };
    }
    case 'code':
      return { type: 'coupon_code', coupon_code: value };
    case 'payload':
      return { type: 'payload', payload: value };
    case 'text':
      return { type: 'text', ...named, text: value };
  }
}

/** What is sent of a template whose slots are filled: only parts that have a slot. */
export function templatePayload(
  components: readonly TemplateComponent[],
  filled: readonly FilledSlot[],
): SentComponent[] {
  const slots = templateSlots(components);
  const parts = [...new Set(slots.map(({ part, index }) => `${part} ${index}`))];
  return parts.map((place) => {
    const own = slots.filter(({ part, index }) => `${part} ${index}` === place);
    const [first] = own;
    const parameters = own.map((slot) => parameterOf(slot, filledValue(filled, slot)));
    if (first?.part !== 'button') return { type: first?.part ?? 'body', parameters };
    const sub_type = first.kind === 'code' ? 'copy_code' : 'url';
    return { type: 'button', sub_type, index: String(first.index), parameters };
  });
}

/** The words that the customer reads: header, body and footer with their values. */
export function templateWords(
  components: readonly TemplateComponent[],
  filled: readonly FilledSlot[],
): string {
  const texts = components.flatMap((component) => {
    const type = component.type.toUpperCase();
    if (type !== 'HEADER' && type !== 'BODY' && type !== 'FOOTER') return [];
    const part = type === 'HEADER' ? 'header' : 'body';
    const text = (component.text ?? '').replace(
      VARIABLE,
      (all, key: string) => filledValue(filled, { part, index: 0, key }) || all,
    );
    return text === '' ? [] : [text];
  });
  return texts.join('\n\n');
}

/** Parts of a template of which only its texts are known. */
export function componentsOf(template: {
  header: string | null;
  body: string;
  footer: string | null;
  buttons: readonly string[];
}): TemplateComponent[] {
  const { header, body, footer, buttons } = template;
  return [
    ...(header ? [{ type: 'HEADER', format: 'TEXT', text: header }] : []),
    { type: 'BODY', text: body },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0
      ? [{ type: 'BUTTONS', buttons: buttons.map((text) => ({ type: 'QUICK_REPLY', text })) }]
      : []),
  ];
}
