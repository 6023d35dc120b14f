/** What is said to customers by WhatsApp: its parts, its statuses, what waits, what fails. Against the playground. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCK_TEXT } from '../../../contract/rules/lock.ts';
import { NO_FAULTS } from '../../../playground/faults.ts';
import { sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, PICTURE, text } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));
const db = () => world.server.app.db;

it('an agent answers with words and a file, in that order, and the message is read when both are', async () => {
  const { id, customer } = await chat.talk();
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
  const before = chat.sentTo(customer.phone).length;
  expect((await chat.reply(id, { attachments: [file.id] })).body).toMatchObject({ message_status: 'queued' });
  await world.settle();
  expect(
    chat
      .sentTo(customer.phone)
      .slice(before)
      .map(({ type }) => type),
  ).toEqual(['text', 'image']);
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('WH-3: a status never goes down; failed only from below delivered, and what did arrive overrules it', async () => {
  const { id, customer } = await chat.talk();
  world.playground.faults.statusDelay = 3_600_000;
  await chat.reply(id, {});
  await world.settle();
  const wamid = chat.sentTo(customer.phone).at(-1)?.id ?? '';
  const { whatsapp } = world.playground;
  const tell = async (status: string, code?: number) => {
    whatsapp.status(wamid, status, code);
    await world.settle();
    const last = (await chat.logOf(id)).at(-1);
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
  const { id, customer } = await chat.talk();
  world.playground.faults.lostAnswers = 1;
  await chat.reply(id, {});
  await world.settle();
  expect(chat.sentTo(customer.phone).filter(({ type }) => type === 'text')).not.toHaveLength(0);
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read', reason: null });
});

it('a send that never arrived is said to be unknown after ten minutes, and not repeated', async () => {
  const { id, customer } = await chat.talk();
  world.playground.faults.lostRequests = 1;
  const before = chat.sentTo(customer.phone).length;
  await chat.reply(id, {});
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  world.server.pass(11 * 60_000);
  await world.settle();
  const last = (await chat.logOf(id)).at(-1);
  expect(last).toMatchObject({ message_status: 'failed' });
  expect(last?.reason).toContain('No sabemos si llegó');
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
});

it('CA-4: 429 makes the number wait, and survives a restart; nothing fails by it', async () => {
  const { id, customer } = await chat.talk();
  Object.assign(world.playground.faults, { tooMany: 1, retryAfter: 120 });
  const before = chat.sentTo(customer.phone).length;
  await chat.reply(id, {});
  await world.server.channels.lanes.runDue();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
  const [lane] = await db().query<{ paused_until: string | null }>(sql`
    select paused_until from channel_lanes where connection_id = ${world.connection.id}`);
  expect(Date.parse(lane?.paused_until ?? '')).toBeGreaterThan(
    world.server.app.clock.now().getTime() + 100_000,
  );
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
  world.server.pass(121_000);
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('CA-5: a person’s words overtake the bot’s in the queue of a number', async () => {
  const { id, customer } = await chat.talk();
  const other = chat.somebody();
  world.playground.whatsapp.customerWrites(world.number, other, text('Hola'));
  await world.playground.hooks.idle();
  world.server.pass(2_100);
  await world.server.channels.intake.runDue();
  await chat.reply(id, {});
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
  const { customer } = await chat
    .talk({ phone: '56900132016', name: 'Mágica' })
    .catch(() => ({ customer: null }));
  expect(customer?.phone).toBe('56900132016');
  const { id } = await chat.conversationOf('56900132016');
  await chat.reply(id, {});
  await world.settle();
  const last = (await chat.logOf(id)).at(-1);
  expect([last?.message_status, last?.reason]).toEqual([
    'failed',
    'WhatsApp desactivó esta plantilla. Usa otra.',
  ]);
  const again = await chat.talk();
  world.playground.faults.broken = 2;
  await chat.reply(again.id, {});
  for (let round = 0; round < 4; round += 1) {
    await world.settle();
    world.server.pass(20_000);
  }
  expect((await chat.logOf(again.id)).at(-1)).toMatchObject({ message_status: 'read' });
});

it('the 24 h lock is the provider’s: counted from the customer’s own time, and judged when a message leaves', async () => {
  const { id, customer } = await chat.talk();
  await chat.reply(id, {});
  const before = chat.sentTo(customer.phone).length;
  world.server.pass(25 * 60 * 60_000);
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
  const last = (await chat.logOf(id)).at(-1);
  expect([last?.message_status, last?.reason?.includes('24 horas')]).toEqual(['failed', true]);
  expect((await chat.reply(id, {})).status).toBe(422);
});

it('what the bot says at a timer obeys the 24 h lock too: it leaves before, and after it stands failed with the reason', async () => {
  const { db, clock } = world.server.app;
  await db.query(sql`
    update bots set inactive_after_minutes = 60, close_after_minutes = 2880, inactive_message = '¿Sigues ahí?',
      closed_message = 'Cerramos por hoy.' where id = ${BOT}`);
  const customer = chat.somebody();
  const begun = clock.now().getTime();
  world.playground.whatsapp.customerWrites(world.number, customer, text('Hola'));
  await world.settle();
  const { id } = await chat.conversationOf(customer.phone);
  const said = async (words: string) => (await chat.logOf(id)).find((one) => one.text === words);
  const left = (words: string) =>
    chat.sentTo(customer.phone).filter(({ body }) => JSON.stringify(body).includes(words)).length;
  world.server.pass(61 * 60_000);
  await world.settle();
  expect(await chat.conversationOf(customer.phone)).toMatchObject({ state: 'inactive' });
  expect(left('¿Sigues ahí?')).toBe(1);
  world.server.pass(49 * 60 * 60_000);
  await world.settle();
  expect(clock.now().getTime() - begun).toBeGreaterThan(24 * 60 * 60_000);
  expect(await chat.conversationOf(customer.phone)).toMatchObject({ id, state: 'closed' });
  expect(await said('Cerramos por hoy.')).toMatchObject({ message_status: 'failed', reason: LOCK_TEXT });
  expect(left('Cerramos por hoy.')).toBe(0);
  await db.query(sql`
    update bots set inactive_after_minutes = null, close_after_minutes = null, inactive_message = '', closed_message = ''
    where id = ${BOT}`);
});

it('TK-1: a dead token stops the queue, marks nothing as sent and tells the owner once; mended in place it goes on', async () => {
  const { id } = await chat.talk();
  world.playground.faults.deadToken = true;
  await chat.reply(id, {});
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'queued' });
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
  await chat.reply(id, {});
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
  expect((await chat.logOf(id)).slice(-2)).toMatchObject([
    { message_status: 'read' },
    { message_status: 'read' },
  ]);
});

it('after a restore nothing leaves by itself, until an owner lets it', async () => {
  const { id, customer } = await chat.talk();
  // What a backup leaves out.
  await db().query(sql`delete from channel_lanes`);
  const before = chat.sentTo(customer.phone).length;
  await chat.reply(id, {});
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
  const resume = (as: typeof world.team.owner) =>
    world.server.call('POST', `/svc/main/connections/${world.connection.id}/resume`, { as });
  expect((await resume(world.team.ana)).status).toBe(403);
  expect((await resume(world.team.owner)).body).toEqual({ waiting: 1 });
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before + 1);
});
