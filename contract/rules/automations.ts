/** Automations: kinds, states of a case, the rules by which each decides, limits (docs/protocol.md 'Automations'). */

export const AUTOMATION_KINDS = ['carro-abandonado', 'error-pago', 'seguimiento-pedidos'] as const;
export type AutomationKind = (typeof AUTOMATION_KINDS)[number];

export const AUTOMATION_KIND_LABELS: Record<AutomationKind, string> = {
  'carro-abandonado': 'Carro abandonado',
  'error-pago': 'Error de pago',
  'seguimiento-pedidos': 'Seguimiento de pedidos',
};

/** The last four are ends. */
export const CASE_STATES = [
  'waiting',
  'due',
  'sent',
  'recovered',
  'replied',
  'expired',
  'suppressed',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Each rule that a case is judged by, in its order, as people read it. */
export const DECISION_RULES = {
  on: 'Automatización encendida',
  number: 'Número de WhatsApp',
  plan: 'Conversaciones del plan',
  template: 'Plantilla aprobada',
  shop: 'Tienda consultada ahora',
  confirmed: 'Carro confirmado',
  bought: 'Sin compra posterior',
  age: 'Reciente',
  link: 'Enlace para terminar la compra',
  minimum: 'Monto mínimo',
  phone: 'Cliente con WhatsApp',
  consent: 'Consentimiento',
  attended: 'Nadie del equipo conversa',
  replied: 'Sin respuesta del cliente',
  once: 'Una vez por compra en 15 días',
  items: 'Productos distintos a los de las últimas 24 h',
  slots: 'Datos de la plantilla',
  window: 'Dentro de las 24 horas del cliente',
  cooldown: 'Pausa entre mensajes',
  quiet: 'Horario permitido',
} as const;
export type DecisionRule = keyof typeof DECISION_RULES;

/** `ok`: it may go on; `wait`: later, and judged anew then; `no`: this ends it. */
export type DecisionVerdict = 'ok' | 'wait' | 'no';

/** Of a parcel nothing is bought, and what it tells is no reminder. */
const NOT_OF_PARCELS: readonly DecisionRule[] = ['bought', 'link', 'replied', 'once', 'items'];

/** Whether a rule is asked of a kind. */
export const isAsked = (rule: DecisionRule, kind: AutomationKind): boolean =>
  kind !== 'seguimiento-pedidos' || !NOT_OF_PARCELS.includes(rule);

export const AUTOMATION_LIMITS = {
  steps: 3,
  /** Of order tracking: one for each milestone. */
  milestones: 4,
  /** Of the first step, from the cart's last change. */
  firstAfter: { least: 15, most: 1_440 },
  /** Of each further one, from the message before it. */
  nextAfter: { least: 15, most: 10_080 },
  /** Of order tracking, from when the shop says it: 90 seconds at least, so that quick changes make one message. */
  settledAfter: { least: 1.5, most: 1_440 },
  text: 1_000,
  cooldownHours: { least: 1, most: 168 },
  minimum: 1_000_000_000,
} as const;

const HOUR = 3_600_000;
/** Milliseconds. */
export const AUTOMATION_TIMES = {
  /** What nobody has touched for longer is written about no more. */
  tooOld: 7 * 24 * HOUR,
  /** What is bought within this after a message counts as won back. */
  window: 72 * HOUR,
  sameCart: 15 * 24 * HOUR,
  sameItems: 24 * HOUR,
  /** What the queue could not send by then is not sent: it was judged for its moment, and is judged anew. */
  leavesWithin: HOUR / 6,
} as const;

/** Why a message that was let out never left. */
export const NOT_IN_TIME = 'No salió a tiempo: se decide de nuevo.';

/** From where a slot's value may come. */
export const AUTOMATION_FIELDS = {
  first_name: 'Primer nombre',
  name: 'Nombre',
  items: 'Productos',
  total: 'Total',
  link: 'Enlace (de la compra o del seguimiento)',
  order: 'Número de pedido',
  carrier: 'Transporte',
} as const;
export type AutomationField = keyof typeof AUTOMATION_FIELDS;
