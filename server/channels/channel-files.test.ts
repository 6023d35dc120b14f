/** A file is judged by its channel before it leaves, on every way; what leaves is taken by the provider as it is sent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Macro } from '../../contract/entities/macro.ts';
import type { ScheduledMessage } from '../../contract/entities/scheduled-message.ts';
import { ATTACHMENT_TYPES } from '../../contract/rules/attachments.ts';
import { fileFault, fileWay } from '../../contract/rules/channel-files.ts';
import { attachmentFault } from '../../playground/messenger/files.ts';
import { sentFault, uploadFault } from '../../playground/whatsapp/media.ts';
import { sql } from '../platform/database/database.ts';
import { uploadsFolder } from '../platform/uploads/upload-store.ts';
import type { Person } from '../testing.ts';
import { messagingOf } from './messenger-platform/testing.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf } from './testing.ts';

const HOUR = 3_600_000;
const NAME = 'dibujo.gif';
const GIF = { name: NAME, type: 'image/gif', size: 1_000 };
let world: ChannelWorld;
let chat: Chat;
let ana: Person;
let names = 0;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
  ({ ana } = world.team);
});
afterAll(() => world.close());

const db = () => world.server.app.db;
const post = (path: string, body: object, as = ana) =>
  world.server.call('POST', `/svc/conversations${path}`, { as, body });
/** An unused file of Ana. @returns its id */
async function put({ name, type, size } = GIF): Promise<string> {
  const { app } = world.server;
  const id = app.ids();
  await mkdir(uploadsFolder(app), { recursive: true });
  await writeFile(join(uploadsFolder(app), id), Buffer.alloc(size, 1));
  await app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${id}, ${BOT}, ${`u:${ana.id}`}, ${name}, ${type}, ${size}, ${id})`);
  return id;
}
/** Where a file is: null while nothing carries it. */
async function placeOf(fileId: string) {
  const [row] = await db().query<{ place: string | null }>(sql`
    select coalesce(conversation_id, scheduled_message_id, ticket_id, macro_id, quick_reply_id) as place
    from uploads where id = ${fileId}`);
  return row ? row.place : 'gone';
}
/** By people: the bot said that it did not understand. */
const sentBy = (phone: string) => chat.sentTo(phone).slice(1);
/** All that a message may change. */
const stateOf = (id: string) =>
  db().query(sql`
    select c.state, c.agent_id, c.message_count, c.scheduled_count,
      (select count(*)::int from events e where e.conversation_id = c.id) as told,
      (select count(*)::int from channel_sends s where s.conversation_id = c.id) as sends
    from conversations c where c.id = ${id}`);
const refusal = (channel: 'whatsapp' | 'instagram' | 'messenger', file = GIF) => ({
  status: 422,
  body: { error: 'rule', message: fileFault(channel, file), details: { field: 'attachments' } },
});

it('INB-141 what the table lets through the provider takes in that form; what it stops it would take in none', () => {
  const types = fc.constantFrom(...ATTACHMENT_TYPES);
  // A decimal megabyte of ours is less than the provider's.
  const size = fc.integer({ min: 1, max: 110_000_000 });
  fc.assert(
    fc.property(types, size, (type, size) => {
      const way = fileWay('whatsapp', { type, size });
      if (!way) {
        expect(uploadFault({ type, size: size * 1.05 })).not.toBeNull();
        return;
      }
      const sent = { type: way.type, size };
      expect([uploadFault(sent), sentFault(way.kind, sent)]).toEqual([null, null]);
    }),
  );
  const channels = fc.constantFrom('messenger', 'instagram');
  fc.assert(
    fc.property(channels, types, size, (channel, type, size) => {
      const kinds = ['image', 'video', 'audio', 'file'];
      const way = fileWay(channel, { type, size });
      if (way)
        expect(
          attachmentFault(channel, way.kind === 'document' ? 'file' : way.kind, { type, size }),
        ).toBeNull();
      else
        for (const kind of kinds)
          expect(attachmentFault(channel, kind, { type, size: size * 1.05 })).not.toBeNull();
    }),
  );
});

it('INB-142 a reply with a file that WhatsApp does not take is refused and changes nothing; the others may leave, and a note takes it', async () => {
  const { id, customer } = await chat.talk();
  const [gif, pdf] = [await put(), await put({ name: 'guia.pdf', type: 'application/pdf', size: 900 })];
  const before = await stateOf(id);
  expect(await chat.reply(id, { attachments: [pdf, gif] })).toMatchObject(refusal('whatsapp'));
  expect(await chat.reply(id, { text: '', attachments: [gif] })).toMatchObject(refusal('whatsapp'));
  expect(await stateOf(id)).toEqual(before);
  expect([await placeOf(gif), await placeOf(pdf)]).toEqual([null, null]);
  expect((await chat.reply(id, { attachments: [pdf] })).status).toBe(200);
  expect((await chat.reply(id, { note: true, attachments: [gif] })).status).toBe(200);
  await world.settle();
  expect(sentBy(customer.phone).map(({ type }) => type)).toEqual(['text', 'document']);
  expect(await chat.logOf(id)).not.toContainEqual(expect.objectContaining({ message_status: 'failed' }));
});

it('INB-142 what nobody has is not taken by a message that is refused', async () => {
  const { id } = await chat.talk();
  await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
    as: ana,
    body: { state: 'pending' },
  });
  const before = await stateOf(id);
  expect(await chat.reply(id, { take: true, attachments: [await put()] })).toMatchObject(refusal('whatsapp'));
  expect(await stateOf(id)).toEqual(before);
});

it('INB-141 files leave by WhatsApp in the form that the table says, and arrive', async () => {
  const { id, customer } = await chat.talk();
  const files = [
    { name: 'precios.csv', type: 'text/csv', size: 40 },
    { name: 'saludo.m4a', type: 'audio/x-m4a', size: 50 },
    { name: 'afiche.png', type: 'image/png', size: 5_000_001 },
    { name: 'foto.jpg', type: 'image/jpeg', size: 60 },
    { name: 'dibujo.webp', type: 'image/webp', size: 70 },
  ];
  const attachments: string[] = [];
  for (const file of files) attachments.push(await put(file));
  expect((await chat.reply(id, { text: '', attachments })).status).toBe(200);
  await world.settle();
  const sent = sentBy(customer.phone).map(({ type, body }) => [type, body[type]] as [string, object]);
  expect(sent.map(([type]) => type)).toEqual(['document', 'audio', 'document', 'image', 'document']);
  // The name tells the customer's phone what it is, whatever type the upload had.
  expect(sent[0]?.[1]).toMatchObject({ filename: 'precios.csv' });
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('INB-147 what was queued before its channel stopped taking it fails with the sentence, and is not sent as something else', async () => {
  const { id, customer } = await chat.talk();
  const file = await put({ name: 'foto.png', type: 'image/png', size: 80 });
  expect((await chat.reply(id, { text: '', attachments: [file] })).status).toBe(200);
  await db().query(sql`update uploads set name = ${NAME}, type = 'image/gif' where id = ${file}`);
  await world.settle();
  expect(sentBy(customer.phone)).toEqual([]);
  expect((await chat.logOf(id)).at(-1)).toMatchObject({
    message_status: 'failed',
    reason: fileFault('whatsapp', { ...GIF, size: 80 }),
  });
});

it.each(['instagram', 'messenger'] as const)('INB-142 %s takes its own kinds alone', async (channel) => {
  const own = await messagingOf(world, channel);
  const { id, customer } = await own.talk();
  const wrong =
    channel === 'instagram'
      ? { name: 'datos.csv', type: 'text/csv', size: 30 }
      : { name: 'video.mp4', type: 'video/mp4', size: 25_000_001 };
  const before = await stateOf(id);
  expect(await own.reply(id, { attachments: [await put(wrong)] })).toMatchObject(refusal(channel, wrong));
  expect(await stateOf(id)).toEqual(before);
  const right = [
    { name: 'dibujo.gif', type: 'image/gif', size: 90 },
    { name: 'guia.pdf', type: 'application/pdf', size: 91 },
    { name: 'voz.m4a', type: 'audio/mp4', size: 92 },
  ];
  const attachments: string[] = [];
  for (const file of right) attachments.push(await put(file));
  expect((await own.reply(id, { text: '', attachments })).status).toBe(200);
  await world.settle();
  const kinds = own
    .sentTo(customer.id)
    .slice(1)
    .map(({ body }) => (body.message as { attachment?: { type: string } }).attachment?.type);
  expect(kinds).toEqual(['image', 'file', 'audio']);
  expect((await own.logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('INB-143 a plan with such a file is refused, as is a change; what its channel takes no more at its moment is held back with the reason', async () => {
  const { id, customer } = await chat.talk();
  const send_at = new Date(world.server.app.clock.now().getTime() + HOUR).toISOString();
  const plan = (attachments: string[]) =>
    post(`/conversations/${id}/scheduled_messages`, {
      text: 'Mira',
      send_at,
      temporal_id: `p-${++names}`,
      attachments,
    });
  const gif = await put();
  const before = await stateOf(id);
  expect(await plan([gif])).toMatchObject(refusal('whatsapp'));
  expect(await stateOf(id)).toEqual(before);
  expect(await placeOf(gif)).toBeNull();
  const png = await put({ name: 'foto.png', type: 'image/png', size: 80 });
  const planned = (await plan([png])).body as ScheduledMessage;
  const changed = await world.server.call('PUT', `/svc/conversations/scheduled_messages/${planned.id}`, {
    as: ana,
    body: { text: 'Otra', send_at, attachments: [png, gif] },
  });
  expect(changed).toMatchObject(refusal('whatsapp'));
  expect([await placeOf(png), await placeOf(gif)]).toEqual([planned.id, null]);
  await db().query(sql`update uploads set name = ${NAME}, type = 'image/gif', size = 1000 where id = ${png}`);
  expect(await post(`/scheduled_messages/${planned.id}/send`, {})).toMatchObject(refusal('whatsapp'));
  world.server.pass(HOUR);
  await world.server.app.jobs.runDue();
  const { body } = await world.server.call(
    'GET',
    `/svc/conversations/conversations/${id}/scheduled_messages`,
    {
      as: ana,
    },
  );
  expect(body).toMatchObject({
    scheduled_messages: [
      { text: 'Mira', state: 'unsent', reason: fileFault('whatsapp', GIF), attachments: [{ id: png }] },
    ],
  });
  expect((await chat.logOf(id)).at(-1)?.text).toContain(fileFault('whatsapp', GIF));
  await world.settle();
  expect(sentBy(customer.phone)).toEqual([]);
});

it('INB-144 a macro with such a file does nothing of it; for many it is done where the channel takes it, and named where not', async () => {
  const [here, own] = [await chat.talk(), await messagingOf(world, 'messenger')];
  const there = await own.talk();
  const made = await post(`/macros/${BOT}`, {
    name: `m-${++names}`,
    shared: true,
    steps: { text: 'Mira', add_tags: ['vista'], remove_tags: [], assign: null, end: 'close' },
    attachments: [await put()],
  });
  const macro = made.body as Macro;
  const before = await stateOf(here.id);
  const ran = await post(`/conversations/${here.id}/macro_runs`, {
    macro_id: macro.id,
    revision: macro.revision,
    temporal_id: `r-${++names}`,
    last_seen: 100,
  });
  const message = `Respuesta: ${fileFault('whatsapp', GIF)}`;
  expect(ran).toMatchObject({ status: 422, body: { error: 'rule', message, details: { part: 'text' } } });
  expect(await stateOf(here.id)).toEqual(before);
  const seen_at = world.server.app.clock.now().toISOString();
  const bulk = await post('/conversations/bulk', {
    bot_id: BOT,
    ids: [here.id, there.id],
    change: { macro: { id: macro.id, revision: macro.revision, run: `bulk-${++names}`, seen_at } },
  });
  expect(bulk.body).toMatchObject({
    results: [
      { id: here.id, ok: false, error: 'rule', message },
      { id: there.id, ok: true },
    ],
  });
  expect(await stateOf(here.id)).toEqual(before);
  await world.settle();
  expect((await own.logOf(there.id)).find(({ text }) => text === 'Mira')).toMatchObject({
    message_status: 'read',
  });
});

it('INB-145 an answer to a ticket that leaves by the conversation is judged by its channel', async () => {
  const { id } = await chat.talk();
  const ticket = await world.server.call('POST', '/svc/main/tickets', {
    as: ana,
    body: { bot_id: BOT, subject: 'No llegó', conversation_id: id, category: null },
  });
  const of = (ticket.body as { id: string }).id;
  const gif = await put();
  const answer = (more: object) =>
    world.server.call('POST', `/svc/main/tickets/${of}/messages`, {
      as: ana,
      body: { temporal_id: `t-${++names}`, text: 'Mira', attachments: [gif], ...more },
    });
  const before = await stateOf(id);
  expect(await answer({})).toMatchObject(refusal('whatsapp'));
  expect(await stateOf(id)).toEqual(before);
  expect(await placeOf(gif)).toBeNull();
  expect((await answer({ note: true })).status).toBe(200);
});
