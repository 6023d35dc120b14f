/** The notifications of the shop's people: conversations that they got, notes that name them, tickets. */
import { type Queryable, sql } from '../../platform/database/database.ts';
import { PEOPLE, SHOP } from '../../platform/demo/cast.ts';
import type { DemoTools } from '../../platform/demo/demo.ts';
import { insertRows } from '../../platform/demo/insert-rows.ts';
import { type Chance, chance } from '../../platform/demo/random.ts';
import { TICKETS } from './goods.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Told {
  id: string;
  lead_name: string;
  agent_id: number | null;
  state: string;
  last_message_date: string;
}

/** Thirty-odd for the owner, fewer for the others; what is older than three days has been read. */
export async function insertNotifications(db: Queryable, tools: DemoTools): Promise<void> {
  const { now, ids, slug } = tools;
  const conversations = await db.query<Told>(sql`
    select id, lead_name, agent_id, state, last_message_date from conversations
    where bot_id = ${SHOP} and lead_name <> '' order by last_message_date desc limit 60`);
  const luck = chance(71);
  const rows = (['propietaria', 'admin', 'ana', 'bruno', 'carla'] as const).flatMap((name, place) => {
    const { id: user } = PEOPLE[name];
    const count = place === 0 ? 38 : place === 1 ? 32 : 14;
    return Array.from({ length: count }, (_, index) => {
      const conversation = conversations[(index + place * 3) % Math.max(1, conversations.length)];
      const created =
        now.getTime() - index * luck.between(5, 11) * 60 * MINUTE - luck.between(2, 50) * MINUTE;
      return {
        id: ids(),
        user_id: user,
        bot_id: SHOP,
        ...messageOf(luck, slug, name, conversation),
        read: created < now.getTime() - 3 * DAY || (index > 4 && luck.happens(0.4)),
        archived: index > 25 && luck.happens(0.3),
        created_at: new Date(created).toISOString(),
      };
    });
  });
  // Their numbers are those of the order in which they come.
  rows.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  await insertRows(db, 'notifications', NOTIFICATION_TYPES, rows);
}

function messageOf(luck: Chance, slug: string, to: keyof typeof PEOPLE, told: Told | undefined) {
  const who = told?.lead_name ?? 'un cliente';
  const query = told ? `?bot=${SHOP}&state=${told.state}&conversation=${told.id}` : '';
  const link = `/${slug}-live-2${query}`;
  const colleague = luck.pick((['ana', 'bruno', 'carla', 'admin'] as const).filter((name) => name !== to));
  const from = PEOPLE[colleague].name;
  const kind = luck.between(1, 10);
  if (kind <= 4) {
    return {
      type: 'transfer_conversation',
      icon: 'transfer',
      subject: 'Te derivaron una conversación',
      body: `${from} te derivó la conversación de ${who}`,
      link,
    };
  }
  if (kind <= 7) {
    return {
      type: 'new_conversation',
      icon: 'conversation',
      subject: 'Nueva conversación',
      body: `${who} inició una conversación`,
      link,
    };
  }
  if (kind === 8) {
    return {
      type: 'user_tagged',
      icon: 'mention',
      subject: 'Te mencionaron en una nota',
      body: `${from} te mencionó en una nota de la conversación de ${who}`,
      link,
    };
  }
  const ticket = luck.pick(TICKETS);
  return kind === 9
    ? {
        type: 'create_new_ticket_notification',
        icon: 'ticket',
        subject: 'Nuevo ticket',
        body: `Nuevo ticket: ${ticket}`,
        link: '/tickets',
      }
    : {
        type: 'create_new_message_ticket',
        icon: 'ticket',
        subject: 'Respuesta en un ticket',
        body: `${from} respondió en «${ticket}»`,
        link: '/tickets',
      };
}

const NOTIFICATION_TYPES = {
  id: 'text',
  user_id: 'integer',
  bot_id: 'integer',
  type: 'text',
  icon: 'text',
  subject: 'text',
  body: 'text',
  link: 'text',
  read: 'boolean',
  archived: 'boolean',
  created_at: 'timestamptz',
};
