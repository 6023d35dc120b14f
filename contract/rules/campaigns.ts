/** Campaigns of WhatsApp templates: states, outcomes, why somebody gets nothing, limits (docs/protocol.md 'WhatsApp templates and campaigns'). */
import type { ExportColumn } from './exports.ts';

/** A draft is ours: nothing of it is ever sent. */
export const CAMPAIGN_STATES = ['draft', 'scheduled', 'running', 'paused', 'done', 'canceled'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** What is asked of recipients; sent, delivered and read are sets, each within the one before. */
export const RECIPIENT_OUTCOMES = ['waiting', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const;
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number];

/** As screens and files say them; who has read receipts off reads without our knowing. */
export const OUTCOME_LABELS: Record<RecipientOutcome, string> = {
  waiting: 'En espera',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'Fallido',
  skipped: 'Omitido',
};

/** Columns of a file of recipients; `client`: contact data, for those who read the CRM. */
export const RECIPIENT_COLUMNS = [
  { name: 'place', label: 'Orden' },
  { name: 'lead', label: 'Cliente' },
  { name: 'name', label: 'Nombre' },
  { name: 'phone', label: 'Teléfono', client: true },
  { name: 'outcome', label: 'Resultado' },
  { name: 'reason', label: 'Motivo' },
  { name: 'tries', label: 'Intentos' },
  { name: 'at', label: 'Fecha' },
  { name: 'conversation', label: 'Conversación' },
] as const satisfies readonly ExportColumn[];
export type RecipientColumn = (typeof RECIPIENT_COLUMNS)[number]['name'];

/** Why somebody of the audience gets nothing, as it is shown. */
export const SKIP_TEXTS = {
  consent: 'sin consentimiento',
  blocked: 'bloqueado',
  no_phone: 'sin número de WhatsApp',
  same_phone: 'mismo número que otro destinatario',
  others_phone: 'su número ya es de otro cliente',
  paused: 'una automatización le escribió hace poco',
  slot: 'le falta un dato de la plantilla',
  unknown: 'no está entre tus clientes',
  erased: 'el cliente fue eliminado',
  canceled: 'la campaña se canceló antes',
} as const;
export type SkipReason = keyof typeof SKIP_TEXTS;

export const CAMPAIGN_LIMITS = {
  /** Above it only who has the base administrador, or the owner, may start one. */
  free: 100,
  /** Clients chosen by hand. */
  byHand: 2_000,
  samples: 5,
  slots: 40,
  /** A value or a fallback. */
  value: 1_024,
  name: 120,
  /** How far ahead one may be scheduled. Days. */
  ahead: 366,
  /** A recipient is tried so often in all, at most. */
  tries: 3,
  /** Meta chose not to deliver: not before so long. Hours. */
  afterMetaRefused: 24,
  fileBytes: 10_000_000,
  fileRows: 100_000,
} as const;

/** From where a slot's value may come beside the client's own fields (`field.<key>`) and the file's columns (`file.<column>`). */
export const SLOT_FIELDS = {
  name: 'Nombre',
  first_name: 'Primer nombre',
  email: 'Correo',
  phone: 'Teléfono',
  rut: 'RUT',
  city: 'Ciudad',
} as const;
export type SlotField = keyof typeof SLOT_FIELDS;
