/** Makes one of whatever the rules of calls speak of, at somebody's bot. */
import type { Access } from '../../contract/calls/call.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import { json, sql } from '../../server/platform/database/database.ts';
import type { Person, TestServer } from '../../server/testing.ts';
import { OWN } from './walk-samples.ts';

export interface EntityPlace {
  botId: number;
  person: Person;
  linkId: number;
}

export type Entity = Extract<Access, { kind: 'entity' }>['entity'];

/** Something of the bot, as calls' rules name it; its conversation is in this condition. @returns its id */
export async function addEntity(
  server: TestServer,
  entity: Entity,
  { botId, linkId, person }: EntityPlace,
  facts: SightFacts,
): Promise<string | number> {
  const { db } = server.app;
  const id = `e${botId}`;
  if (entity === 'link') return linkId;
  if (entity === 'role') return server.addRole(botId, 'agente', {});
  if (entity === 'invitation') return addInvitation(server, botId, person.id);
  if (entity === 'subscription') return addSubscription(server, botId);
  const own = OWN.entities.get(entity);
  if (own) return own(server, { botId, person });
  await server.addConversation(id, botId, facts);
  switch (entity) {
    case 'conversation':
      return id;
    case 'lead':
      return `lead-${id}`;
    case 'lead_field':
      await db.query(sql`
        insert into lead_fields (id, bot_id, key, label, type, created_at)
        values (${id}, ${botId}, 'plan', 'Plan', 'text', now())`);
      return id;
    case 'message':
      await db.query(sql`
        insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position)
        values (${id}, ${id}, ${botId}, ${id}, 'sent', 'Cliente', 'hola', 1)`);
      return id;
    case 'scheduled_message':
      await db.query(sql`
        insert into scheduled_messages (id, conversation_id, bot_id, author_id, once, text, send_at, after_position, created_at)
        values (${id}, ${id}, ${botId}, ${person.id}, ${id}, 'hola', now() + interval '1 day', 0, now())`);
      await db.query(sql`update conversations set scheduled_count = 1 where id = ${id}`);
      return id;
    case 'session':
      await db.query(sql`
        insert into transitions (id, bot_id, conversation_id, event, to_state, actor, at)
        values (${id}, ${botId}, ${id}, 'created', ${facts.state}, '{"kind":"system"}', now())`);
      return id;
    case 'export':
      await db.query(sql`
        insert into exports (id, bot_id, user_id, kind, format, columns, filters, status, file, file_name, sight,
                             created_at, alive_until, expires_at)
        values (${id}, ${botId}, ${person.id}, 'messages', 'csv', '["id"]', ${json({ bot_id: botId })}, 'done', ${id},
                'a.csv', '-', now(), now(), now() + interval '1 day')`);
      return id;
    case 'connection':
      await addConnection(server, id, botId);
      return id;
    case 'waba_template':
      await db.query(sql`
        insert into message_templates (id, bot_id, channel, name, language, category, status, body, created_at)
        values (${id}, ${botId}, 'whatsapp', 'hola', 'es', 'UTILITY', 'APPROVED', 'Hola', now())`);
      return id;
    case 'hook_part':
      await addConnection(server, id, botId);
      return addParked(server, id, botId);
    case 'assistant':
      await db.query(sql`
        insert into assistants (id, bot_id, name, created_at, updated_at) values (${id}, ${botId}, 'A', now(), now())`);
      return id;
    case 'document':
      await db.query(sql`
        insert into documents (id, bot_id, title, file_name, hash, status, created_at)
        values (${id}, ${botId}, 'D', 'd.txt', ${id}, 'ready', now())`);
      return id;
    case 'upload':
      await db.query(sql`
        insert into uploads (id, bot_id, author, name, type, size, path)
        values (${id}, ${botId}, ${`u:${person.id}`}, 'a.png', 'image/png', 1, ${id})`);
      return id;
    default:
      throw new Error(`Teach the walk how to make a ${entity}`);
  }
}

async function addConnection(server: TestServer, id: string, botId: number): Promise<void> {
  await server.app.db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values (${id}, ${botId}, 'bsale', 'Tienda', ${id}, 'sealed', now(), now())`);
}

async function addParked(server: TestServer, connectionId: string, botId: number): Promise<string> {
  const [row] = await server.app.db.query<{ id: string }>(sql`
    with body as (
      insert into hook_bodies (provider, body, verified_by, received_at, state)
      values ('whatsapp', '', '[]', now(), 'split') returning id
    )
    insert into hook_parts (
      body_id, connection_id, bot_id, kind, lane, once, content, said_at, received_at, next_at, state)
    select id, ${connectionId}, ${botId}, 'message', 'l', ${connectionId}, '{}', now(), now(), now(), 'parked'
    from body returning id::text as id`);
  return row?.id ?? '';
}

async function addInvitation(server: TestServer, botId: number, senderId: number): Promise<number> {
  const roleId = await server.addRole(botId, 'agente', {});
  const [row] = await server.app.db.query<{ id: number }>(sql`
    insert into invitations (bot_id, email, role_id, invited_by, token_hash, created_at, sent_at, expires_at)
    values (${botId}, ${`i${botId}-${roleId}@b.cl`}, ${roleId}, ${senderId}, ${`${botId}-${roleId}`}, now(), now(),
            now() + interval '7 days') returning id`);
  return row?.id ?? 0;
}

async function addSubscription(server: TestServer, botId: number): Promise<number> {
  const [row] = await server.app.db.query<{ id: number }>(sql`
    insert into subscriptions (bot_id, plan_id, status) values (${botId}, 'crece', 'active') returning id`);
  return row?.id ?? 0;
}
