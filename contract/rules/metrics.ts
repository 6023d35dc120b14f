/** The figures: their names, what they count in words and to the letter, what stands behind each. */

import { ANSWERED_WITHIN } from './send-figures.ts';

/** Figures that are sets of facts of conversations. */
export const FACT_KEYS = [
  'conversations',
  'first_response',
  'not_answered',
  'wait',
  'resolution',
  'reopened',
  'derived',
  'satisfaction',
  'rating_rate',
  'agent_load',
  'contained',
  'handed_over',
  'unanswered',
  'leads_new',
  'leads_returning',
  'first_on_time',
  'next_on_time',
  'answers_late',
  'answers_open',
] as const;
export type FactKey = (typeof FACT_KEYS)[number];

/** Figures that are counted from the rows of other rooms, as they are now. */
export const ROOM_KEYS = [
  'campaign_sent',
  'campaign_read',
  'campaign_failed',
  'campaign_reply',
  'automation_sent',
  'automation_orders',
  'automation_money',
  'products_shown',
  'products_inserted',
  'tickets_opened',
  'ticket_first_answer',
  'tickets_solved',
  'tickets_overdue',
] as const;
export type RoomKey = (typeof ROOM_KEYS)[number];
/** Figures that are sums of rows, whichever these are. */
export type RowKey = FactKey | RoomKey;

/** In the order in which they are shown. */
export const METRIC_KEYS = [...FACT_KEYS, 'agent_hours', ...ROOM_KEYS] as const;
export type MetricKey = (typeof METRIC_KEYS)[number];

/** seconds: the value is the median · total_seconds: their sum · stars: the mean · share: part of a whole, 0 to 1 · count: the number itself · money: the sum of whole pesos. */
export const METRIC_UNITS = ['seconds', 'total_seconds', 'stars', 'share', 'count', 'money'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];

/** What the rows of a figure belong to where it is no conversation. */
export const METRIC_ROOMS = {
  campaign: 'Campaña',
  automation: 'Automatización',
  product: 'Producto',
  ticket: 'Ticket',
} as const;
export type MetricRoom = keyof typeof METRIC_ROOMS;

interface MetricRule {
  label: string;
  unit: MetricUnit;
  /** What it says, in a sentence. */
  words: string;
  /** The exact rule. */
  rule: string;
  /** What a share is a part of. */
  whole?: readonly RowKey[];
  /** Whether business hours change it. */
  hours?: true;
  /** What its rows are about besides, by which it is told apart. */
  about?: readonly ('node' | 'subject')[];
  /** Whose rows it counts; absent: those of conversations. */
  room?: MetricRoom;
}

export const METRICS: Record<MetricKey, MetricRule> = {
  conversations: {
    label: 'Conversaciones',
    unit: 'count',
    words: 'Cuántas conversaciones empezaron.',
    rule: 'Cuenta cada conversación en el instante en que empezó, por cualquier canal. Un envío de una campaña o de una automatización que nadie contestó no es una conversación: la respuesta del cliente empieza una. Es de quien la tiene ahora o la tuvo al final.',
  },
  first_response: {
    label: 'Primera respuesta',
    unit: 'seconds',
    hours: true,
    words: 'Cuánto espera un cliente por el primer mensaje de una persona.',
    rule: 'Desde que la conversación pasa a Pendientes o a un agente hasta el primer mensaje de una persona; después de reabrirla, desde el primer mensaje del cliente. No cuentan el bot, las automatizaciones ni las notas. Cuenta en el instante de la respuesta. Las que terminan sin respuesta se cuentan aparte.',
  },
  not_answered: {
    label: 'Sin respuesta',
    unit: 'count',
    words: 'Conversaciones que esperaban a una persona y terminaron sin su respuesta.',
    rule: 'Pasó a Pendientes o a un agente y se cerró, o volvió al bot, sin que una persona escribiera. Cuenta en ese instante.',
  },
  wait: {
    label: 'Espera',
    unit: 'seconds',
    hours: true,
    words: 'Cuánto espera un cliente por cada respuesta.',
    rule: 'Desde que el cliente escribe a quien tiene la conversación hasta el siguiente mensaje de una persona. Varios mensajes seguidos del cliente son una sola espera, desde el primero. Es de quien la tenía cuando terminó.',
  },
  resolution: {
    label: 'Resolución',
    unit: 'seconds',
    hours: true,
    words: 'Cuánto pasa desde que una persona debe atender hasta que se cierra.',
    rule: 'Desde que pasa a Pendientes o a un agente hasta que se cierra. Una que se reabre tiene una segunda resolución. El tiempo del bot no cuenta.',
  },
  reopened: {
    label: 'Reabiertas',
    unit: 'count',
    words: 'Cuántas veces alguien reabrió una conversación terminada.',
    rule: 'Cuenta cada paso de Terminada a un agente, en su instante, para quien la reabrió.',
  },
  derived: {
    label: 'Derivadas',
    unit: 'count',
    words: 'Cuántas veces una conversación pasó de un agente a otro.',
    rule: 'Cuenta cada derivación en su instante, para quien la tenía antes.',
  },
  satisfaction: {
    label: 'Satisfacción',
    unit: 'stars',
    words: 'Qué nota ponen los clientes, de 1 a 5.',
    rule: 'El promedio de las estrellas, cada una en el instante en que se puso, para quien tenía la conversación al terminar.',
  },
  rating_rate: {
    label: 'Tasa de calificación',
    unit: 'share',
    whole: ['rating_rate'],
    words: 'Qué parte de las conversaciones terminadas fue calificada.',
    rule: 'De los cierres del período, los que el cliente calificó después, cuando sea que lo hizo.',
  },
  agent_load: {
    label: 'Carga',
    unit: 'count',
    words: 'Cuántas conversaciones recibieron los agentes.',
    rule: 'Cuenta cada vez que una conversación pasa a un agente que no la tenía: la tomó, se la asignaron, se la derivaron o la reabrió.',
  },
  contained: {
    label: 'Resueltas por el bot',
    unit: 'share',
    whole: ['contained', 'handed_over'],
    words: 'Qué parte de lo que atendió el bot terminó sin una persona.',
    rule: 'El cliente escribió al bot y la conversación se cerró, o pasaron 24 horas sin un mensaje, sin que pasara a una persona. La parte es de estas más las traspasadas. Es del último tema y la última interacción con que respondió el bot.',
    about: ['subject', 'node'],
  },
  handed_over: {
    label: 'Traspasadas a una persona',
    unit: 'share',
    whole: ['contained', 'handed_over'],
    words: 'Qué parte de lo que atendió el bot pasó a una persona.',
    rule: 'La tenía el bot y pasó a Pendientes o a un agente, porque el cliente lo pidió o porque alguien la tomó. Cuenta en ese instante. Es del último tema y la última interacción con que respondió el bot; pedir una persona no es un tema.',
    about: ['subject', 'node'],
  },
  unanswered: {
    label: 'Sin respuesta del bot',
    unit: 'count',
    words: 'Cuántas veces el bot no supo qué responder.',
    rule: 'Cuenta cada mensaje de un cliente para el que el bot no tenía respuesta, en su instante. Se anota desde que existe esta cifra. Es del tema y la interacción de que se hablaba antes.',
    about: ['subject', 'node'],
  },
  leads_new: {
    label: 'Clientes nuevos',
    unit: 'count',
    words: 'Cuántos clientes escribieron por primera vez.',
    rule: 'Conversaciones que son la primera de su cliente, en el instante en que empezaron. Los envíos de campañas y automatizaciones no cuentan.',
  },
  leads_returning: {
    label: 'Clientes que vuelven',
    unit: 'count',
    words: 'Cuántas conversaciones son de clientes que ya habían escrito.',
    rule: 'Conversaciones cuyo cliente tenía una anterior, en el instante en que empezaron. Con los clientes nuevos suman todas.',
  },
  first_on_time: {
    label: 'Primeras respuestas a tiempo',
    unit: 'share',
    whole: ['first_on_time'],
    words: 'Qué parte de las primeras respuestas con plazo llegó dentro de él.',
    rule: 'De las primeras respuestas que tenían plazo, las que llegaron antes de que venciera, cada una en el instante de la respuesta y para quien tenía la conversación. Una que venció cuenta como fuera de plazo en el instante en que se marcó vencida, se responda después o no. Las que terminan sin respuesta antes de vencer, las pospuestas y las que aún esperan dentro del plazo no cuentan. Vale el plazo que regía entonces.',
  },
  next_on_time: {
    label: 'Siguientes respuestas a tiempo',
    unit: 'share',
    whole: ['next_on_time'],
    words: 'Qué parte de las siguientes respuestas con plazo llegó dentro de él.',
    rule: 'Como las primeras respuestas a tiempo, de las que se deben a un cliente que vuelve a escribir a quien lo atiende.',
  },
  answers_late: {
    label: 'Respuestas fuera de plazo',
    unit: 'count',
    words: 'Cuántos plazos de respuesta vencieron.',
    rule: 'Cuenta cada plazo, de primera respuesta o de las siguientes, en el instante en que se marcó vencido, para quien tenía la conversación entonces. Si otro plazo hace que deje de estar vencida mientras espera, deja de contar.',
  },
  answers_open: {
    label: 'Plazos que corren',
    unit: 'count',
    words: 'Cuántos clientes esperan ahora una respuesta cuyo plazo no ha vencido.',
    rule: 'Cuenta cada conversación que ahora espera dentro de su plazo, en el instante en que empezó a esperar, para quien la tiene ahora. Cuando se responde o vence pasa a las otras cifras.',
  },
  agent_hours: {
    label: 'Horas de agentes',
    unit: 'total_seconds',
    words: 'Cuánto tiempo estuvieron conectados los agentes.',
    rule: 'La suma del tiempo en estado Conectado dentro del período, también de lo que sigue ahora. No la cambian el canal ni el área.',
  },
  campaign_sent: {
    label: 'Enviados por campañas',
    unit: 'count',
    room: 'campaign',
    about: ['subject'],
    words: 'Cuántos clientes recibieron un mensaje de una campaña.',
    rule: 'Cuenta cada destinatario cuyo mensaje salió y WhatsApp no rechazó, en el instante del último intento. Es de quien hace correr la campaña.',
  },
  campaign_read: {
    label: 'Leídos de campañas',
    unit: 'share',
    whole: ['campaign_read'],
    room: 'campaign',
    about: ['subject'],
    words: 'Qué parte de los mensajes de campañas fue leída.',
    rule: 'De los mensajes de campañas que salieron en el período, los que se leyeron hasta ahora. Son al menos tantos: quien no confirma la lectura lee sin que se sepa.',
  },
  campaign_failed: {
    label: 'Fallidos de campañas',
    unit: 'share',
    whole: ['campaign_failed'],
    room: 'campaign',
    about: ['subject'],
    words: 'Qué parte de los mensajes de campañas no se pudo entregar.',
    rule: 'De los destinatarios a los que se intentó enviar en el período, aquellos cuyo mensaje falló. Los omitidos antes de enviar no cuentan.',
  },
  campaign_reply: {
    label: 'Respuesta a campañas',
    unit: 'seconds',
    room: 'campaign',
    about: ['subject'],
    words: 'Cuánto tarda un cliente en responder a una campaña.',
    rule: `Desde que sale el mensaje hasta el primer mensaje del cliente dentro de las ${ANSWERED_WITHIN} horas siguientes, en cualquiera de sus conversaciones. Cuenta en el instante de la respuesta. No la cambian las horas de atención.`,
  },
  automation_sent: {
    label: 'Mensajes de automatizaciones',
    unit: 'count',
    room: 'automation',
    about: ['subject'],
    words: 'Cuántos mensajes enviaron las automatizaciones.',
    rule: 'Cuenta cada paso de un caso que salió, en su instante. No son de ningún agente.',
  },
  automation_orders: {
    label: 'Compras recuperadas',
    unit: 'seconds',
    room: 'automation',
    about: ['subject'],
    words: 'Cuánto tarda en comprar quien recibió un mensaje de una automatización.',
    rule: 'Desde el último mensaje del caso hasta la compra, por su enlace o dentro de las 72 horas. Cada pedido cuenta una vez, en el instante de la compra. No la cambian las horas de atención.',
  },
  automation_money: {
    label: 'Venta recuperada',
    unit: 'money',
    room: 'automation',
    about: ['subject'],
    words: 'Cuánto suman las compras que siguieron a un mensaje de una automatización.',
    rule: 'La suma de los totales en pesos chilenos de las compras recuperadas, cada una en el instante de la compra. Las de otra moneda o sin total no se suman.',
  },
  products_shown: {
    label: 'Productos mostrados',
    unit: 'count',
    room: 'product',
    about: ['subject'],
    words: 'Cuántas veces el bot mostró un producto.',
    rule: 'Cuenta cada tarjeta de producto en un mensaje del bot, en el instante del mensaje. No son de ningún agente.',
  },
  products_inserted: {
    label: 'Productos enviados por agentes',
    unit: 'count',
    room: 'product',
    about: ['subject'],
    words: 'Cuántas veces un agente envió un producto.',
    rule: 'Cuenta cada tarjeta de producto en un mensaje de un agente a un cliente, en el instante del mensaje y para quien lo escribió.',
  },
  tickets_opened: {
    label: 'Tickets abiertos',
    unit: 'count',
    room: 'ticket',
    about: ['subject'],
    words: 'Cuántos tickets se abrieron.',
    rule: 'Cuenta cada ticket en el instante en que se abrió, para quien lo tiene asignado ahora y con la prioridad que tiene ahora. Un ticket unido a otro no cuenta.',
  },
  ticket_first_answer: {
    label: 'Primera respuesta de tickets',
    unit: 'seconds',
    hours: true,
    room: 'ticket',
    about: ['subject'],
    words: 'Cuánto espera un cliente por la primera respuesta a su ticket.',
    rule: 'Desde que se abre hasta el primer mensaje de un agente que no es una nota, en el instante de la respuesta. Los que empiezan con palabras del equipo no cuentan, ni los unidos a otro. Las horas de atención son las del área del ticket, por el calendario de ahora.',
  },
  tickets_solved: {
    label: 'Solución de tickets',
    unit: 'seconds',
    hours: true,
    room: 'ticket',
    about: ['subject'],
    words: 'Cuánto pasa desde que se abre un ticket hasta que se resuelve.',
    rule: 'Desde que se abre hasta la última vez que pasó a Resuelto, en ese instante. Uno que se reabre deja de contar hasta que se resuelve de nuevo, y uno unido a otro no cuenta. Las horas de atención son las del área del ticket, por el calendario de ahora.',
  },
  tickets_overdue: {
    label: 'Plazos vencidos de tickets',
    unit: 'count',
    room: 'ticket',
    about: ['subject'],
    words: 'Cuántos plazos de tickets vencieron.',
    rule: 'Cuenta cada plazo, de primera respuesta o de solución, que llegó sin que se cumpliera, en el instante en que venció, con la prioridad y los plazos de ahora. Un ticket unido a otro no cuenta.',
  },
};

/** Empty where a bot has no deadlines. */
export const DEADLINE_GROUP = 'Plazos de respuesta';

/** Figures side by side, under what they are about. */
export const METRIC_GROUPS: readonly { label: string; keys: readonly MetricKey[] }[] = [
  {
    label: 'Conversaciones',
    keys: [
      'conversations',
      'first_response',
      'not_answered',
      'wait',
      'resolution',
      'reopened',
      'derived',
      'satisfaction',
      'rating_rate',
    ],
  },
  { label: DEADLINE_GROUP, keys: ['first_on_time', 'next_on_time', 'answers_late', 'answers_open'] },
  { label: 'Agentes', keys: ['agent_load', 'agent_hours'] },
  { label: 'Chatbot', keys: ['contained', 'handed_over', 'unanswered'] },
  { label: 'Clientes', keys: ['leads_new', 'leads_returning'] },
  { label: 'Campañas', keys: ['campaign_sent', 'campaign_read', 'campaign_failed', 'campaign_reply'] },
  { label: 'Automatizaciones', keys: ['automation_sent', 'automation_orders', 'automation_money'] },
  { label: 'Productos', keys: ['products_shown', 'products_inserted'] },
  { label: 'Tickets', keys: ['tickets_opened', 'ticket_first_answer', 'tickets_solved', 'tickets_overdue'] },
];

/** A room that has had nothing in the stretch and the one before is left out of what is shown side by side. */
export const isQuiet = ({
  key,
  n,
  previous,
}: {
  key: MetricKey;
  n: number;
  previous: { n: number };
}): boolean => METRICS[key].room !== undefined && n === 0 && previous.n === 0;

/** Days that are asked for at once, at most: two years. */
export const METRIC_DAYS = 731;

/** Views that a person keeps at a bot, at most. */
export const METRIC_VIEWS = 30;

export const METRIC_STEPS = ['hour', 'day', 'week', 'month'] as const;
export type MetricStep = (typeof METRIC_STEPS)[number];

/** Bars of a series, at most. */
export const METRIC_BARS = 800;

/** `node` and `subject`: of what the bot had, by what it answered last (`answered-by.ts`). */
export const METRIC_PARTS = ['channel', 'agent', 'category', 'node', 'subject'] as const;
/** What a part is asked by, at most: an interaction's or a section's name with its mark. */
export const METRIC_PART_LENGTH = 120;
export type MetricPart = (typeof METRIC_PARTS)[number];

/** What a file of a figure has: its rows, or the bars of its chart. */
export const METRIC_FILES = ['rows', 'series'] as const;

/** Columns of the file of a chart. */
export const SERIES_COLUMNS = ['Desde', 'Hasta', 'Valor', 'Unidad', 'Filas'] as const;

/** Columns of the file of agents' hours. */
export const SPAN_COLUMNS = ['Agente', 'Desde', 'Hasta', 'Segundos'] as const;

/** Columns of the file of what is behind a figure of conversations. */
const METRIC_COLUMNS = [
  'Conversación',
  'Cliente',
  'Canal',
  'Área',
  'Agente',
  'Fecha',
  'Valor',
  'Unidad',
] as const;

/** Columns of the file of a figure's rows; of other rooms' also what each belongs to. */
export const metricColumns = (key: MetricKey): string[] => {
  const { room } = METRICS[key];
  return room ? [...METRIC_COLUMNS, METRIC_ROOMS[room]] : [...METRIC_COLUMNS];
};
