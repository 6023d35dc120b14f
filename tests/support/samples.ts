/** Two tenants with one of everything that an id can name, for tests that try one's own and the other's. */
import { json, sql } from '../../server/platform/database/database.ts';
import type { Person, TestServer } from '../../server/testing.ts';

export interface Tenant {
  botId: number;
  owner: Person;
  /** An agent of the bot, and their link. */
  agent: Person;
  linkId: number;
  /** Waits in Pendientes, with three messages and a step. */
  conversation: string;
  /** Taken by the owner. */
  taken: string;
}

let tenants = 500;

/** A bot of its own with an owner, an agent and a conversation. */
export async function makeTenant(server: TestServer): Promise<Tenant> {
  const botId = ++tenants;
  await server.addBot(botId);
  const owner = await server.addPerson(`owner${botId}`);
  await server.link(owner, botId, 'propietario');
  const agent = await server.addPerson(`agent${botId}`);
  const linkId = await server.link(agent, botId, 'agente');
  const conversation = `c${botId}`;
  await server.addConversation(conversation, botId, { state: 'pending', category: null, agent_id: null });
  for (const [index, id] of [`a${botId}`, `m${botId}`, `z${botId}`].entries()) {
    await server.app.db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position)
      values (${id}, ${conversation}, ${botId}, ${id}, 'sent', 'Cliente', 'hola', ${index + 1})`);
  }
  await server.app.db.query(sql`update conversations set message_count = 3 where id = ${conversation}`);
  await server.app.db.query(sql`
    insert into transitions (id, bot_id, conversation_id, event, to_state, actor, at)
    values (${`x${botId}`}, ${botId}, ${conversation}, 'created', 'pending', '{"kind":"system"}', now())`);
  const taken = `k${botId}`;
  await server.addConversation(taken, botId, { state: 'taken', category: null, agent_id: owner.id });
  return { botId, owner, agent, linkId, conversation, taken };
}

type Id = string | number;
/** How to make one of each kind at a tenant. */
export const SAMPLES_OF = {
  bot: async (_server, { botId }) => botId,
  owner: async (_server, { owner }) => owner.id,
  agent: async (_server, { agent }) => agent.id,
  conversation: async (_server, { conversation }) => conversation,
  /** The second of three. */
  message: async (_server, { botId }) => `m${botId}`,
  role: (server, { botId }) => server.addRole(botId, 'agente', { live: ['read'] }),
  /** Somebody whose account `POST /agents` has just made for the bot. */
  draft: async (server, { botId, owner }) => {
    const person = await server.addPerson(`draft${botId}`);
    await server.app.db.query(sql`
      insert into agent_drafts (user_id, bot_id, created_by, assignments, automatic_assignments, created_at)
      values (${person.id}, ${botId}, ${owner.id}, true, true, now())`);
    return person.id;
  },
  /** A client with whom no conversation is under way. */
  lead: async (server, { botId }) => {
    await server.app.db.query(sql`
      insert into leads (id, bot_id, phone) values (${`l${botId}`}, ${botId}, '+56911112222')`);
    return `l${botId}`;
  },
  upload: async (server, { botId, owner }) => {
    await server.app.db.query(sql`
      insert into uploads (id, bot_id, author, name, type, size, path)
      values (${`u${botId}`}, ${botId}, ${`u:${owner.id}`}, 'a.png', 'image/png', 1, ${`u${botId}`})`);
    return `u${botId}`;
  },
  template: async (server, { botId }) => {
    await server.app.db.query(sql`
      insert into message_templates (id, bot_id, channel, name, language, category, status, body, created_at)
      values (${`t${botId}`}, ${botId}, 'web', 'hola', 'es', 'UTILITY', 'APPROVED', 'Hola', now())`);
    return `t${botId}`;
  },
  wabaTemplate: async (server, { botId }) => {
    await server.app.db.query(sql`
      insert into message_templates (id, bot_id, channel, name, language, category, status, body, created_at)
      values (${`w${botId}`}, ${botId}, 'whatsapp', 'aviso', 'es', 'UTILITY', 'APPROVED', 'Hola', now())`);
    return `w${botId}`;
  },
  quickReply: async (server, { botId, owner }) => {
    await server.app.db.query(sql`
      insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
      values (${`q${botId}`}, ${botId}, ${owner.id}, 'antes', 'Hola', true, now())`);
    return `q${botId}`;
  },
  /** An upload where there is a quick reply that it may go into. */
  uploadForReply: async (server, tenant): Promise<Id> => {
    await SAMPLES_OF.quickReply(server, tenant);
    return SAMPLES_OF.upload(server, tenant);
  },
  savedView: async (server, { botId, owner }) => {
    await server.app.db.query(sql`
      insert into saved_views (id, bot_id, user_id, name, filters, created_at)
      values (${`v${botId}`}, ${botId}, ${owner.id}, 'Antes', ${json({})}, now())`);
    return `v${botId}`;
  },
  notification: async (server, { botId, owner }) => {
    await server.app.db.query(sql`
      insert into notifications (id, user_id, bot_id, type, icon, subject, body, link, created_at)
      values (${`n${botId}`}, ${owner.id}, ${botId}, 'new_conversation', 'chat', 'x', 'x', '/', now())`);
    return `n${botId}`;
  },
  /** Another browser of the owner's. */
  device: async (server, { owner }) => {
    await server.signIn(owner);
    const { body } = await server.call('GET', `/svc/main/user_data/${owner.id}/devices`, { as: owner });
    return (body as { id: string; current: boolean }[]).find(({ current }) => !current)?.id ?? '';
  },
  subscriber: async (server, { botId, owner }) => {
    await server.app.db.query(sql`
      insert into push_subscribers (sid, user_id, client, active, endpoint, p256dh, auth)
      values (${`s${botId}`}, ${owner.id}, ${owner.headers.client}, true, ${`https://push.test/${botId}`}, 'x', 'x')`);
    return `s${botId}`;
  },
  /** The bot's own record of a change that its owner made just now. */
  audited: async (server, { botId, owner }) => {
    const body = { 'chatbot[bot_name]': `Otro ${botId}` };
    await server.call('PUT', `/svc/main/bot/${botId}`, { as: owner, body });
    return botId;
  },
  /** Somebody who changed something at the bot. */
  author: async (server, tenant): Promise<number> => {
    await SAMPLES_OF.audited(server, tenant);
    return tenant.owner.id;
  },
} as const satisfies Record<string, (server: TestServer, tenant: Tenant) => Promise<Id>>;
export type Sample = keyof typeof SAMPLES_OF;
