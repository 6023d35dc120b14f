/** What makes the demo's people look alive: plans, working hours, notifications, roles of the bot's own, the audit. */
import type { ModulePermissions } from '../../../contract/permissions.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { insertRows } from '../insert.ts';
import { insertAudits } from './audits.ts';
import { LINKS, PEOPLE } from './cast.ts';
import { type Chance, chance } from './random.ts';
import { workingSpans } from './working-hours.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The bot that carries a shop's history. */
const SHOP = 64;

interface Tools {
  now: Date;
  ids: () => string;
  /** Where the app's inbox lies: `charla` in `/charla-live-2`. */
  slug: string;
}

/** Writes it all; accounts, bots, links and conversations are there already. */
export async function insertPeopleExtras(db: Queryable, tools: Tools): Promise<void> {
  await insertSubscriptions(db, tools);
  await insertStatusSpans(db, tools);
  await insertRoles(db);
  await insertNotifications(db, tools);
  await insertAudits(db, tools);
  await insertSites(db, tools);
}

/** Where the shops' chats stand: the dashboard says so. */
const SITES: readonly [bot: number, origin: string, minutesAgo: number][] = [
  [64, 'https://www.tiendaandes.cl', 4],
  [64, 'https://ayuda.tiendaandes.cl', 310],
  [7, 'https://www.ferreteriasur.cl', 47],
];

async function insertSites(db: Queryable, { now }: Tools): Promise<void> {
  for (const [bot, origin, minutesAgo] of SITES) {
    await db.query(sql`
      insert into bot_sites (bot_id, origin, first_seen_at, last_seen_at)
      values (${bot}, ${origin}, ${new Date(now.getTime() - 58 * DAY)}, ${new Date(now.getTime() - minutesAgo * MINUTE)})`);
  }
}

type SubscriptionSeed = [
  bot: number,
  plan: string,
  status: 'trial' | 'active' | 'expired',
  daysLeft: number,
  period: 'monthly' | 'yearly' | null,
  provider: string | null,
];
/** 7 is collected for by somebody outside: cancelling it shows the spec's status 800. */
const SUBSCRIPTIONS: readonly SubscriptionSeed[] = [
  [64, 'crece', 'active', 212, 'yearly', null],
  [7, 'emprende', 'active', 18, 'monthly', 'flow'],
  [101, 'prueba', 'trial', 9, null, null],
  [3126, 'crece', 'active', 11, 'monthly', null],
  [3309, 'empresa', 'active', 96, 'yearly', null],
  [102, 'prueba', 'expired', -23, null, null],
  [201, 'emprende', 'active', 25, 'monthly', null],
];

async function insertSubscriptions(db: Queryable, { now, ids }: Tools): Promise<void> {
  for (const [bot, plan, status, daysLeft, period, provider] of SUBSCRIPTIONS) {
    // An hour short of whole days, so that the day the demo is made counts.
    const ends = new Date(now.getTime() + daysLeft * DAY - 60 * MINUTE);
    await db.query(sql`
      insert into subscriptions (bot_id, plan_id, status, period, ends_at, provider, created_at)
      values (${bot}, ${plan}, ${status}, ${period}, ${ends}, ${provider}, ${new Date(now.getTime() - 60 * DAY)})`);
    if (status !== 'trial') continue;
    await db.query(sql`
      insert into jobs (id, kind, key, payload, run_at)
      values (${ids()}, 'subscription.end', ${`subscription.end:${bot}`}, ${json({ botId: bot })}, ${ends})`);
  }
}

/** Thirty days of shifts; the last stretch is open and agrees with the link. */
async function insertStatusSpans(db: Queryable, { now }: Tools): Promise<void> {
  for (const { person, bot, role } of LINKS) {
    if (role === 'propietario') continue;
    const user = PEOPLE[person].id;
    const spans = workingSpans(chance(user * 1000 + bot), now);
    const rows = spans.map((span) => ({ ...span, bot_id: bot, user_id: user }));
    await insertRows(db, 'status_spans', SPAN_TYPES, rows);
    const last = spans.at(-1);
    if (!last) continue;
    await db.query(sql`
      update user_bots set status = ${last.status satisfies AgentStatus}, status_since = ${last.started_at},
        chosen_status = ${last.status === 'close_session' ? null : last.status},
        last_seen_at = ${spans.findLast(({ status }) => status === 'active')?.ended_at ?? last.started_at}
      where user_id = ${user} and bot_id = ${bot}`);
  }
}

const grant = (
  view_name: ModulePermissions['view_name'],
  ...permissions: ModulePermissions['permissions']
) => ({
  view_name,
  permissions,
});
const ROLES: readonly { name: string; base: 'administrador' | 'agente'; permissions: ModulePermissions[] }[] =
  [
    {
      name: 'Supervisión de ventas',
      base: 'administrador',
      permissions: [
        grant('dashboard', 'read'),
        grant('historial_conversaciones', 'read', 'export'),
        grant('crm', 'read', 'edit', 'add', 'export'),
        grant('live', 'read', 'edit', 'add', 'shunt-agent'),
        grant('agentes', 'read'),
        grant('tickets', 'read', 'add'),
      ],
    },
    {
      name: 'Práctica profesional',
      base: 'agente',
      permissions: [grant('dashboard', 'read'), grant('crm', 'read'), grant('live', 'read', 'add')],
    },
  ];

async function insertRoles(db: Queryable): Promise<void> {
  for (const role of ROLES) {
    await db.query(sql`
      insert into roles (bot_id, name, base, permissions)
      values (${SHOP}, ${role.name}, ${role.base}, ${json(role.permissions)})`);
  }
}

interface Told {
  id: string;
  lead_name: string;
  agent_id: number | null;
  state: string;
  last_message_date: string;
}

/** Thirty-odd for the owner, fewer for the others; what is older than three days has been read. */
async function insertNotifications(db: Queryable, tools: Tools): Promise<void> {
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
  await insertRows(db, 'notifications', NOTIFICATION_TYPES, rows);
}

const TICKETS = [
  'Cambio de talla en pedido con despacho en curso',
  'Factura con giro equivocado',
  'Pago duplicado con tarjeta de débito',
  'Pedido entregado incompleto',
];

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

const SPAN_TYPES = {
  bot_id: 'integer',
  user_id: 'integer',
  status: 'text',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
};
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
