/** Writes the demo: accounts, bots, what they say, and a shop's sixty days (docs/protocol.md 'The demo data'). */
import { swapIn } from '../assistant/building/publish.ts';
import { templateModel } from '../assistant/catalogue/catalogue.ts';
import { identitiesOf } from '../crm/identities.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { cafeModel } from './demo/cafe.ts';
import { BOTS, DEMO_PASSWORD, LINKS, PEOPLE } from './demo/cast.ts';
import { tagByCatalogue } from './demo/catalogue-tags.ts';
import { insertDocuments } from './demo/documents.ts';
import { type SeedAgent, shopHistory } from './demo/history.ts';
import { insertInboxExtras } from './demo/inbox-extras.ts';
import { insertPeopleExtras } from './demo/people-extras.ts';
import { insertRows } from './insert.ts';

/** The shop that carries history. */
const SHOP = 64;
/** The demo's bot whose owner wrote everything anew. */
const CAFE = 101;
/** How long the bots have talked to customers: what the shop's history spans. Milliseconds. */
const OPEN_FOR = 60 * 24 * 60 * 60 * 1000;

export interface SeedTools {
  now: Date;
  ids: () => string;
  hashPassword(password: string): Promise<string>;
  /** The product's, in links of notifications. Default: charla. */
  slug?: string | undefined;
  size?: { conversations: number; leads: number };
}

/**
 * Fills an empty database. Runs in the caller's transaction: a start that is killed in the middle leaves nothing.
 * @returns files to be kept once it is committed
 */
export async function seedDemo(
  db: Queryable,
  tools: SeedTools,
): Promise<{ documents: { id: string; bytes: Buffer }[] }> {
  await insertPeople(db, await tools.hashPassword(DEMO_PASSWORD));
  await insertBots(db, tools);
  await insertLinks(db);
  const size = tools.size ?? { conversations: 480, leads: 270 };
  await insertHistory(db, SHOP, size, tools);
  await insertHistory(db, 7, { conversations: 24, leads: 20 }, tools);
  await insertHistory(db, 3126, { conversations: 16, leads: 14 }, tools);
  await insertPeopleExtras(db, { now: tools.now, ids: tools.ids, slug: tools.slug ?? 'charla' });
  await insertInboxExtras(db, { now: tools.now, ids: tools.ids });
  const documents = await insertDocuments(db, SHOP, tools);
  await advanceIdentities(db);
  return { documents };
}

async function insertPeople(db: Queryable, passwordHash: string): Promise<void> {
  const rows = Object.values(PEOPLE).map((person) => ({ ...person, password_hash: passwordHash }));
  const types = { id: 'integer', name: 'text', email: 'text', phone: 'text', password_hash: 'text' };
  await insertRows(db, 'users', types, rows);
}

async function insertBots(db: Queryable, tools: SeedTools): Promise<void> {
  for (const bot of BOTS) {
    const model = bot.id === CAFE ? cafeModel(bot.name) : templateModel(bot.template, bot.name);
    const owner = LINKS.find((link) => link.bot === bot.id && link.role === 'propietario');
    await db.query(sql`
      insert into bots (id, bot_name, token, web, activated, skill_base_template, auto_assign, live_3, inactive_after_minutes,
        close_after_minutes, color, welcome, owner_id)
      values (${bot.id}, ${bot.name}, ${bot.token}, ${bot.web}, ${bot.activated}, ${bot.template}, ${bot.autoAssign}, ${bot.live3}, 60,
        1440, ${bot.color}, ${model.welcome.answers[0] ?? ''}, ${owner ? PEOPLE[owner.person].id : null})`);
    if (!owner) continue;
    await swapIn(
      db,
      { ids: tools.ids, clock: { now: () => new Date(tools.now.getTime() - OPEN_FOR) } },
      PEOPLE[owner.person],
      { botId: bot.id, model, published: null, publishedVersion: 0 },
      { note: 'Primera versión' },
    );
  }
}

async function insertLinks(db: Queryable): Promise<void> {
  const roles = await db.query<{ id: number; base: string }>(sql`
    insert into roles (name, base)
    select name, name from unnest(array['propietario', 'administrador', 'agente']) as built_in (name)
    returning id, base`);
  for (const link of LINKS) {
    const role = roles.find((entry) => entry.base === link.role);
    await db.query(sql`
      insert into user_bots (user_id, bot_id, role_id, category)
      values (${PEOPLE[link.person].id}, ${link.bot}, ${role?.id}, ${json(link.areas)})`);
  }
}

function agentsOf(bot: number): SeedAgent[] {
  return LINKS.filter((link) => link.bot === bot && link.role !== 'propietario').map((link) => ({
    id: PEOPLE[link.person].id,
    name: PEOPLE[link.person].name,
    areas: link.areas,
  }));
}

async function insertHistory(
  db: Queryable,
  bot: number,
  size: { conversations: number; leads: number },
  tools: SeedTools,
): Promise<void> {
  const history = shopHistory(size, bot, tools.now.getTime(), agentsOf(bot), tools.ids);
  tagByCatalogue(history, bot);
  const ofBot = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, bot_id: bot }));
  const messages = history.messages.map((row) => ({ ...row, mid: row.id }));
  await insertRows(db, 'leads', LEAD_TYPES, ofBot(history.leads));
  await insertRows(db, 'lead_identities', IDENTITY_TYPES, ofBot(identitiesIn(history.leads)));
  await insertRows(db, 'conversations', CONVERSATION_TYPES, ofBot(history.conversations));
  await insertRows(db, 'messages', MESSAGE_TYPES, ofBot(messages));
  await insertRows(db, 'transitions', TRANSITION_TYPES, ofBot(history.transitions));
}

/** Rows came with their ids; the next ones are counted on from here. */
async function advanceIdentities(db: Queryable): Promise<void> {
  await db.query(sql`select
    setval(pg_get_serial_sequence('users', 'id'), 1000),
    setval(pg_get_serial_sequence('bots', 'id'), 10000),
    setval(pg_get_serial_sequence('roles', 'id'), greatest(100, (select max(id) from roles))),
    setval(pg_get_serial_sequence('user_bots', 'id'), greatest(100, (select max(id) from user_bots)))`);
}

/** What the clients are known by: whoever comes first has it. */
function identitiesIn(leads: ReturnType<typeof shopHistory>['leads']) {
  const found = new Map<string, object>();
  for (const lead of leads) {
    for (const { kind, value } of identitiesOf(lead)) {
      const key = `${kind} ${value}`;
      if (!found.has(key))
        found.set(key, { kind, value, lead_id: lead.id, trust: 'known', created_at: lead.created_at });
    }
  }
  return [...found.values()];
}

const IDENTITY_TYPES = {
  bot_id: 'integer',
  kind: 'text',
  value: 'text',
  lead_id: 'text',
  trust: 'text',
  created_at: 'timestamptz',
};
const LEAD_TYPES = {
  id: 'text',
  bot_id: 'integer',
  name: 'text',
  email: 'text',
  phone: 'text',
  rut: 'text',
  tags: 'jsonb',
  created_at: 'timestamptz',
};
const CONVERSATION_TYPES = {
  id: 'text',
  bot_id: 'integer',
  lead_id: 'text',
  state: 'text',
  channel: 'text',
  category: 'text',
  agent_id: 'integer',
  lead_name: 'text',
  last_message: 'text',
  last_message_from: 'text',
  last_message_date: 'timestamptz',
  pending_messages_count: 'integer',
  tags: 'jsonb',
  notes_count: 'integer',
  waiting_since: 'timestamptz',
  last_customer_message_at: 'timestamptz',
  last_question: 'text',
  rating: 'jsonb',
  was_pending: 'boolean',
  message_count: 'integer',
  created_at: 'timestamptz',
};
const MESSAGE_TYPES = {
  id: 'text',
  conversation_id: 'text',
  bot_id: 'integer',
  mid: 'text',
  status: 'text',
  sender: 'text',
  text: 'text',
  agent_id: 'integer',
  note: 'boolean',
  created_at: 'timestamptz',
  position: 'integer',
};
const TRANSITION_TYPES = {
  id: 'text',
  bot_id: 'integer',
  conversation_id: 'text',
  event: 'text',
  from_state: 'text',
  to_state: 'text',
  from_agent: 'integer',
  to_agent: 'integer',
  actor: 'jsonb',
  reason: 'text',
  at: 'timestamptz',
};
