/** How the walks over all calls make a macro and a run of one, and name them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json, sql } from '../platform/database/database.ts';
import { uploadsFolder } from '../platform/uploads/upload-store.ts';
import type { DomainWalk, MakeOne, TestServer } from '../testing.ts';

const STEPS = { text: null, add_tags: ['vip'], remove_tags: [], assign: null, end: null };
const draft = (name: string, steps: object = {}) => ({ name, shared: true, steps: { ...STEPS, ...steps } });
let fresh = 0;

async function aUser({ app }: TestServer, botId: number): Promise<number> {
  const [row] = await app.db.query<{ user_id: number }>(
    sql`select user_id from user_bots where bot_id = ${botId} order by id limit 1`,
  );
  if (!row) throw new Error(`Nobody is at ${botId}`);
  return row.user_id;
}

/** One of the team's; the same again is the same one. */
const macro: MakeOne = async (server, { botId }) => {
  const id = `macro-${botId}`;
  await server.app.db.query(sql`
    insert into macros (id, bot_id, user_id, name, steps, shared, position, updated_at)
    values (${id}, ${botId}, ${await aUser(server, botId)}, 'Antes', ${json(STEPS)}, true, 1, now())
    on conflict do nothing`);
  return id;
};
/** Somebody to whom a macro may give conversations. */
const colleague: MakeOne = async (server, { botId }) => aUser(server, botId);
/** The same, where there is a macro already. */
const colleagueOfMacro: MakeOne = async (server, at) => {
  await macro(server, at);
  return colleague(server, at);
};
const conversationAt = (botId: number) => `c${botId}`;
/** One that changed nothing, in the conversation that each tenant has. */
const run: MakeOne = async (server, { botId }) => {
  const id = `run-${botId}`;
  const as = { state: 'pending', agent_id: null, tags: [], category: null, priority: null, message_count: 3 };
  await server.app.db.query(sql`
    insert into macro_runs (id, conversation_id, bot_id, user_id, once, name, sent, before, after, at)
    values (${id}, ${conversationAt(botId)}, ${botId}, ${await aUser(server, botId)}, ${id}, 'Antes', false,
      ${json(as)}, ${json(as)}, ${server.app.clock.now()})
    on conflict do nothing`);
  return id;
};

/** An unused file of the owner's. */
const file: MakeOne = async ({ app }, { botId, person }) => {
  const id = `file-${botId}-${++fresh}`;
  await app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${id}, ${botId}, ${`u:${person.id}`}, 'a.png', 'image/png', 1, ${id})`);
  return id;
};
/** The same, where there is a macro already. */
const fileOfMacro: MakeOne = async (server, at) => {
  await macro(server, at);
  return file(server, at);
};
/** A quick reply of the team's with a file, `f-{its id}`. */
const replyWithFile: MakeOne = async (server, { botId, person }) => {
  const id = `reply-${botId}`;
  const { db } = server.app;
  await db.query(sql`
    insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
    values (${id}, ${botId}, ${person.id}, ${id}, 'Hola', true, ${server.app.clock.now()}) on conflict do nothing`);
  await mkdir(uploadsFolder(server.app), { recursive: true });
  await writeFile(join(uploadsFolder(server.app), `f-${id}`), 'hola');
  await db.query(sql`
    insert into uploads (id, bot_id, author, quick_reply_id, name, type, size, path)
    values (${`f-${id}`}, ${botId}, ${`u:${person.id}`}, ${id}, 'a.txt', 'text/plain', 4, ${`f-${id}`})
    on conflict do nothing`);
  return id;
};
const fileOfReply: MakeOne = async (server, at) => `f-${await replyWithFile(server, at)}`;
/** The same, where a message of the tenant is planned already. */
const fileOfPlan: MakeOne = async (server, at) => {
  const { botId, person } = at;
  await server.app.db.query(sql`
    insert into scheduled_messages (id, conversation_id, bot_id, author_id, once, text, send_at, after_position, created_at)
    values (${`plan-${botId}`}, ${takenAt(botId)}, ${botId}, ${person.id}, ${`plan-${botId}`}, 'hola', now(), 0, now())
    on conflict do nothing`);
  return file(server, at);
};
/** The conversation of each tenant that its owner has. */
const takenAt = (botId: number) => `k${botId}`;
/** A plan in an hour by this machine's clock, as the walks' server goes by it. */
const plan = (more: object) => ({
  text: 'Luego',
  send_at: new Date(Date.now() + 3_600_000).toISOString(),
  ...more,
});

/** A join of two other conversations of a tenant; its target is `c{bot}`. */
const joinOf: MakeOne = async (server, at) => {
  const { botId } = at;
  const id = `join-${botId}`;
  const before = {
    state: 'active',
    waiting_since: null,
    answer_kind: null,
    unread: false,
    snoozed_until: null,
    pending_messages_count: 0,
  };
  const gained = { ...before, position: 0, waits: false, followers: [] };
  const source = await secondOf(server, at);
  await server.app.db.query(sql`
    insert into conversation_joins (id, bot_id, source_id, target_id, user_id, once, before, gained, at, separated_at)
    values (${id}, ${botId}, ${source}, ${conversationAt(botId)}, ${await aUser(server, botId)}, ${id}, ${json(before)},
      ${json(gained)}, ${server.app.clock.now()}, ${server.app.clock.now()})
    on conflict do nothing`);
  return id;
};
/** One more conversation of the client whose each tenant's one is. */
const secondOf: MakeOne = async ({ app }, { botId }) => {
  const id = `second-${botId}`;
  await app.db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message_date, created_at)
    select ${id}, bot_id, lead_id, 'active', channel, lead_name, last_message_date, created_at
    from conversations where id = ${conversationAt(botId)} on conflict do nothing`);
  return id;
};

export const walk: DomainWalk = {
  samples: {
    createMacro: { body: draft('Cierre') },
    updateMacro: { params: { id: 'x' }, body: draft('Cierre') },
    orderMacros: { body: { shared: true, ids: ['x'] } },
    runMacro: { body: { macro_id: 'x', revision: 0, temporal_id: 'a temporal id', last_seen: 0 } },
    undoMacro: { params: { run_id: 'x' } },
    joinConversation: {
      body: {
        source_id: 'x',
        temporal_id: 'a temporal id',
        last_seen: 0,
        source_seen: '2999-01-01T00:00:00.000Z',
      },
    },
    separateConversation: { params: { join_id: 'x' } },
  },
  otherIds: {
    'createMacro body.steps.assign.agent_id': [
      colleague,
      200,
      422,
      ({ botId }, id) => ({
        params: { botId },
        body: draft(`Cierre ${++fresh}`, { assign: { agent_id: id } }),
      }),
    ],
    'updateMacro body.steps.assign.agent_id': [
      colleagueOfMacro,
      200,
      422,
      ({ botId }, id) => ({
        params: { botId, id: `macro-${botId}` },
        body: draft('Antes', { assign: { agent_id: id } }),
      }),
    ],
    'updateMacro params.id': [
      macro,
      200,
      404,
      ({ botId }, id) => ({ params: { botId, id }, body: draft('Antes') }),
    ],
    'deleteMacro params.id': [macro, 200, 404, ({ botId }, id) => ({ params: { botId, id } })],
    'orderMacros body.ids': [
      macro,
      200,
      409,
      ({ botId }, id) => ({ params: { botId }, body: { shared: true, ids: [id] } }),
    ],
    'changeMany body.change.macro.id': [
      macro,
      200,
      // What is not this bot's is refused in the result of each conversation.
      200,
      ({ botId }, id) => ({
        body: {
          bot_id: botId,
          ids: [conversationAt(botId)],
          change: { macro: { id, revision: 0, run: `run-${++fresh}`, seen_at: '2999-01-01T00:00:00.000Z' } },
        },
      }),
    ],
    'runMacro body.macro_id': [
      macro,
      200,
      422,
      ({ botId }, id) => ({
        params: { id: conversationAt(botId) },
        body: { macro_id: id, revision: 0, temporal_id: `macro-${++fresh}`, last_seen: 9 },
      }),
    ],
    'createMacro body.attachments': [
      file,
      200,
      422,
      ({ botId }, id) => ({
        params: { botId },
        body: { ...draft(`Cierre ${++fresh}`, { text: 'Hola' }), attachments: [id] },
      }),
    ],
    'updateMacro body.attachments': [
      fileOfMacro,
      200,
      422,
      ({ botId }, id) => ({
        params: { botId, id: `macro-${botId}` },
        body: { ...draft('Antes', { text: 'Hola' }), attachments: [id] },
      }),
    ],
    'copyQuickReplyFile params.id': [
      replyWithFile,
      200,
      404,
      ({ botId }, id) => ({
        params: { botId, id, file_id: `f-${id}` },
        body: { key: `copy-${++fresh}` },
      }),
    ],
    'copyQuickReplyFile params.file_id': [
      fileOfReply,
      200,
      404,
      ({ botId }, id) => ({
        params: { botId, id: `reply-${botId}`, file_id: id },
        body: { key: `copy-${++fresh}` },
      }),
    ],
    'scheduleMessage body.attachments': [
      file,
      200,
      422,
      ({ botId }, id) => ({
        params: { id: takenAt(botId) },
        body: { ...plan({ attachments: [id] }), temporal_id: `plan-${++fresh}` },
      }),
    ],
    'changeScheduledMessage body.attachments': [
      fileOfPlan,
      200,
      422,
      ({ botId }, id) => ({ params: { id: `plan-${botId}` }, body: plan({ attachments: [id] }) }),
    ],
    'joinConversation body.source_id': [
      secondOf,
      // Nobody has the other: what is one's own is refused by that, another's is not there.
      422,
      404,
      ({ botId }, id) => ({
        params: { id: conversationAt(botId) },
        body: {
          source_id: id,
          temporal_id: `join-${++fresh}`,
          last_seen: 9,
          source_seen: '2999-01-01T00:00:00.000Z',
        },
      }),
    ],
    'separateConversation params.join_id': [
      joinOf,
      200,
      404,
      ({ botId }, id) => ({ params: { id: conversationAt(botId), join_id: id } }),
    ],
    'undoMacro params.run_id': [
      run,
      200,
      404,
      ({ botId }, id) => ({ params: { id: conversationAt(botId), run_id: id } }),
    ],
  },
};
