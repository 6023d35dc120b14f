/** The button that leads a site's visitors to WhatsApp (/widgetWhatsapp): what its owners set, and what sites are told. */
import * as z from 'zod/mini';
import { day, instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { area } from '../states.ts';
import { BUTTON_DEVICES, BUTTON_PAGES } from './whatsapp-button-places.ts';

export const WHATSAPP_BUTTON_LIMITS = {
  /** More people to choose from than anybody reads on a phone. */
  contacts: 10,
  name: 60,
  /** What is written beforehand: whole addresses of a click stay below what browsers and WhatsApp take. */
  text: 500,
  label: 24,
  greeting: 120,
  note: 200,
  paths: 20,
  path: 200,
} as const;

/** Digits with the country's, as `readPhone` reads them. */
const e164 = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

/** One number that visitors may choose. */
export const whatsappContact = z.object({
  /** Made by who adds it; it keeps its place while the list is ordered. */
  id: textId,
  /** What visitors read: 'Ventas', 'Camila'. */
  name: shortText(WHATSAPP_BUTTON_LIMITS.name),
  phone: e164,
  /** Its hours are this area's; null: the bot's own. */
  area: z.nullable(area),
  /** Written beforehand in WhatsApp; `{pagina}` and `{direccion}` are the title and address of the page. */
  text: shortText(WHATSAPP_BUTTON_LIMITS.text),
});
export type WhatsAppContact = z.infer<typeof whatsappContact>;

/** Where on a site it shows. */
export const buttonPlaces = z.object({
  pages: z.enum(BUTTON_PAGES),
  /** Paths of the site; `*` stands for anything: `/producto/*`. */
  paths: z.array(shortText(WHATSAPP_BUTTON_LIMITS.path)).check(z.maxLength(WHATSAPP_BUTTON_LIMITS.paths)),
  devices: z.enum(BUTTON_DEVICES),
});
export type ButtonPlaces = z.infer<typeof buttonPlaces>;

const look = {
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)),
  position: z.enum(['right', 'left']),
  /** What stands on the button; empty: an icon. */
  label: shortText(WHATSAPP_BUTTON_LIMITS.label),
  /** Above the numbers to choose from. */
  greeting: shortText(WHATSAPP_BUTTON_LIMITS.greeting),
  places: buttonPlaces,
};

export const whatsappButton = z.object({
  on: z.boolean(),
  ...look,
  contacts: z.array(whatsappContact).check(z.maxLength(WHATSAPP_BUTTON_LIMITS.contacts)),
  /** Whether a number is offered while nobody attends it. */
  closed: z.enum(['offer', 'hide']),
  /** Said then; `{abre}` is when somebody attends again. */
  closed_note: shortText(WHATSAPP_BUTTON_LIMITS.note),
  /** Written beforehand then; empty: the number's own text. */
  closed_text: shortText(WHATSAPP_BUTTON_LIMITS.text),
});
export type WhatsAppButton = z.infer<typeof whatsappButton>;

/** As its settings show it. */
export const whatsappButtonSettings = z.object({
  bot_id: numericId,
  /** Grows with every change; 0: nobody ever set it. */
  revision: wholeNumber,
  button: whatsappButton,
  /** The numbers whose conversations come to the inbox. */
  connected: z.array(z.object({ name: z.string(), phone: e164 })),
});
export type WhatsAppButtonSettings = z.infer<typeof whatsappButtonSettings>;

/** What a site is told: who can be written to now, ready to be shown. */
export const shownWhatsAppButton = z.object({
  ...look,
  contacts: z.array(
    z.object({
      name: z.string(),
      area: z.nullable(z.string()),
      /** Digits alone, as addresses of WhatsApp have them. */
      phone: z.string(),
      text: z.string(),
      open: z.boolean(),
      /** Whether somebody attends, or what is said while nobody does. */
      note: z.string(),
    }),
  ),
  /** When this may be otherwise: who shows it asks again then. Null: not within 400 days. */
  changes_at: z.nullable(instant),
});
export type ShownWhatsAppButton = z.infer<typeof shownWhatsAppButton>;

/** How often the button was pressed in the last days. */
export const buttonPresses = z.object({
  /** Whose days they are: the calendar's. */
  zone: z.string(),
  total: z.int(),
  /** The oldest first. */
  days: z.array(z.object({ day, n: z.int() })),
  /** By the number that was opened, the most first; it may have been taken off the button since. */
  numbers: z.array(z.object({ phone: z.string(), n: z.int() })),
});
export type ButtonPresses = z.infer<typeof buttonPresses>;
