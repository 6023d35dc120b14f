/** What customers write by WhatsApp, from the webhook to the inbox. Against the playground. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../playground/faults.ts';
import { sql } from '../../platform/database/database.ts';
import { CAMILA, type ChannelWorld, type Chat, channelWorld, chatOf, PICTURE, text } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));
const db = () => world.server.app.db;

it('a customer writes, the same engine answers, and each message gets as far as the provider says', async () => {
  const { whatsapp } = world.playground;
  whatsapp.customerWrites(world.number, CAMILA, text('Hola'));
  await world.settle();
  const { id, state } = await chat.conversationOf(CAMILA.phone);
  expect(state).toBe('active');
  const log = await chat.logOf(id);
  expect(log[0]).toMatchObject({ from: 'Cliente', text: 'Hola' });
  const answered = log.filter(({ from }) => from === 'bot');
  expect(answered.length).toBeGreaterThan(0);
  expect(new Set(answered.map(({ message_status }) => message_status))).toEqual(new Set(['read']));
  expect(chat.sentTo(CAMILA.phone)).toHaveLength(answered.length);
  const { body } = await world.server.call('GET', `/svc/conversations/conversations/${id}`, {
    as: world.team.owner,
  });
  expect(body).toMatchObject({
    conversation: { channel: 'whatsapp', connection_id: world.connection.id, lead_name: 'Camila Rojas' },
  });
});

it('WH-5: what was said first stands first when it arrives within 2 s, and the order never changes afterwards', async () => {
  const { whatsapp } = world.playground;
  const customer = chat.somebody();
  const now = world.server.app.clock.now().getTime();
  const say = (body: string, at: number) => whatsapp.incoming(world.number, customer, text(body), at).change;
  const [one, two, three] = [say('uno', now - 9_000), say('dos', now - 6_000), say('tres', now - 3_000)];
  whatsapp.deliver([three]);
  whatsapp.deliver([one]);
  whatsapp.deliver([two]);
  await world.settle();
  const { id } = await chat.conversationOf(customer.phone);
  const said = async () =>
    (await chat.logOf(id)).flatMap(({ from, text: words }) => (from === 'Cliente' ? [words] : []));
  expect(await said()).toEqual(['uno', 'dos', 'tres']);
  world.server.pass(60_000);
  whatsapp.deliver([say('antes de todo', now - 60_000)]);
  await world.settle();
  expect(await said()).toEqual(['uno', 'dos', 'tres', 'antes de todo']);
});

it('ME-1, ME-2: a file is shown while it is fetched, then it is there, byte for byte; a wrong or missing one says so', async () => {
  const { whatsapp } = world.playground;
  const customer = chat.somebody();
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
  const { id } = await chat.conversationOf(customer.phone);
  expect((await chat.logOf(id))[0]?.attachments[0]).toMatchObject({ state: 'downloading' });
  await world.settle();
  const [shown] = await chat.logOf(id);
  expect(shown).toMatchObject({ revision: 1, attachments: [{ state: 'ready', size: bytes.length }] });
  const got = await fetch(`${world.server.url}${shown?.attachments[0]?.url}`);
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);

  const wrong = chat.somebody();
  whatsapp.customerWrites(world.number, wrong, image(media, '0'.repeat(64)));
  whatsapp.customerWrites(world.number, wrong, image('999', sha256));
  await world.settle();
  world.server.pass(60_000);
  await world.settle();
  world.server.pass(60_000);
  await world.settle();
  const files = (await chat.logOf((await chat.conversationOf(wrong.phone)).id)).flatMap(
    ({ attachments }) => attachments,
  );
  expect(files.map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(files.every(({ reason }) => reason?.includes('debe reenviarlo'))).toBe(true);
});

it('messages that change: reactions, other words and taking back come in any order', async () => {
  const { whatsapp } = world.playground;
  const customer = chat.somebody();
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
  const { id } = await chat.conversationOf(customer.phone);
  const [message] = await chat.logOf(id);
  expect(message).toMatchObject({ text: 'Quiero tres', extra: { reactions: [{ emoji: '👍' }] } });
  const gone = whatsapp.incoming(world.number, customer, {
    type: 'revoke',
    revoke: { original_message_id: first.id },
  });
  whatsapp.deliver([gone.change]);
  await world.settle();
  expect((await chat.logOf(id))[0]).toMatchObject({
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
  const said = (await chat.logOf(row?.id ?? '')).flatMap(({ from, text: words }) =>
    from === 'Cliente' ? [words] : [],
  );
  expect(said[0]).toBe('Ubicación: Plaza de Armas');
  expect(said[1]).toBe('Contacto: Ana · +56 9 1');
  expect(said[2]).toContain('2 × SKU1');
  expect(said[3]).toContain('WhatsApp no nos entrega');

  const known = chat.somebody();
  whatsapp.customerWrites(world.number, known, text('Hola'));
  await world.settle();
  whatsapp.echo(world.number, known.phone, 'Te llamo en un rato');
  await world.settle();
  expect((await chat.logOf((await chat.conversationOf(known.phone)).id)).at(-1)).toMatchObject({
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
  const customer = chat.somebody();
  whatsapp.customerWrites(world.number, customer, text('Hola'));
  whatsapp.customerWrites(second, customer, text('Hola'));
  await world.settle();
  const rows = await db().query<{ lead_id: string; connection_id: string | null }>(sql`
    select c.lead_id, c.connection_id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${customer.phone}`);
  expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(1);
  expect(new Set(rows.map(({ connection_id }) => connection_id))).toEqual(
    new Set([world.connection.id, connection.id]),
  );
});

it('a value that the bot asks for is kept with the client, as in the chat of a page', async () => {
  const customer = chat.somebody();
  const { whatsapp } = world.playground;
  whatsapp.customerWrites(world.number, customer, {
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'choice>ficha', title: 'Mi ficha' } },
  });
  await world.settle();
  whatsapp.customerWrites(world.number, customer, text('es el 12345678-5'));
  await world.settle();
  const { id } = await chat.conversationOf(customer.phone);
  const said = (await chat.logOf(id)).filter(({ from }) => from === 'bot').map((message) => message.text);
  expect(said).toEqual(['¿Cuál es tu RUT?', 'Anotado: 12.345.678-5.']);
  const [lead] = await db().query<{ rut: string | null }>(sql`
    select l.rut from leads l join conversations c on c.lead_id = l.id where c.id = ${id}`);
  expect(lead?.rut).toBe('12.345.678-5');
});
