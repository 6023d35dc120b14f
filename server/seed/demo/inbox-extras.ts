/** What the shop's people keep at hand in the inbox: quick replies and saved views. */
import type { ConversationFilters } from '../../../contract/calls/conversations.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { PEOPLE } from './cast.ts';

const SHOP = 64;

type Who = keyof typeof PEOPLE;
const QUICK_REPLIES: readonly [who: Who, shortcut: string, shared: boolean, text: string][] = [
  ['admin', 'hola', true, 'Hola {cliente}, soy {agente} de Tienda Andes. ¿En qué te puedo ayudar?'],
  ['admin', 'espera', true, 'Dame un momento, {cliente}: lo reviso y te cuento.'],
  [
    'admin',
    'despacho',
    true,
    'Despachamos a todo Chile. A Santiago demora 2 días hábiles; a regiones, de 3 a 5.',
  ],
  ['admin', 'cambio', true, 'Tienes 30 días para cambiar tu compra, con la boleta y el producto sin uso.'],
  ['admin', 'gracias', true, 'Gracias por escribirnos, {cliente}. ¡Que tengas un buen día!'],
  ['ana', 'stock', false, 'Tenemos stock de ese modelo. ¿Te lo dejo reservado hasta mañana a las 18:00?'],
  ['bruno', 'boleta', false, 'Para ayudarte necesito el número de tu boleta o el RUT con que compraste.'],
];

const SAVED_VIEWS: readonly [who: Who, name: string, filters: Omit<ConversationFilters, 'bot_id'>][] = [
  ['admin', 'Esperan hace más', { state: 'pending', order: 'waiting_since' }],
  ['admin', 'WhatsApp sin leer', { channel: 'whatsapp', unread_only: true }],
  ['ana', 'Mis ventas', { state: 'taken', category: 'ventas' }],
];

/** Writes them; accounts and bots are there already. */
export async function insertInboxExtras(
  db: Queryable,
  { now, ids }: { now: Date; ids: () => string },
): Promise<void> {
  for (const [who, shortcut, shared, text] of QUICK_REPLIES) {
    await db.query(sql`
      insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${shortcut}, ${text}, ${shared}, ${now})`);
  }
  for (const [who, name, filters] of SAVED_VIEWS) {
    await db.query(sql`
      insert into saved_views (id, bot_id, user_id, name, filters, created_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${name}, ${json(filters)}, ${now})`);
  }
}
