/** Which events tell somebody by which ways, and when none may (docs/product.md §10; NO-4 of the matrix kind × way). */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

export const NOTICE_KINDS = [
  'pending_conversation',
  'live_chat_message',
  'transfer',
  'mention',
  'followed',
  'answer_due',
  'unsent',
  'absence',
  'ticket',
  'overdue',
  'new_conversation',
  'campaign',
  'automation',
  'import',
  'sync',
  'connection',
  'incident',
  'billing',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
  pending_conversation: 'Una conversación espera a una persona',
  live_chat_message: 'Un cliente escribe en una conversación tuya',
  transfer: 'Te derivan o asignan una conversación',
  mention: 'Te mencionan en una nota',
  followed: 'Hay novedades en una conversación que sigues',
  answer_due: 'Vence el plazo para responder a un cliente',
  unsent: 'No se envía un mensaje que programaste',
  absence: 'Empieza o termina una ausencia',
  ticket: 'Hay novedades en un ticket',
  overdue: 'Vence un plazo de un ticket',
  new_conversation: 'Empieza una conversación nueva',
  campaign: 'Una campaña termina o se detiene',
  automation: 'Una automatización necesita tu atención',
  import: 'Termina una importación de clientes',
  sync: 'Falla la sincronización de productos',
  connection: 'Una conexión deja de funcionar o vuelve',
  incident: 'Hay novedades de una incidencia',
  billing: 'Hay novedades de tu plan o de un pago',
};

/** A word for lists and filters. */
export const NOTICE_KIND_NAMES: Record<NoticeKind, string> = {
  pending_conversation: 'Pendientes',
  live_chat_message: 'Mensajes',
  transfer: 'Derivaciones',
  mention: 'Menciones',
  followed: 'Conversaciones que sigues',
  answer_due: 'Plazos de respuesta',
  unsent: 'Mensajes programados',
  absence: 'Ausencias',
  ticket: 'Tickets',
  overdue: 'Plazos vencidos',
  new_conversation: 'Conversaciones nuevas',
  campaign: 'Campañas',
  automation: 'Automatizaciones',
  import: 'Importaciones',
  sync: 'Sincronizaciones',
  connection: 'Conexiones',
  incident: 'Incidencias',
  billing: 'Facturación',
};

/**
 * The ways by which somebody is told. `bell`: it counts as unread. `notice`: it pops up while a tab is open. `push`: with
 * the browser closed. `mail`: gathered, for who was away. Sounds are chosen in `contract/sounds.ts`.
 */
export const NOTICE_WAYS = ['bell', 'notice', 'push', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

/** What is written down for the person, and can be counted and mailed. */
const KEPT: readonly NoticeWay[] = NOTICE_WAYS;
/** What is in the inbox already, and only told. */
const TOLD: readonly NoticeWay[] = ['notice', 'push'];

/** Which ways each kind has. */
export const WAYS_OF_KIND: Record<NoticeKind, readonly NoticeWay[]> = {
  pending_conversation: TOLD,
  live_chat_message: TOLD,
  transfer: KEPT,
  mention: KEPT,
  followed: KEPT,
  answer_due: KEPT,
  unsent: KEPT,
  absence: KEPT,
  ticket: KEPT,
  overdue: KEPT,
  new_conversation: ['notice'],
  campaign: KEPT,
  automation: KEPT,
  import: KEPT,
  sync: KEPT,
  connection: KEPT,
  incident: KEPT,
  billing: KEPT,
};

const ways = z.object({ bell: z.boolean(), notice: z.boolean(), push: z.boolean(), mail: z.boolean() });
export type NoticeWays = z.infer<typeof ways>;

const waysOfKinds = z.object({
  pending_conversation: ways,
  live_chat_message: ways,
  transfer: ways,
  mention: ways,
  followed: ways,
  answer_due: ways,
  unsent: ways,
  absence: ways,
  ticket: ways,
  overdue: ways,
  new_conversation: ways,
  campaign: ways,
  automation: ways,
  import: ways,
  sync: ways,
  connection: ways,
  incident: ways,
  billing: ways,
});

export const noticeSettings = z.object({
  ways: waysOfKinds,
  /** Names and texts of people may stand in notices and mails, which others can read on a locked screen. */
  show_text: z.boolean(),
  /** Quiet mode: neither sound nor notice nor push. `until` null: until it is switched off. */
  quiet: z.nullable(z.object({ until: z.nullable(instant) })),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

const told: NoticeWays = { bell: false, notice: true, push: true, mail: false };
const kept: NoticeWays = { bell: true, notice: true, push: true, mail: false };
const mailed: NoticeWays = { ...kept, mail: true };

/** What holds for somebody who has chosen nothing. */
export const DEFAULT_NOTICES: NoticeSettings = {
  ways: {
    pending_conversation: told,
    live_chat_message: told,
    transfer: kept,
    mention: mailed,
    followed: kept,
    answer_due: kept,
    unsent: mailed,
    // Who is away is not pushed to.
    absence: { ...kept, push: false },
    ticket: mailed,
    overdue: mailed,
    // Nobody wants to be interrupted for what the bot is still answering.
    new_conversation: { ...told, notice: false, push: false },
    campaign: kept,
    automation: kept,
    // Who started it looks at it, or finds it in the bell.
    import: { ...kept, push: false },
    sync: kept,
    // Owners have a letter of its own about each.
    connection: kept,
    incident: mailed,
    // So they have about plans.
    billing: kept,
  },
  show_text: false,
  quiet: null,
};

/** Whether quiet mode holds. @param now ms since 1970 */
export function isQuiet({ quiet }: NoticeSettings, now: number): boolean {
  return quiet !== null && (quiet.until === null || Date.parse(quiet.until) > now);
}
