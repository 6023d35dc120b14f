/** What is counted of templates that were sent, and what each figure is called. */

/** In the order in which they are shown; sent, delivered and read are sets, each within the one before. */
export const SEND_FIGURES = [
  'total',
  'waiting',
  'sent',
  'delivered',
  'read',
  'failed',
  'answered',
  'opted_out',
] as const;
export type SendFigure = (typeof SEND_FIGURES)[number];

/** Who has read receipts off reads without our knowing: 'al menos'. */
export const SEND_FIGURE_LABELS: Record<SendFigure, string> = {
  total: 'Total',
  waiting: 'En espera',
  sent: 'Enviadas',
  delivered: 'Entregadas',
  read: 'Leídas (al menos)',
  failed: 'Fallidas',
  answered: 'Respondidas en 72 h',
  opted_out: 'Bajas en 7 días',
};

/** An answer counts until so long after the send, and so does an opt-out. Hours. */
export const ANSWERED_WITHIN = 72;
export const OPTED_OUT_WITHIN = 7 * 24;

/** Days that are asked for at once, at most. */
export const SEND_DAYS = 366;

/** How far back Meta tells its own figures. Days of UTC. */
export const META_DAYS = 90;

/** What Meta calls what it charges for. */
export const PRICE_LABELS: Record<string, string> = {
  marketing: 'Marketing',
  marketing_lite: 'Marketing',
  utility: 'Utilidad',
  authentication: 'Autenticación',
  authentication_international: 'Autenticación internacional',
  service: 'Servicio',
  referral_conversion: 'Punto de entrada gratis',
  '': 'Sin información de Meta',
};

/** Columns of their file. */
export const SEND_COLUMNS = [
  'Mensaje',
  'Conversación',
  'Cliente',
  'Plantilla',
  'Idioma',
  'Fecha',
  'Entrega',
  'Motivo',
  'Respondió',
  'Se dio de baja',
  'Categoría de cobro',
  'Se cobra',
] as const;
