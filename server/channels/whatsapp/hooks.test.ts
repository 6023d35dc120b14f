/** Webhooks of WhatsApp: the door, the store, what of them is nobody's or cannot be read. Against the playground. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../playground/faults.ts';
import { sign } from '../../../playground/hooks.ts';
import { envelope } from '../../../playground/whatsapp/whatsapp.ts';
import { sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, text } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));
const db = () => world.server.app.db;

it('WH-1: what came in is in the store before it is answered, and a change that fails is parked, shown and replayed', async () => {
  const { change } = world.playground.whatsapp.incoming(world.number, chat.somebody(), text('Hola'));
  const other = chat.somebody();
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
  expect((await chat.conversationOf(other.phone)).state).toBe('active');
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
  const { change } = whatsapp.incoming(world.number, chat.somebody(), text('Hola'));
  const body = JSON.stringify(envelope([change]));
  expect(await hooks.post(target, body, '')).toBe(401);
  expect(await hooks.post(target, body, sign('another secret', body))).toBe(401);
  expect(await hooks.post(target, body, sign(target.appSecret, `${body} `))).toBe(401);
  expect(await hooks.post(target, 'x'.repeat(6_000_000))).toBe(413);
  // Signed by one number's secret, about another's: kept, applied to nothing.
  const foreign = whatsapp.addNumber({ hookUrl: target.url });
  await world.connect(foreign);
  const { change: theirs } = whatsapp.incoming(foreign, chat.somebody(), text('Hola'));
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
  const bodies = await db().query(sql`select error from hook_bodies where state = 'parked'`);
  expect(bodies).toContainEqual({ error: 'Su contenido no es JSON: no se puede leer.' });
});

it('the handshake gives the bare challenge to who knows a verify token, and 403 to others', async () => {
  expect(await world.playground.whatsapp.handshake(world.number)).toBe(true);
  expect(await world.playground.whatsapp.handshake({ ...world.number, verifyToken: 'otro' })).toBe(false);
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

it('what is due of a lane is found without reading a month of webhooks', async () => {
  const [body] = await db().query<{ id: number }>(sql`
    insert into hook_bodies (provider, body, verified_by, received_at, state)
    values ('whatsapp', '', '[]', now(), 'split') returning id`);
  await db().query(sql`
    insert into hook_parts (body_id, connection_id, bot_id, kind, lane, once, content, said_at, received_at, next_at, state)
    select ${body?.id ?? 0}::bigint, ${world.connection.id}, ${BOT}::int, 'message', 'lane-' || n % 50, 'bulk-' || n, '{}',
      now(), now(), now(), 'done'
    from generate_series(1, 5000) n`);
  await db().query(sql`analyze hook_parts`);
  for (const where of [
    sql`lane = 'lane-7' and state in ('waiting', 'missing') and next_at <= now()`,
    sql`state in ('waiting', 'missing') and next_at <= now()`,
  ]) {
    const plan = await db().query(sql`explain select lane from hook_parts where ${where}`);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  }
  await db().query(sql`delete from hook_bodies where id = ${body?.id ?? 0}`);
});
