/** What of the history can be taken out as a file: kinds, columns, formats, limits. */
import { LEAD_WORDS } from './lead-words.ts';

export const EXPORT_KINDS = ['conversations', 'messages'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** waiting: its turn has not come yet · expired: the file is gone. */
export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export interface ExportColumn {
  name: string;
  /** The heading in the file. */
  label: string;
  /** Contact data of clients: only for those who read the CRM. */
  client?: true;
}

const CLIENT = [
  { name: 'client', label: 'Cliente' },
  { name: 'email', label: 'Correo', client: true },
  { name: 'phone', label: 'Teléfono', client: true },
  { name: 'rut', label: 'RUT', client: true },
] as const;

/** In the order in which they stand in the file. */
export const EXPORT_COLUMNS = {
  conversations: [
    { name: 'id', label: 'Conversación' },
    ...CLIENT,
    { name: 'channel', label: 'Canal' },
    { name: 'state', label: 'Estado' },
    { name: 'category', label: 'Área' },
    { name: 'agent', label: 'Agente' },
    { name: 'tags', label: 'Etiquetas' },
    { name: 'priority', label: 'Prioridad' },
    { name: 'stars', label: 'Calificación' },
    { name: 'comment', label: 'Comentario' },
    { name: 'messages', label: 'Mensajes' },
    { name: 'created_at', label: 'Inicio' },
    { name: 'last_message_date', label: 'Último mensaje' },
    { name: 'last_message', label: 'Texto del último mensaje' },
  ],
  messages: [
    { name: 'id', label: 'Conversación' },
    ...CLIENT,
    { name: 'channel', label: 'Canal' },
    { name: 'at', label: 'Fecha' },
    { name: 'from', label: 'De' },
    { name: 'author', label: 'Autor' },
    { name: 'text', label: 'Mensaje' },
    { name: 'attachments', label: 'Archivos' },
    { name: 'status', label: 'Entrega' },
  ],
} as const satisfies Record<ExportKind, readonly ExportColumn[]>;

const word = <N extends keyof typeof LEAD_WORDS>(name: N) => ({ name, label: LEAD_WORDS[name] }) as const;

/** Of a file of clients; the bot's own fields follow as 'field.<key>'. */
export const LEAD_COLUMNS = [
  word('name'),
  word('email'),
  word('phone'),
  word('rut'),
  word('city'),
  word('tags'),
  word('areas'),
  word('notes'),
  word('marketing'),
  word('service'),
  word('blocked'),
  word('conversations'),
  word('last_activity'),
  { name: 'created_at', label: 'Desde' },
  { name: 'id', label: 'ID' },
] as const satisfies readonly ExportColumn[];
export type LeadColumn = (typeof LEAD_COLUMNS)[number]['name'];

export type ConversationColumn = (typeof EXPORT_COLUMNS)['conversations'][number]['name'];
export type MessageColumn = (typeof EXPORT_COLUMNS)['messages'][number]['name'];

/** The columns of a kind that carry these names, in the file's order; names that it has not are left out. */
export function columnsNamed(kind: ExportKind, names: readonly string[]): ExportColumn[] {
  return EXPORT_COLUMNS[kind].filter(({ name }) => names.includes(name));
}

export const EXPORT_LIMITS = {
  /** Unfinished exports of a bot at once: a third one waits for nobody's benefit and is refused (409). */
  unfinishedPerBot: 2,
  /** A finished file lives this long. Milliseconds. */
  keep: 24 * 60 * 60 * 1000,
  /** The address of a download. Milliseconds. */
  link: 60_000,
} as const;
