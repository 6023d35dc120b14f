/** What the shop's people keep at hand in the inbox: quick replies, saved views, approved templates. */
import type { ConversationFilters } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { PEOPLE, SHOP } from '../../platform/demo/cast.ts';
import type { DemoTools } from '../../platform/demo/demo.ts';

/** Milliseconds: a little more than the window. */
const CLOSED_FOR = LIMITS.conversationLock + 20 * 60_000;

type Who = keyof typeof PEOPLE;
const QUICK_REPLIES: readonly [who: Who, shortcut: string, shared: boolean, text: string][] = [
  ['admin', 'hola', true, 'Hola {nombre}, soy {agente} de Tienda Andes. ¿En qué te puedo ayudar?'],
  ['admin', 'espera', true, 'Dame un momento, {nombre}: lo reviso y te cuento.'],
  [
    'admin',
    'despacho',
    true,
    'Despachamos a todo Chile. A Santiago demora 2 días hábiles; a regiones, de 3 a 5.',
  ],
  ['admin', 'cambio', true, 'Tienes 30 días para cambiar tu compra, con la boleta y el producto sin uso.'],
  ['admin', 'gracias', true, 'Gracias por escribirnos, {nombre}. ¡Que tengas un buen día!'],
  ['ana', 'stock', false, 'Tenemos stock de ese modelo. ¿Te lo dejo reservado hasta mañana a las 18:00?'],
  ['bruno', 'boleta', false, 'Para ayudarte necesito el número de tu boleta o el RUT con que compraste.'],
];

type View = readonly [who: Who, name: string, shared: boolean, filters: Omit<ConversationFilters, 'bot_id'>];
const SAVED_VIEWS: readonly View[] = [
  ['admin', 'Esperan hace más', true, { state: 'pending', order: 'waiting' }],
  ['admin', 'WhatsApp sin leer', false, { channel: 'whatsapp', unread_only: true }],
  ['ana', 'Mis ventas', false, { state: 'taken', category: 'ventas' }],
];

interface Template {
  name: string;
  category: 'UTILITY' | 'MARKETING';
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  body: string;
  header?: string;
  footer?: string;
  buttons?: string[];
}
const TEMPLATES: readonly Template[] = [
  {
    name: 'retomar_conversacion',
    category: 'UTILITY',
    status: 'APPROVED',
    body: 'Hola {{1}}, te escribimos de Tienda Andes por tu consulta. ¿Seguimos conversando?',
    buttons: ['Sí, sigamos', 'No, gracias'],
  },
  {
    name: 'pedido_despachado',
    category: 'UTILITY',
    status: 'APPROVED',
    header: 'Tu pedido va en camino',
    body: 'Hola {{1}}, despachamos tu pedido {{2}}. Llega entre hoy y el {{3}}.',
    footer: 'Tienda Andes',
  },
  {
    name: 'pago_confirmado',
    category: 'UTILITY',
    status: 'APPROVED',
    body: 'Hola {{1}}, recibimos tu pago de {{2}}. ¡Gracias por tu compra!',
  },
  {
    name: 'oferta_invierno',
    category: 'MARKETING',
    status: 'PENDING',
    body: 'Hola {{1}}, esta semana todas las parkas tienen 30 % de descuento.',
  },
  {
    name: 'encuesta_antigua',
    category: 'MARKETING',
    status: 'REJECTED',
    body: '¿Nos evalúas?',
  },
];

/** Writes them, and a conversation that a template can take up again. */
export async function insertKeptAtHand(db: Queryable, { now, ids }: DemoTools): Promise<void> {
  for (const [who, shortcut, shared, text] of QUICK_REPLIES) {
    await db.query(sql`
      insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${shortcut}, ${text}, ${shared}, ${now})`);
  }
  for (const [who, name, shared, filters] of SAVED_VIEWS) {
    await db.query(sql`
      insert into saved_views (id, bot_id, user_id, name, filters, shared, created_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${name}, ${json(filters)}, ${shared}, ${now})`);
  }
  await closeOneWindow(db, now);
  for (const one of TEMPLATES) {
    await db.query(sql`
      insert into message_templates (id, bot_id, channel, name, language, category, status, header, body, footer,
        buttons, created_at)
      values (${ids()}, ${SHOP}, 'whatsapp', ${one.name}, 'es', ${one.category}, ${one.status}, ${one.header ?? null},
        ${one.body}, ${one.footer ?? null}, ${json(one.buttons ?? [])}, ${now})`);
  }
}

/** One WhatsApp conversation whose 24 h are over, so that the templates have a use: it lies as far back as it must. */
async function closeOneWindow(db: Queryable, now: Date): Promise<void> {
  const [found] = await db.query<{ id: string; shift: number }>(sql`
    select id, extract(epoch from last_customer_message_at - ${now}::timestamptz) * 1000 + ${CLOSED_FOR}::float8 as shift
    from conversations
    where bot_id = ${SHOP} and state = 'inactive' and channel = 'whatsapp' and last_customer_message_at is not null
    order by last_customer_message_at, id limit 1`);
  if (!found || found.shift <= 0) return;
  const back = sql`${found.shift}::float8 * interval '1 millisecond'`;
  await db.query(sql`
    update conversations set created_at = created_at - ${back}, last_message_date = last_message_date - ${back},
      last_customer_message_at = last_customer_message_at - ${back}, waiting_since = waiting_since - ${back}
    where id = ${found.id}`);
  await db.query(
    sql`update messages set created_at = created_at - ${back} where conversation_id = ${found.id}`,
  );
  await db.query(sql`update transitions set at = at - ${back} where conversation_id = ${found.id}`);
}
