/** What people do besides writing: answering a message, reacting, reading, typing; and what of webhooks they put away. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayIn } from '../../contract/days.ts';
import { sign } from '../../playground/hooks.ts';
import { sql } from '../platform/database/database.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, PICTURE, text } from './testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

const db = () => world.server.app.db;

const react = (id: string | undefined, emoji: string, as = world.team.ana) =>
  world.server.call('POST', `/svc/conversations/session_logs/${id}/reaction`, { as, body: { emoji } });

it('a reply names what it answers: the customer’s own words, or ours by the id under which they left', async () => {
  const { id, customer } = await chat.talk();
  const [first] = await chat.logOf(id);
  expect((await chat.reply(id, { reply_to: first?._id })).status).toBe(200);
  await world.settle();
  const own = chat.sentTo(customer.phone).at(-1);
  expect(own?.body).toMatchObject({ context: { message_id: first?.mid } });
  const mine = (await chat.logOf(id)).at(-1);
  expect(mine?.extra?.reply_to).toEqual({ mid: first?.mid, text: 'Necesito ayuda con algo' });
  await chat.reply(id, { reply_to: mine?._id });
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({ context: { message_id: own?.id } });
  const other = await chat.talk();
  expect((await chat.reply(other.id, { reply_to: first?._id })).status).toBe(422);
});

it('a reaction is shown at once, carried, replaced and taken back; only by who has the conversation', async () => {
  const { id, customer } = await chat.talk();
  const [first] = await chat.logOf(id);
  expect((await react(first?._id, '👍', world.team.bruno)).status).toBe(404);
  expect((await react(first?._id, 'no')).status).toBe(422);
  expect((await react(first?._id, '👍')).body).toMatchObject({
    extra: { reactions: [{ from: 'agent', emoji: '👍' }] },
  });
  await world.settle();
  const reactions = () =>
    chat.sentTo(customer.phone).flatMap(({ type, body }) => (type === 'reaction' ? [body['reaction']] : []));
  expect(reactions()).toEqual([{ message_id: first?.mid, emoji: '👍' }]);
  await react(first?._id, '');
  await world.settle();
  expect(reactions().at(-1)).toEqual({ message_id: first?.mid, emoji: '' });
  world.server.pass(25 * 60 * 60_000);
  expect((await react(first?._id, '👍')).status).toBe(422);
});

it('the customer hears what its owner has read and that they type', async () => {
  const { id } = await chat.talk();
  const { marks } = world.playground.whatsapp.memory;
  const before = marks.length;
  const [first] = await chat.logOf(id);
  await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
    as: world.team.ana,
    body: { unread: false },
  });
  // The server itself may have begun to tell it before all that is due is asked for.
  await expect
    .poll(async () => {
      await world.settle();
      return marks.slice(before);
    })
    .toEqual([{ messaging_product: 'whatsapp', status: 'read', message_id: first?.mid }]);
  world.server.app.bus.publish('agentTyping', {
    botId: BOT,
    conversationId: id,
    agent: { id: world.team.ana.id, name: 'Ana' },
  });
  await expect
    .poll(async () => {
      await world.settle();
      return marks.slice(before + 1);
    })
    .toMatchObject([{ message_id: first?.mid, typing_indicator: { type: 'text' } }]);
});

it('a parked webhook is read as it came, put away once, and internal accounts see it without its words', async () => {
  const body = 'no soy JSON: secreto del cliente';
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  expect(sign(target.appSecret, body)).toContain('sha256=');
  expect(await world.playground.hooks.post(target, body)).toBe(200);
  await world.settle();
  const list = () =>
    world.server.call('GET', `/svc/main/parked_hooks?bot_id=${BOT}`, { as: world.team.owner });
  const [parked] = (await list()).body as { id: string; raw: string }[];
  expect(parked?.raw).toBe(body);
  const asNobody = await world.server.call('GET', '/svc/main/settings/parked_hooks', {
    as: world.team.owner,
  });
  expect(asNobody.status).toBe(403);
  const staff = await world.server.addPerson('interna');
  await world.server.enrol(staff);
  const all = await world.server.call('GET', '/svc/main/settings/parked_hooks', { as: staff });
  expect(all.body).toMatchObject([{ id: parked?.id, bot_id: BOT }]);
  expect(JSON.stringify(all.body)).not.toContain('secreto');
  const put = () =>
    world.server.call('DELETE', `/svc/main/parked_hooks/${parked?.id}`, { as: world.team.owner });
  expect((await put()).status).toBe(200);
  expect((await put()).status).toBe(409);
  expect((await list()).body).toEqual([]);
  const audits = await db().query(sql`select 1 from audits where auditable_type = 'hook'`);
  expect(audits).toHaveLength(1);
});

it('a body that another bot’s secret signed as well is shown to neither: it may hold the other one’s customers', async () => {
  const number = world.playground.whatsapp.addNumber({ appSecret: world.number.appSecret });
  const connected = await world.server.call('POST', '/svc/main/connections', {
    as: world.team.stranger,
    body: { bot_id: 7, provider: 'whatsapp', credentials: world.credentials(number) },
  });
  expect(connected.status).toBe(201);
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  expect(await world.playground.hooks.post(target, 'no soy JSON: de otro chatbot')).toBe(200);
  await world.settle();
  const { body } = await world.server.call('GET', `/svc/main/parked_hooks?bot_id=${BOT}`, {
    as: world.team.owner,
  });
  expect((body as { raw: string | null }[])[0]).toMatchObject({ kind: 'unknown', raw: null });
  expect(JSON.stringify(body)).not.toContain('de otro chatbot');
});

it('CA-3: a template whose category the provider changed is not sent as what its sender read', async () => {
  const { id, customer } = await chat.talk();
  const { whatsapp } = world.playground;
  const template = whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'cambia',
    language: 'es_CL',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hola {{1}}, ya llegó.', example: { body_text: [['Ana']] } }],
  });
  const sync = () =>
    world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, { as: world.team.owner });
  await sync();
  const slots = [{ part: 'body', index: 0, key: '1', value: 'Ana' }];
  const wanted = { name: 'cambia', language: 'es_CL', slots };
  template.category = 'MARKETING';
  expect((await sync()).body).toMatchObject({ changed: 1 });
  const old = await chat.reply(id, { template: { ...wanted, category: 'UTILITY' } });
  expect(old).toMatchObject({ status: 422, body: { details: { category: 'MARKETING' } } });
  expect((await chat.reply(id, { template: { ...wanted, category: 'MARKETING' } })).status).toBe(200);
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.type).toBe('template');
  const listed = await world.server.call('GET', `/svc/conversations/message_templates/${BOT}`, {
    as: world.team.ana,
  });
  expect((listed.body as { name: string }[]).find(({ name }) => name === 'cambia')).toMatchObject({
    category: 'MARKETING',
    was: { category: 'UTILITY' },
  });
});

const toLead = (id: string, temporal_id: string, more: object = {}, as = world.team.ana) =>
  world.server.call('POST', `/svc/main/leads/${id}/template`, {
    as,
    body: {
      template: {
        name: 'aviso',
        language: 'es_CL',
        slots: [{ part: 'body', index: 0, key: '1', value: 'Ana' }],
      },
      temporal_id,
      ...more,
    },
  });
const addLead = async (id: string, phone: string | null) => {
  await db().query(sql`
    insert into leads (id, bot_id, name, phone, created_at) values (${id}, ${BOT}, 'Nueva', ${phone}, now())`);
  return id;
};

it('a template reaches a client who never wrote, once; their answer comes into that conversation', async () => {
  world.playground.whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'aviso',
    language: 'es_CL',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hola {{1}}, hay novedades.', example: { body_text: [['Ana']] } }],
  });
  await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, { as: world.team.owner });
  const lead = await addLead('lead-new', '+56944440001');
  const first = await toLead(lead, 'to-lead-1');
  expect(first.status).toBe(200);
  const { conversation_id } = first.body as { conversation_id: string };
  expect((await toLead(lead, 'to-lead-1')).body).toEqual({ conversation_id });
  await world.settle();
  expect(chat.sentTo('56944440001').map(({ type }) => type)).toEqual(['template']);
  expect(await chat.logOf(conversation_id)).toMatchObject([
    { from: 'system' },
    { text: 'Hola Ana, hay novedades.', message_status: 'read', template: { name: 'aviso' } },
  ]);
  // A colleague has it now.
  expect((await toLead(lead, 'to-lead-2', {}, world.team.bruno)).status).toBe(409);
  const customer = { phone: '56944440001', name: 'Nueva de WhatsApp' };
  world.playground.whatsapp.customerWrites(world.number, customer, text('Gracias'));
  await world.settle();
  expect((await chat.logOf(conversation_id)).at(-1)).toMatchObject({ from: 'Cliente', text: 'Gracias' });
  const contact = await world.server.call(
    'GET',
    `/svc/conversations/conversations/${conversation_id}/contact`,
    {
      as: world.team.ana,
    },
  );
  expect(contact.body).toMatchObject({
    phone: '56944440001',
    profile_name: 'Nueva de WhatsApp',
    state: 'ok',
    held: false,
  });
  // The answer is its sender's, and the statistics know of it and of what the provider charges, told twice or not.
  expect(await chat.conversationOf('56944440001')).toMatchObject({
    id: conversation_id,
    state: 'taken',
    agent_id: world.team.ana.id,
  });
  const today = dayIn(world.server.app.clock.now().getTime());
  const span = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
  const sends = await world.server.call(
    'GET',
    `/svc/main/whatsapp_stats/sends?bot_id=${BOT}&${span}&figure=answered`,
    { as: world.team.owner },
  );
  expect(sends.body).toMatchObject({
    total: 1,
    sends: [{ conversation_id, template: 'aviso', status: 'read', category: 'service', billable: 'yes' }],
  });
});

it('what waits for a client who is blocked meanwhile does not leave, and their words reach nobody', async () => {
  const { id, customer } = await chat.talk();
  const [row] = await db().query<{ lead_id: string }>(
    sql`select lead_id from conversations where id = ${id}`,
  );
  const block = (blocked: boolean) =>
    world.server.call('PUT', `/svc/main/leads/${row?.lead_id}/blocked`, {
      as: world.team.owner,
      body: { blocked },
    });
  const before = chat.sentTo(customer.phone).length;
  expect((await chat.reply(id, { text: 'en la cola' })).status).toBe(200);
  expect((await block(true)).status).toBe(200);
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
  const log = await chat.logOf(id);
  expect(log.at(-1)).toMatchObject({ text: 'en la cola', message_status: 'failed' });
  expect((await chat.reply(id, {})).body).toMatchObject({ details: { reason: 'blocked' } });
  world.playground.whatsapp.customerWrites(world.number, customer, text('¿por qué no contestan?'));
  await world.settle();
  expect(await chat.logOf(id)).toHaveLength(log.length);
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
  await block(false);
  world.playground.whatsapp.customerWrites(world.number, customer, text('¿y ahora?'));
  await world.settle();
  expect((await chat.logOf(id)).map((one) => one.text)).toContain('¿y ahora?');
});

it('writing again to somebody whom no number knows goes by a connected one, after a template alone', async () => {
  const lead = await addLead('lead-again', '+56944440021');
  const started = await world.server.call('POST', '/svc/conversations/conversations', {
    as: world.team.ana,
    body: { bot_id: BOT, lead_id: lead, channel: 'whatsapp' },
  });
  const { conversation } = started.body as { conversation: { id: string; connection_id: string } };
  expect(conversation.connection_id).toBe(world.connection.id);
  expect((await chat.reply(conversation.id, {})).status).toBe(422);
  const template = {
    name: 'aviso',
    language: 'es_CL',
    slots: [{ part: 'body', index: 0, key: '1', value: 'Ana' }],
  };
  await db().query(sql`update leads set consent_marketing = 'denied' where id = ${lead}`);
  expect((await chat.reply(conversation.id, { template })).body).toMatchObject({
    message: 'Este cliente pidió no recibir mensajes de marketing.',
  });
  await db().query(sql`update leads set consent_marketing = 'unknown' where id = ${lead}`);
  expect((await chat.reply(conversation.id, { template })).status).toBe(200);
  await world.settle();
  expect(chat.sentTo('56944440021').map(({ type }) => type)).toEqual(['template']);
  world.playground.whatsapp.customerWrites(
    world.number,
    { phone: '56944440021', name: 'Ana' },
    text('¡Gracias!'),
  );
  await world.settle();
  expect((await chat.logOf(conversation.id)).at(-1)).toMatchObject({ from: 'Cliente', text: '¡Gracias!' });
});

it('what waits in the queue of a number that is removed fails with its reason; later words say it at once', async () => {
  const number = world.playground.whatsapp.addNumber({ hookUrl: `${world.server.url}/hooks/whatsapp` });
  const other = await world.connect(number);
  const customer = chat.somebody();
  world.playground.whatsapp.customerWrites(number, customer, text('Quiero hablar con una persona'));
  await world.settle();
  const { id } = await chat.conversationOf(customer.phone);
  await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
    as: world.team.ana,
    body: { state: 'taken', agent_id: world.team.ana.id },
  });
  const owned = (method: string, body?: object) =>
    world.server.call(method, `/svc/main/connections/${other.id}`, {
      as: world.team.owner,
      ...(body ? { body } : {}),
    });
  expect((await owned('PUT', { paused: true })).status).toBe(200);
  await chat.reply(id, {});
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  expect((await owned('DELETE')).status).toBe(200);
  expect((await chat.logOf(id)).at(-1)).toMatchObject({
    message_status: 'failed',
    reason: 'No salió: el número por el que iba a salir se quitó del chatbot.',
  });
  await chat.reply(id, { text: 'Sigo aquí' });
  expect((await chat.logOf(id)).at(-1)).toMatchObject({
    text: 'Sigo aquí',
    message_status: 'failed',
    reason: expect.stringContaining('no está conectado'),
  });
});

it('a template goes to nobody without a number, who denied marketing, or who is blocked', async () => {
  expect((await toLead(await addLead('lead-none', null), 'to-none')).status).toBe(422);
  const denied = await addLead('lead-denied', '+56944440002');
  await db().query(sql`update leads set consent_marketing = 'denied' where id = ${denied}`);
  expect((await toLead(denied, 'to-denied')).body).toMatchObject({
    message: 'Este cliente pidió no recibir mensajes de marketing.',
  });
  const blocked = await addLead('lead-blocked', '+56944440003');
  await db().query(sql`update leads set blocked_at = now() where id = ${blocked}`);
  expect((await toLead(blocked, 'to-blocked')).status).toBe(422);
  const someone = await addLead('lead-foreign', '+56944440004');
  expect((await toLead(someone, 'to-x', { connection_id: 'nobody' })).status).toBe(404);
  await world.settle();
  for (const phone of ['56944440002', '56944440003', '56944440004']) expect(chat.sentTo(phone)).toEqual([]);
});

it('a template to many says each one’s name, reports who it can’t reach, and sends nothing twice', async () => {
  const rosa = await addLead('lead-rosa', '+56944440011');
  await db().query(sql`update leads set name = 'Rosa Pérez' where id = ${rosa}`);
  const nameless = await addLead('lead-nameless', '+56944440012');
  await db().query(sql`update leads set name = null where id = ${nameless}`);
  const none = await addLead('lead-no-phone', null);
  const send = () =>
    world.server.call('POST', '/svc/main/leads/bulk_template', {
      as: world.team.ana,
      body: {
        bot_id: BOT,
        ids: [rosa, nameless, none, 'somebody-else'],
        template: {
          name: 'aviso',
          language: 'es_CL',
          slots: [{ part: 'body', index: 0, key: '1', value: '{nombre}' }],
        },
        temporal_id: 'many-once',
      },
    });
  for (const _ of [1, 2]) {
    const { body } = await send();
    expect(body).toMatchObject({
      results: [
        { id: rosa, ok: true, name: 'Rosa Pérez' },
        { id: nameless, ok: false, message: 'No sabemos cómo se llama este cliente.' },
        { id: none, ok: false },
        { id: 'somebody-else', ok: false, name: null },
      ],
    });
    await world.settle();
  }
  expect(JSON.stringify(chat.sentTo('56944440011').map(({ body }) => body))).toContain('"text":"Rosa"');
  expect(chat.sentTo('56944440011')).toHaveLength(1);
  expect(chat.sentTo('56944440012')).toEqual([]);
});

it('a file that could not be had is asked for once more when somebody says so', async () => {
  const { whatsapp } = world.playground;
  const customer = chat.somebody();
  const mediaId = whatsapp.addMedia(PICTURE, 'image/png');
  const media = whatsapp.memory.media.get(mediaId);
  whatsapp.memory.media.delete(mediaId);
  const image = { id: mediaId, mime_type: 'image/png', sha256: media?.sha256 };
  whatsapp.customerWrites(world.number, customer, { type: 'image', image });
  await world.settle();
  const [row] = await db().query<{ id: string; conversation_id: string }>(sql`
    select id, conversation_id from messages where attachments @> '[{"state":"failed"}]' order by created_at desc limit 1`);
  const shown = async () => (await chat.logOf(row?.conversation_id ?? '')).find(({ _id }) => _id === row?.id);
  const file = (await shown())?.attachments[0];
  const again = () =>
    world.server.call('POST', `/svc/conversations/session_logs/${row?.id}/retry_file`, {
      as: world.team.owner,
      body: { attachment_id: file?.id ?? '' },
    });
  if (media) whatsapp.memory.media.set(mediaId, media);
  expect((await again()).status).toBe(200);
  await world.settle();
  expect((await shown())?.attachments[0]).toMatchObject({ state: 'ready', name: 'foto.png' });
  expect((await again()).status).toBe(404);
});
