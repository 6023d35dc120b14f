/** The whole way of WhatsApp against the playground: connect, write, answer, statuses, files, what fails. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Message } from '../../contract/entities/message.ts';
import { NO_FAULTS } from '../../playground/faults.ts';
import { sign } from '../../playground/hooks.ts';
import { envelope } from '../../playground/whatsapp/whatsapp.ts';
import { sql } from '../platform/database/database.ts';
import { BOT, CAMILA, type ChannelWorld, channelWorld } from './testing.ts';

let world: ChannelWorld;
beforeAll(async () => {
  world = await channelWorld();
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let people = 0;
/** Somebody who never wrote. */
const somebody = () => ({ phone: `5691111${String(++people).padStart(4, '0')}`, name: `Cliente ${people}` });
const text = (body: string) => ({ type: 'text', text: { body } });
const db = () => world.server.app.db;

async function conversationOf(
  phone: string,
): Promise<{ id: string; state: string; agent_id: number | null }> {
  const [row] = await db().query<{ id: string; state: string; agent_id: number | null }>(sql`
    select c.id, c.state, c.agent_id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${phone} order by c.created_at desc limit 1`);
  if (!row) throw new Error('No conversation');
  return row;
}

async function logOf(conversationId: string): Promise<Message[]> {
  const { body } = await world.server.call(
    'GET',
    `/svc/conversations/session_logs/by_conversation_id/${conversationId}`,
    { as: world.team.owner },
  );
  return body as Message[];
}

/** The customer writes and asks for nobody; ana takes it. */
async function talk(customer = somebody()) {
  world.playground.whatsapp.customerWrites(world.number, customer, text('Necesito ayuda con algo'));
  await world.settle();
  const { id } = await conversationOf(customer.phone);
  const taken = await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
    as: world.team.ana,
    body: { state: 'taken', agent_id: world.team.ana.id },
  });
  expect(taken.status).toBe(200);
  return { id, customer };
}

let keys = 0;
const reply = (conversation_id: string, more: object) =>
  world.server.call('POST', '/svc/conversations/session_logs', {
    as: world.team.ana,
    body: { conversation_id, temporal_id: `reply-${++keys}`, text: 'Claro, te ayudo', ...more },
  });
const sentTo = (phone: string) => world.playground.whatsapp.memory.sent.filter(({ to }) => to === phone);

it('a customer writes, the same engine answers, and each message gets as far as the provider says', async () => {
  const { whatsapp } = world.playground;
  whatsapp.customerWrites(world.number, CAMILA, text('Hola'));
  await world.settle();
  const { id, state } = await conversationOf(CAMILA.phone);
  expect(state).toBe('active');
  const log = await logOf(id);
  expect(log[0]).toMatchObject({ from: 'Cliente', text: 'Hola' });
  const answered = log.filter(({ from }) => from === 'bot');
  expect(answered.length).toBeGreaterThan(0);
  expect(new Set(answered.map(({ message_status }) => message_status))).toEqual(new Set(['read']));
  expect(sentTo(CAMILA.phone)).toHaveLength(answered.length);
  const { body } = await world.server.call('GET', `/svc/conversations/conversations/${id}`, {
    as: world.team.owner,
  });
  expect(body).toMatchObject({
    conversation: { channel: 'whatsapp', connection_id: world.connection.id, lead_name: 'Camila Rojas' },
  });
});

it('an agent answers with words and a file, in that order, and the message is read when both are', async () => {
  const { id, customer } = await talk();
  const form = new FormData();
  form.set('conversation_id', id);
  form.set('bot_id', String(BOT));
  form.set('file', new Blob([PICTURE]), 'foto.png');
  const uploaded = await fetch(`${world.server.url}/uploads`, {
    method: 'POST',
    headers: world.team.ana.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await uploaded.json()) as { id: string };
  expect(uploaded.status).toBeLessThan(300);
  const before = sentTo(customer.phone).length;
  expect((await reply(id, { attachments: [file.id] })).body).toMatchObject({ message_status: 'queued' });
  await world.settle();
  expect(
    sentTo(customer.phone)
      .slice(before)
      .map(({ type }) => type),
  ).toEqual(['text', 'image']);
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('WH-1: what came in is in the store before it is answered, and a change that fails is parked, shown and replayed', async () => {
  const { change } = world.playground.whatsapp.incoming(world.number, somebody(), text('Hola'));
  const other = somebody();
  const good = world.playground.whatsapp.incoming(world.number, other, text('Yo sí'));
  // Nobody: neither phone nor id.
  const message = (change.value.messages as Record<string, unknown>[])[0] ?? {};
  delete message.from;
  change.value.contacts = [];
  const body = JSON.stringify(envelope([change, good.change]));
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  expect(await world.playground.hooks.post(target, body)).toBe(200);
  const [stored] = await db().query<{ body: Buffer }>(sql`
    select body from hook_bodies order by id desc limit 1`);
  expect(stored?.body.toString('utf8')).toBe(body);
  for (let tries = 0; tries < 10; tries += 1) {
    world.server.pass(10 * 60_000);
    await world.server.channels.intake.runDue();
  }
  expect((await conversationOf(other.phone)).state).toBe('active');
  const parked = await world.server.call('GET', `/svc/main/parked_hooks?bot_id=${BOT}`, {
    as: world.team.owner,
  });
  const [first] = parked.body as { id: string; error: string }[];
  expect(first?.error).toContain('nobody');
  const replay = () =>
    world.server.call('POST', `/svc/main/parked_hooks/${first?.id}/replay`, { as: world.team.owner });
  expect((await replay()).status).toBe(200);
  expect((await replay()).status).toBe(409);
  await db().query(sql`delete from hook_parts where state = 'waiting'`);
});

it('hostile hooks change nothing: no signature, a wrong one, another bot’s number, no JSON, 6 MB, 3,000 levels', async () => {
  const { hooks, whatsapp } = world.playground;
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  const count = async () =>
    (await db().query<{ n: number }>(sql`select count(*)::int as n from messages`))[0]?.n;
  const before = await count();
  const { change } = whatsapp.incoming(world.number, somebody(), text('Hola'));
  const body = JSON.stringify(envelope([change]));
  expect(await hooks.post(target, body, '')).toBe(401);
  expect(await hooks.post(target, body, sign('another secret', body))).toBe(401);
  expect(await hooks.post(target, body, sign(target.appSecret, `${body} `))).toBe(401);
  expect(await hooks.post(target, 'x'.repeat(6_000_000))).toBe(413);
  // Signed by one number's secret, about another's: kept, applied to nothing.
  const foreign = whatsapp.addNumber({ hookUrl: target.url });
  await world.connect(foreign);
  const { change: theirs } = whatsapp.incoming(foreign, somebody(), text('Hola'));
  expect(await hooks.post(target, JSON.stringify(envelope([theirs])))).toBe(200);
  expect(await hooks.post(target, 'esto no es JSON')).toBe(200);
  const deep = {
    ...change,
    value: { ...change.value, messages: [JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`)] },
  };
  expect(await hooks.post(target, JSON.stringify(envelope([deep])))).toBe(200);
  await world.settle();
  expect(await count()).toBe(before);
  const states = await db().query<{ state: string }>(
    sql`select state from hook_parts where state = 'foreign'`,
  );
  expect(states).toHaveLength(1);
  const bodies = await db().query(sql`select 1 from hook_bodies where state = 'parked'`);
  expect(bodies.length).toBeGreaterThan(0);
});

it('the handshake gives the bare challenge to who knows a verify token, and 403 to others', async () => {
  expect(await world.playground.whatsapp.handshake(world.number)).toBe(true);
  expect(await world.playground.whatsapp.handshake({ ...world.number, verifyToken: 'otro' })).toBe(false);
});

it('WH-3: a status never goes down; failed only from below delivered, and what did arrive overrules it', async () => {
  const { id, customer } = await talk();
  world.playground.faults.statusDelay = 3_600_000;
  await reply(id, {});
  await world.settle();
  const wamid = sentTo(customer.phone).at(-1)?.id ?? '';
  const { whatsapp } = world.playground;
  const tell = async (status: string, code?: number) => {
    whatsapp.status(wamid, status, code);
    await world.settle();
    const last = (await logOf(id)).at(-1);
    return [last?.message_status, last?.reason];
  };
  expect(await tell('sent')).toEqual(['sent', null]);
  const [failed, reason] = await tell('failed', 131026);
  expect([failed, reason?.startsWith('El cliente no puede recibirlo')]).toEqual(['failed', true]);
  // Without details it keeps the reason that is known.
  expect(await tell('failed')).toEqual(['failed', reason]);
  expect(await tell('delivered')).toEqual(['delivered', null]);
  expect(await tell('failed', 131026)).toEqual(['delivered', null]);
  expect(await tell('played')).toEqual(['read', null]);
  expect(await tell('sent')).toEqual(['read', null]);
});

it('WH-4: the status of a message whose answer was lost finds it by what was sent along', async () => {
  const { id, customer } = await talk();
  world.playground.faults.lostAnswers = 1;
  await reply(id, {});
  await world.settle();
  expect(sentTo(customer.phone).filter(({ type }) => type === 'text')).not.toHaveLength(0);
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'read', reason: null });
});

it('a send that never arrived is said to be unknown after ten minutes, and not repeated', async () => {
  const { id, customer } = await talk();
  world.playground.faults.lostRequests = 1;
  const before = sentTo(customer.phone).length;
  await reply(id, {});
  await world.settle();
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  world.server.pass(11 * 60_000);
  await world.settle();
  const last = (await logOf(id)).at(-1);
  expect(last).toMatchObject({ message_status: 'failed' });
  expect(last?.reason).toContain('No sabemos si llegó');
  expect(sentTo(customer.phone)).toHaveLength(before);
});

it('WH-5: what was said first stands first when it arrives within 2 s, and the order never changes afterwards', async () => {
  const { whatsapp } = world.playground;
  const customer = somebody();
  const now = world.server.app.clock.now().getTime();
  const say = (body: string, at: number) => whatsapp.incoming(world.number, customer, text(body), at).change;
  const [one, two, three] = [say('uno', now - 9_000), say('dos', now - 6_000), say('tres', now - 3_000)];
  whatsapp.deliver([three]);
  whatsapp.deliver([one]);
  whatsapp.deliver([two]);
  await world.settle();
  const { id } = await conversationOf(customer.phone);
  const said = async () =>
    (await logOf(id)).flatMap(({ from, text: words }) => (from === 'Cliente' ? [words] : []));
  expect(await said()).toEqual(['uno', 'dos', 'tres']);
  world.server.pass(60_000);
  whatsapp.deliver([say('antes de todo', now - 60_000)]);
  await world.settle();
  expect(await said()).toEqual(['uno', 'dos', 'tres', 'antes de todo']);
});

it('WH-6: hooks about templates name an account and no number; unknown fields are kept and counted', async () => {
  const { whatsapp, hooks } = world.playground;
  const template = whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'wh6',
    language: 'es_CL',
    category: 'UTILITY',
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'Hola' }],
  });
  whatsapp.judge(world.number.businessAccountId, template.id, 'REJECTED', 'INVALID_FORMAT');
  whatsapp.deliver([{ waba: world.number.businessAccountId, field: 'something_new', value: { a: 1 } }]);
  await world.settle();
  const listed = await world.server.call('GET', `/svc/waba/token-${BOT}?botId=${BOT}`, {
    as: world.team.owner,
  });
  expect(listed.body).toMatchObject({
    payload: { waba_templates: [{ name: 'wh6', status: 'REJECTED', reason: 'INVALID_FORMAT' }] },
  });
  const unknown = await db().query(
    sql`select 1 from hook_parts where state = 'unknown' and content->>'why' = 'something_new'`,
  );
  expect(unknown).toHaveLength(1);
  expect(hooks.answers.at(-1)).toBe(200);
});

it('ME-1, ME-2: a file is shown while it is fetched, then it is there, byte for byte; a wrong or missing one says so', async () => {
  const { whatsapp } = world.playground;
  const customer = somebody();
  const bytes = PICTURE;
  const media = whatsapp.addMedia(bytes, 'image/png');
  const { sha256 } = whatsapp.memory.media.get(media) ?? { sha256: '' };
  const image = (id: string, hash: string) => ({
    type: 'image',
    image: { id, mime_type: 'image/png', sha256: hash },
  });
  whatsapp.customerWrites(world.number, customer, image(media, sha256));
  await world.playground.hooks.idle();
  world.server.pass(2_100);
  await world.server.channels.intake.runDue();
  const { id } = await conversationOf(customer.phone);
  expect((await logOf(id))[0]?.attachments[0]).toMatchObject({ state: 'downloading' });
  await world.settle();
  const [shown] = await logOf(id);
  expect(shown).toMatchObject({ revision: 1, attachments: [{ state: 'ready', size: bytes.length }] });
  const got = await fetch(`${world.server.url}${shown?.attachments[0]?.url}`);
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);

  const wrong = somebody();
  whatsapp.customerWrites(world.number, wrong, image(media, '0'.repeat(64)));
  whatsapp.customerWrites(world.number, wrong, image('999', sha256));
  await world.settle();
  world.server.pass(60_000);
  await world.settle();
  world.server.pass(60_000);
  await world.settle();
  const files = (await logOf((await conversationOf(wrong.phone)).id)).flatMap(
    ({ attachments }) => attachments,
  );
  expect(files.map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(files.every(({ reason }) => reason?.includes('debe reenviarlo'))).toBe(true);
});

it('messages that change: reactions, other words and taking back come in any order', async () => {
  const { whatsapp } = world.playground;
  const customer = somebody();
  const now = world.server.app.clock.now().getTime();
  const first = whatsapp.incoming(world.number, customer, text('Quiero dos'), now - 8_000);
  const edit = whatsapp.incoming(
    world.number,
    customer,
    { type: 'edit', edit: { original_message_id: first.id, message: text('Quiero tres') } },
    now - 6_000,
  );
  const like = whatsapp.incoming(
    world.number,
    customer,
    { type: 'reaction', reaction: { message_id: first.id, emoji: '👍' } },
    now - 5_000,
  );
  for (const { change } of [like, edit, first, edit]) whatsapp.deliver([change]);
  await world.settle();
  const { id } = await conversationOf(customer.phone);
  const [message] = await logOf(id);
  expect(message).toMatchObject({ text: 'Quiero tres', extra: { reactions: [{ emoji: '👍' }] } });
  const gone = whatsapp.incoming(world.number, customer, {
    type: 'revoke',
    revoke: { original_message_id: first.id },
  });
  whatsapp.deliver([gone.change]);
  await world.settle();
  expect((await logOf(id))[0]).toMatchObject({
    text: 'El cliente eliminó este mensaje.',
    extra: { deleted: true },
  });
});

it('shows every kind as what it is, without a phone too, and what the team wrote in the app as theirs', async () => {
  const { whatsapp } = world.playground;
  const customer = { phone: null, userId: 'CL.1349120865530274', username: 'camila', name: 'Camila U' };
  const say = (message: Record<string, unknown>) => whatsapp.customerWrites(world.number, customer, message);
  say({ type: 'location', location: { latitude: -33.4, longitude: -70.6, name: 'Plaza de Armas' } });
  await world.settle();
  say({ type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' }, phones: [{ phone: '+56 9 1' }] }] });
  await world.settle();
  say({ type: 'order', order: { product_items: [{ product_retailer_id: 'SKU1', quantity: 2 }] } });
  await world.settle();
  say({ type: 'unsupported', errors: [{ code: 131051, title: 'Unsupported message type' }] });
  await world.settle();
  const [row] = await db().query<{ id: string }>(sql`
    select c.id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
    where k.user_id = ${customer.userId}`);
  const said = (await logOf(row?.id ?? '')).flatMap(({ from, text: words }) =>
    from === 'Cliente' ? [words] : [],
  );
  expect(said[0]).toBe('Ubicación: Plaza de Armas');
  expect(said[1]).toBe('Contacto: Ana · +56 9 1');
  expect(said[2]).toContain('2 × SKU1');
  expect(said[3]).toContain('WhatsApp no nos entrega');

  const known = somebody();
  whatsapp.customerWrites(world.number, known, text('Hola'));
  await world.settle();
  whatsapp.echo(world.number, known.phone, 'Te llamo en un rato');
  await world.settle();
  expect((await logOf((await conversationOf(known.phone)).id)).at(-1)).toMatchObject({
    from: 'agent',
    agent: null,
    text: 'Te llamo en un rato',
    extra: { from_app: true },
  });
});

it('another number of the bot is another conversation of the same client', async () => {
  const { whatsapp } = world.playground;
  const second = whatsapp.addNumber({ hookUrl: `${world.server.url}/hooks/whatsapp` });
  const connection = await world.connect(second);
  const customer = somebody();
  whatsapp.customerWrites(world.number, customer, text('Hola'));
  whatsapp.customerWrites(second, customer, text('Hola'));
  await world.settle();
  const rows = await db().query<{ lead_id: string; connection_id: string }>(sql`
    select c.lead_id, c.connection_id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${customer.phone}`);
  expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(1);
  expect(new Set(rows.map(({ connection_id }) => connection_id))).toEqual(
    new Set([world.connection.id, connection.id]),
  );
});

it('CA-4: 429 makes the number wait, and survives a restart; nothing fails by it', async () => {
  const { id, customer } = await talk();
  Object.assign(world.playground.faults, { tooMany: 1, retryAfter: 120 });
  const before = sentTo(customer.phone).length;
  await reply(id, {});
  await world.server.channels.lanes.runDue();
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  const [lane] = await db().query<{ paused_until: string }>(sql`
    select paused_until from channel_lanes where connection_id = ${world.connection.id}`);
  expect(Date.parse(lane?.paused_until ?? '')).toBeGreaterThan(
    world.server.app.clock.now().getTime() + 100_000,
  );
  await world.settle();
  expect(sentTo(customer.phone)).toHaveLength(before);
  world.server.pass(121_000);
  await world.settle();
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('CA-5: a person’s words overtake the bot’s in the queue of a number', async () => {
  const { id, customer } = await talk();
  const other = somebody();
  world.playground.whatsapp.customerWrites(world.number, other, text('Hola'));
  await world.playground.hooks.idle();
  world.server.pass(2_100);
  await world.server.channels.intake.runDue();
  await reply(id, {});
  // One may leave, and no other for a while.
  const later = new Date(world.server.app.clock.now().getTime() + 60_000);
  await db().query(sql`update channel_lanes set tokens = 1, refilled_at = ${later}`);
  const before = world.playground.whatsapp.memory.sent.length;
  await world.server.channels.lanes.runDue();
  const left = world.playground.whatsapp.memory.sent.slice(before);
  expect(left.map(({ to }) => to)).toEqual([customer.phone]);
  world.server.pass(60_000);
  await world.settle();
});

it('refusals for good say why and what to do; what may pass is tried again', async () => {
  const { customer } = await talk({ phone: '56900132016', name: 'Mágica' }).catch(() => ({ customer: null }));
  expect(customer?.phone).toBe('56900132016');
  const { id } = await conversationOf('56900132016');
  await reply(id, {});
  await world.settle();
  const last = (await logOf(id)).at(-1);
  expect([last?.message_status, last?.reason]).toEqual([
    'failed',
    'WhatsApp desactivó esta plantilla. Usa otra.',
  ]);
  const again = await talk();
  world.playground.faults.broken = 2;
  await reply(again.id, {});
  for (let round = 0; round < 4; round += 1) {
    await world.settle();
    world.server.pass(20_000);
  }
  expect((await logOf(again.id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('the 24 h lock is the provider’s: counted from the customer’s own time, and judged when a message leaves', async () => {
  const { id, customer } = await talk();
  await reply(id, {});
  const before = sentTo(customer.phone).length;
  world.server.pass(25 * 60 * 60_000);
  await world.settle();
  expect(sentTo(customer.phone)).toHaveLength(before);
  const last = (await logOf(id)).at(-1);
  expect([last?.message_status, last?.reason?.includes('24 horas')]).toEqual(['failed', true]);
  expect((await reply(id, {})).status).toBe(422);
});

it('a template leaves after the 24 h with every slot of it, by name or by id, and only while it is approved', async () => {
  const { whatsapp } = world.playground;
  const template = whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'pedido_listo',
    language: 'es_CL',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
      { type: 'BODY', text: 'Hola {{1}}, está listo en {{2}}, te esperamos.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://tienda.cl/{{1}}' }] },
    ],
  });
  const sync = await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, {
    as: world.team.owner,
  });
  expect(sync.body).toMatchObject({ added: 1 });
  const { id, customer } = await talk();
  world.server.pass(25 * 60 * 60_000);
  const slot = (part: string, key: string, value: string) => ({ part, index: 0, key, value });
  const slots = [
    slot('header', '1', '1042'),
    slot('body', '1', 'Camila'),
    slot('body', '2', 'Ñuñoa'),
    slot('button', '1', 'p/1042'),
  ];
  const named = { name: 'pedido_listo', language: 'es_CL' };
  expect((await reply(id, { template: { ...named, slots: slots.slice(1) } })).status).toBe(422);
  expect((await reply(id, { template: { ...named, slots } })).body).toMatchObject({
    text: 'Pedido 1042\n\nHola Camila, está listo en Ñuñoa, te esperamos.',
    template: named,
  });
  await world.settle();
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
  expect(sentTo(customer.phone).at(-1)?.type).toBe('template');
  // Meta pauses it: the hook makes us look, and nobody may send it any more.
  whatsapp.judge(world.number.businessAccountId, template.id, 'PAUSED');
  await world.settle();
  expect((await reply(id, { template: { ...named, slots } })).status).toBe(422);
});

it('templates are created, judged, edited and deleted at the provider, by the rules that it has', async () => {
  const path = `/svc/waba/token-${BOT}`;
  const ask = (method: string, more: string, body?: object) =>
    world.server.call(method, `${path}${more}?botId=${BOT}`, {
      as: world.team.owner,
      ...(body ? { body } : {}),
    });
  const body = { type: 'BODY', text: 'Hola {{1}}, gracias.', example: { body_text: [['Camila']] } };
  const given = { name: 'gracias', language: 'es_CL', category: 'UTILITY', components: [body] };
  expect((await ask('POST', '/templates', { ...given, name: 'Con Espacios' })).status).toBe(422);
  expect(
    (await ask('POST', '/templates', { ...given, components: [{ ...body, text: '{{1}} hola' }] })).status,
  ).toBe(422);
  const made = await ask('POST', '/templates', given);
  expect(made).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  const { id } = made.body as { id: string };
  const confirm = (status: string) =>
    world.server.call('PUT', `/svc/main/payroll_messages/${id}`, {
      as: world.team.owner,
      body: { payroll_message: { status } },
    });
  expect((await confirm('APPROVED')).status).toBe(422);
  const { whatsapp } = world.playground;
  const atProvider = () =>
    whatsapp.templatesOf(world.number.businessAccountId).find(({ name }) => name === 'gracias');
  whatsapp.judge(world.number.businessAccountId, atProvider()?.id ?? '', 'APPROVED');
  expect((await confirm('APPROVED')).body).toMatchObject({ status: 'APPROVED' });
  whatsapp.recategorise(world.number.businessAccountId, atProvider()?.id ?? '', 'MARKETING');
  await world.settle();
  const listed = await ask('GET', '');
  const { payload } = listed.body as { payload: { waba_templates: { id: string; history: object[] }[] } };
  expect(payload.waba_templates.find((one) => one.id === id)?.history).toMatchObject([
    { what: 'status', to: 'PENDING' },
    { what: 'status', from: 'PENDING', to: 'APPROVED' },
    { what: 'category', from: 'UTILITY', to: 'MARKETING' },
  ]);
  expect(
    (await ask('PUT', `/templates/${id}`, { components: [{ ...body, text: 'Hola {{1}}, adiós.' }] })).body,
  ).toMatchObject({ status: 'PENDING' });
  expect((await ask('DELETE', `/templates/${id}`)).status).toBe(200);
  expect(atProvider()).toBeUndefined();
  const wrong = await world.server.call('GET', `/svc/waba/otro?botId=${BOT}`, { as: world.team.owner });
  expect(wrong.status).toBe(404);
});

it('TK-1: a dead token stops the queue, marks nothing as sent and tells the owner once; mended in place it goes on', async () => {
  const { id } = await talk();
  world.playground.faults.deadToken = true;
  await reply(id, {});
  await world.settle();
  expect((await logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  const shown = async () => {
    const { body } = await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, {
      as: world.team.owner,
    });
    return (body as { id: string; state: string; last_error: { kind: string } | null }[]).find(
      (one) => one.id === world.connection.id,
    );
  };
  expect(await shown()).toMatchObject({ state: 'needs_reconnect', last_error: { kind: 'unauthorized' } });
  const told = () =>
    db().query<{ subject: string }>(sql`
      select subject from notifications where type = 'connection' and user_id = ${world.team.owner.id}`);
  const broke = (await told()).filter(({ subject }) => subject === 'WhatsApp dejó de funcionar').length;
  await reply(id, {});
  await world.settle();
  expect((await told()).filter(({ subject }) => subject === 'WhatsApp dejó de funcionar')).toHaveLength(
    broke,
  );
  world.playground.faults.deadToken = false;
  const mended = await world.server.call('PUT', `/svc/main/connections/${world.connection.id}`, {
    as: world.team.owner,
    body: { credentials: { access_token: world.number.accessToken } },
  });
  expect(mended.body).toMatchObject({ state: 'ok', last_error: null });
  expect((await told()).filter(({ subject }) => subject === 'WhatsApp volvió a funcionar')).toHaveLength(
    broke,
  );
  await world.settle();
  expect((await logOf(id)).slice(-2)).toMatchObject([{ message_status: 'read' }, { message_status: 'read' }]);
});

it('after a restore nothing leaves by itself, until an owner lets it', async () => {
  const { id, customer } = await talk();
  // What a backup leaves out.
  await db().query(sql`delete from channel_lanes`);
  const before = sentTo(customer.phone).length;
  await reply(id, {});
  await world.settle();
  expect(sentTo(customer.phone)).toHaveLength(before);
  const resume = (as: typeof world.team.owner) =>
    world.server.call('POST', `/svc/main/connections/${world.connection.id}/resume`, { as });
  expect((await resume(world.team.ana)).status).toBe(403);
  expect((await resume(world.team.owner)).body).toEqual({ waiting: 1 });
  await world.settle();
  expect(sentTo(customer.phone)).toHaveLength(before + 1);
});
