/** The tickets of the demo: of the shop's own clients and conversations, in every state, some of them overdue. */
import { TICKET_STATE_LABELS, type TicketPriority, type TicketState } from '../../contract/rules/tickets.ts';
import type { Area } from '../../contract/states.ts';
import { deadlinesOf, type TicketPast } from '../../machines/ticket/deadlines.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { PEOPLE, SHOP } from '../platform/demo/cast.ts';
import type { Demo, DemoTools } from '../platform/demo/demo.ts';
import { chance } from '../platform/demo/random.ts';
import { readTicketSettings } from './read-settings.ts';
import { preview } from './ticket-work.ts';

const HOUR = 60 * 60_000;
const FIRST = 1001;

interface Sample {
  subject: string;
  area: Area | null;
  priority: TicketPriority;
  state: TicketState;
  /** Hours ago that it was made. */
  age: number;
  by: keyof typeof PEOPLE | null;
  has: keyof typeof PEOPLE | null;
  order?: string;
  asks: string;
  answers?: string;
  note?: string;
}

const SAMPLES: readonly Sample[] = [
  {
    subject: 'Cambio de talla en pedido con despacho en curso',
    area: 'post-venta',
    priority: 'high',
    state: 'open',
    age: 5,
    by: 'ana',
    has: 'carla',
    order: 'AND-20418',
    asks: 'Pedí la parka en talla M y necesito una L. El pedido ya va en camino.',
    note: 'El courier puede devolverlo antes de la entrega si avisamos hoy.',
  },
  {
    subject: 'Factura con giro equivocado',
    area: 'facturación',
    priority: 'normal',
    state: 'waiting',
    age: 30,
    by: 'carla',
    has: 'carla',
    asks: 'La factura salió con otro giro, mi contador la rechaza.',
    answers: 'Ya pedimos la nota de crédito. ¿Nos confirmas el giro que debe decir?',
  },
  {
    subject: 'Pago duplicado con tarjeta de débito',
    area: 'facturación',
    priority: 'urgent',
    state: 'new',
    age: 2,
    by: null,
    has: null,
    order: 'AND-20502',
    asks: 'Me cobraron dos veces el mismo pedido, adjunto la cartola.',
  },
  {
    subject: 'Pedido entregado incompleto',
    area: 'soporte',
    priority: 'high',
    state: 'open',
    age: 49,
    by: 'bruno',
    has: 'bruno',
    order: 'AND-20377',
    asks: 'Llegó la caja pero faltan los calcetines.',
    answers: 'Revisamos con bodega y te contamos hoy mismo.',
  },
  {
    subject: 'Cocinilla que no enciende',
    area: 'soporte',
    priority: 'normal',
    state: 'solved',
    age: 70,
    by: 'bruno',
    has: 'bruno',
    asks: 'La cocinilla Maule no enciende, probé con dos cargas de gas.',
    answers: 'Te enviamos un reemplazo con despacho sin costo.',
  },
  {
    subject: 'Consulta por compra de empresa',
    area: 'ventas',
    priority: 'low',
    state: 'new',
    age: 20,
    by: null,
    has: null,
    asks: 'Queremos cotizar 40 polerones con logo.',
  },
  {
    subject: 'Despacho a regiones atrasado',
    area: 'post-venta',
    priority: 'normal',
    state: 'waiting',
    age: 96,
    by: 'carla',
    has: 'carla',
    order: 'AND-20311',
    asks: 'Debía llegar el martes y el seguimiento no se mueve.',
    answers: 'El courier confirma entrega para mañana. ¿Puedes recibirlo entre 10 y 14 h?',
  },
  {
    subject: 'Retiro en tienda sin aviso',
    area: 'general',
    priority: 'normal',
    state: 'closed',
    age: 260,
    by: 'ana',
    has: 'ana',
    asks: 'Nunca me avisaron que podía retirar.',
    answers: 'Tu pedido está listo para retiro en Providencia. Disculpa la demora.',
  },
  {
    subject: 'Garantía de mochila',
    area: 'soporte',
    priority: 'normal',
    state: 'closed',
    age: 420,
    by: 'bruno',
    has: 'bruno',
    asks: 'Se descosió una correa a los dos meses.',
    answers: 'Aprobamos la garantía, puedes cambiarla en cualquier tienda.',
  },
  {
    subject: 'Boleta que no llega al correo',
    area: 'facturación',
    priority: 'low',
    state: 'open',
    age: 28,
    by: 'admin',
    has: null,
    asks: 'No me llegó la boleta de la compra del lunes.',
  },
  {
    subject: 'Cupón que no descuenta',
    area: 'ventas',
    priority: 'normal',
    state: 'open',
    age: 7,
    by: 'ana',
    has: 'ana',
    asks: 'El cupón de bienvenida dice que no existe.',
  },
  {
    subject: 'Carpa con varilla quebrada',
    area: 'post-venta',
    priority: 'high',
    state: 'solved',
    age: 120,
    by: 'carla',
    has: 'carla',
    asks: 'Una varilla venía quebrada de fábrica.',
    answers: 'La varilla nueva va en camino, llega el jueves.',
  },
];

/** The states on the way to one, in the machine's order. */
const wayTo = (state: TicketState): TicketState[] => {
  const chain: TicketState[] = ['new', 'open', 'waiting', 'solved', 'closed'];
  return chain.slice(0, chain.indexOf(state) + 1);
};

export const ticketsDemo: Demo = {
  async fill(tx, tools) {
    const talks = await tx.query<{ id: string; lead_id: string }>(sql`
      select distinct on (c.lead_id) c.id, c.lead_id from conversations c join leads l on l.id = c.lead_id
      where c.bot_id = ${SHOP} and l.name is not null and c.channel = 'web' and c.state in ('taken', 'closed')
      order by c.lead_id, c.last_message_date desc limit ${SAMPLES.length}`);
    for (const [place, sample] of SAMPLES.entries())
      await insertTicket(tx, tools, sample, FIRST + place, talks[place] ?? null);
    await tx.query(sql`
      insert into ticket_numbers (bot_id, last) values (${SHOP}, ${FIRST + SAMPLES.length - 1})
      on conflict (bot_id) do update set last = excluded.last`);
    return undefined;
  },
};

async function insertTicket(
  tx: Queryable,
  { now, ids }: DemoTools,
  sample: Sample,
  number: number,
  talk: { id: string; lead_id: string } | null,
): Promise<void> {
  const luck = chance(number);
  const made = now.getTime() - sample.age * HOUR;
  const steps = wayTo(sample.state);
  const past: TicketPast[] = steps.map((state, place) => ({
    at:
      made +
      Math.round((place * sample.age * HOUR * 0.6) / Math.max(1, steps.length)) +
      place * luck.between(3, 20) * 60_000,
    state,
    priority: sample.priority,
    category: sample.area,
  }));
  const id = ids();
  const opener = sample.by === null ? null : PEOPLE[sample.by];
  const assignee = sample.has === null ? null : PEOPLE[sample.has];
  const answeredAt = sample.answers === undefined ? null : (past[1]?.at ?? made) + 60_000;
  const calendar = await readCalendar(tx, SHOP);
  const { budgets } = await readTicketSettings(tx, SHOP);
  const due = deadlinesOf(past, answeredAt, calendar, budgets);
  const at = (instant: number | null | undefined) => (instant == null ? null : new Date(instant));
  const words = [
    { sender: 'Cliente', text: sample.asks, note: false, user: null, at: made },
    ...(sample.note
      ? [{ sender: 'agent', text: sample.note, note: true, user: assignee, at: made + 5 * 60_000 }]
      : []),
    ...(sample.answers !== undefined && answeredAt !== null
      ? [
          {
            sender: 'agent',
            text: sample.answers,
            note: false,
            user: assignee ?? PEOPLE.carla,
            at: answeredAt,
          },
        ]
      : []),
  ];
  const last = words.findLast(({ note }) => !note);
  await tx.query(sql`
    insert into tickets (id, bot_id, tracking_code, subject, state, priority, category, tags, lead_id, conversation_id, talk_id,
      assignee_id, opened_kind, opened_by_id, opened_by_name, order_ref, first_answered_at, solved_at, first_due_at,
      solve_due_at, first_told, solve_told, last_message, last_message_from, last_message_at, entries, created_at, updated_at)
    values (${id}, ${SHOP}, ${`T-${number}`}, ${sample.subject}, ${sample.state}, ${sample.priority}, ${sample.area}, '[]',
      ${talk?.lead_id ?? null}, ${talk?.id ?? null}, ${talk?.id ?? null}, ${assignee?.id ?? null},
      ${opener ? 'agent' : 'bot'}, ${opener?.id ?? null}, ${opener?.name ?? 'Chatbot'}, ${sample.order ?? null},
      ${at(answeredAt)}, ${at(past.find(({ state }) => state === 'solved')?.at)}, ${at(due.first)}, ${at(due.solve)},
      ${at(due.first)}, ${at(due.solve)}, ${preview(last?.text ?? '')}, ${last?.sender ?? null}, ${at(last?.at)},
      ${words.length}, ${at(made)}, ${at(Math.max(past.at(-1)?.at ?? made, last?.at ?? made))})`);
  for (const [place, word] of words.entries())
    await tx.query(sql`
      insert into ticket_messages (id, ticket_id, position, sender, note, text, user_id, attachments, mentions, way, created_at)
      values (${ids()}, ${id}, ${place + 1}, ${word.sender}, ${word.note}, ${word.text}, ${word.user?.id ?? null},
        ${json([])}, ${json([])}, ${word.note ? null : 'page'}, ${at(word.at)})`);
  for (const [place, { at: when, state }] of past.entries())
    await tx.query(sql`
      insert into ticket_steps (id, ticket_id, at, by_name, text, state, priority, category)
      values (${ids()}, ${id}, ${at(when)}, ${place === 0 ? (opener?.name ?? 'Chatbot') : (assignee?.name ?? PEOPLE.carla.name)},
        ${place === 0 ? 'Creó el ticket' : `Pasó el ticket a ${TICKET_STATE_LABELS[state]}`}, ${state}, ${sample.priority}, ${sample.area})`);
}
