/** A site's own users: who shows the site's signature is that user on every device, and nobody is without it. */
import { createHmac } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WidgetIdentity } from '../../../contract/calls/widget.ts';
import { WIDGET_LIMITS } from '../../../contract/widget-limits.ts';
import { refusalOf } from '../../../tests/support/visitor-page.ts';
import { sql } from '../../platform/database/database.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { signedText } from './signed-identity.ts';
import { accepted, said, VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let botId: number;
let secret: string;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
  secret = await newSecret(null);
});
afterEach(() => stage.hangUp());

const state = async () =>
  (await server.call('GET', `/svc/main/bot/${botId}/widget_identity`, { as: stage.owner }))
    .body as WidgetIdentity;

async function newSecret(seen: string | null, as = stage.owner, bot = botId): Promise<string> {
  const { status, body } = await server.call('POST', `/svc/main/bot/${bot}/widget_secret`, {
    as,
    body: { seen },
  });
  expect(status).toBe(200);
  return (body as { secret: string }).secret;
}

const sign = (of: Parameters<typeof signedText>[0], key = secret) => ({
  ...of,
  hash: createHmac('sha256', key).update(signedText(of)).digest('hex'),
});
const auth = (more: object) => ({ botId, botToken: `token-${botId}`, ...more });
const clients = async () => {
  const rows = await server.app.db.query<{ id: string }>(sql`select id from leads where bot_id = ${botId}`);
  return rows.map(({ id }) => id).sort();
};
/** The door's word. */
const refusal = async (identity: object) =>
  (await stage.refusal(auth({ identity }))) as { error: string; details?: { reason?: string } };

test('WID-4 with the signature a user has one client and one history on every device; a stranger, another user and the old token have none of it', async () => {
  const laptop = await stage.page({ identity: sign({ id: 'user-7' }) });
  accepted(await laptop.write({ text: 'mi talla es 42' }));
  await said(laptop, 'mi talla es 42');
  const phone = await stage.page({ identity: sign({ id: 'user-7' }) });
  expect(phone.connected.signed).toBe(true);
  expect(phone.connected.messages.map(({ text }) => text)).toContain('mi talla es 42');
  expect(await clients()).toHaveLength(1);
  const stranger = await stage.page();
  const other = await stage.page({ identity: sign({ id: 'user-8' }) });
  expect([stranger, other].map(({ connected }) => connected.messages)).toEqual([[], []]);
  // What a device was given opens the same chat, for a while and at this bot alone.
  const again = await stage.page({ roomToken: phone.connected.roomToken });
  expect(again.connected.messages.map(({ text }) => text)).toContain('mi talla es 42');
  const elsewhere = await stage.nextBot();
  const foreign = await stage.page({ roomToken: phone.connected.roomToken });
  expect(foreign.connected).toMatchObject({ messages: [] });
  expect(elsewhere).not.toBe(botId);
});

test('WID-4 of two tabs and twenty devices that say so for the first time at once one client is made', async () => {
  const pages = await Promise.all(
    Array.from({ length: 20 }, () => stage.page({ identity: sign({ id: 'new-user' }) })),
  );
  expect(pages.every(({ connected }) => connected.signed)).toBe(true);
  expect(await clients()).toHaveLength(1);
  const rows = await server.app.db.query(sql`select id from visitors where bot_id = ${botId}`);
  expect(rows).toHaveLength(1);
});

test('WID-5 who wrote as somebody unknown and signs in for the first time takes it along; the browser’s token opens nothing from then on', async () => {
  const before = await stage.page();
  accepted(await before.write({ text: 'escrito antes de entrar' }));
  const { roomToken } = before.connected;
  const signedIn = await stage.page({ roomToken, identity: sign({ id: 'ana@tienda' }) });
  expect(signedIn.connected.messages.map(({ text }) => text)).toContain('escrito antes de entrar');
  const left = await stage.page({ roomToken });
  expect(left.connected.messages).toEqual([]);
  expect(left.connected.roomToken).not.toBe(roomToken);
  // Somebody else who then signs in there has a history of their own, whosever token the browser shows.
  const next = await stage.page({
    roomToken: signedIn.connected.roomToken,
    identity: sign({ id: 'bea@tienda' }),
  });
  expect(next.connected.messages).toEqual([]);
  // What is said without a signature is only said: it names nobody's history.
  const claims = await stage.page();
  accepted(await claims.write({ text: 'soy ana@tienda' }));
  await claims.socket.emitWithAck('IDENTIFY', { name: 'Ana', email: 'ana@tienda.cl' });
  const same = await stage.page({ roomToken: claims.connected.roomToken });
  expect(same.connected.messages.map(({ text }) => text)).not.toContain('escrito antes de entrar');
});

test('WID-6 a forged signature, another bot’s, another user’s, an ended one and nonsense open nothing, change nothing and are counted', async () => {
  const mine = botId;
  const own = secret;
  const ours = await stage.page({ identity: sign({ id: 'victima' }) });
  accepted(await ours.write({ text: 'privado' }));
  const before = await clients();
  const other = await stage.nextBot();
  const theirs = await newSecret(null, stage.owner, other);
  stage.botId = mine;
  const ended = Math.floor(server.app.clock.now().getTime() / 1000) - 1;
  const valid = sign({ id: 'victima', expires: ended + 3600 }, own);
  const forged: object[] = [
    sign({ id: 'victima' }, 'otro secreto'),
    sign({ id: 'victima' }, theirs),
    { ...sign({ id: 'otra' }, own), id: 'victima' },
    // A later end, an e-mail, or none of what was signed.
    { ...valid, expires: ended + 7200 },
    { ...valid, expires: null },
    { ...valid, email: 'victima@tienda.cl' },
    { id: 'victima', hash: '' },
    { id: 'victima', hash: 'é'.repeat(64) },
    { id: 'victima', hash: '0'.repeat(64) },
  ];
  for (const identity of forged) {
    const { error, details } = await refusal(identity);
    expect({ error, reason: details?.reason }).toEqual({ error: 'forbidden', reason: 'identity' });
  }
  expect((await refusal(sign({ id: 'victima', expires: ended }, own))).details?.reason).toBe(
    'identity_expired',
  );
  // No shape of it, either.
  for (const identity of [
    { id: 'a\nb', hash: '0'.repeat(64) },
    { id: 'x'.repeat(10_000), hash: '0'.repeat(64) },
    { id: 7, hash: [] },
    { id: 'a', expires: 'mañana', hash: '0'.repeat(64) },
    [],
  ])
    expect((await refusal(identity)).error).toBe('bad_request');
  expect(await clients()).toEqual(before);
  expect((await state()).refused).toBe(forged.length);
  expect((await stage.page({ identity: valid })).connected.signed).toBe(true);
  stage.botId = other;
});

test('WID-6 who shows thousands of signatures is stopped before one is looked at, and only they are', async () => {
  const proxied = await startTestServer({ trustProxy: true });
  try {
    await proxied.addBot(botId);
    const from = (address: string) =>
      refusalOf(
        io(`${proxied.url}/visitor`, {
          auth: auth({ identity: { id: 'victima', hash: '0'.repeat(64) } }),
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          extraHeaders: { 'x-forwarded-for': address },
        }),
      );
    const words = new Map<string, number>();
    for (let round = 0; round < 8; round += 1) {
      const all = await Promise.all(Array.from({ length: 25 }, () => from('203.0.113.7')));
      for (const { error } of all) words.set(error, (words.get(error) ?? 0) + 1);
    }
    expect(Object.fromEntries(words)).toEqual({
      forbidden: WIDGET_LIMITS.signatures,
      too_many: 200 - WIDGET_LIMITS.signatures,
    });
    expect((await from('203.0.113.8')).error).toBe('forbidden');
    const [counted] = await proxied.app.db.query<{ count: number }>(sql`select count from widget_refusals`);
    expect(counted?.count).toBe(WIDGET_LIMITS.signatures + 1);
  } finally {
    await proxied.close();
  }
});

test('WID-7 while a secret is rotated two are valid; after it, and when it is ended, signatures and chats of the old one open nothing', async () => {
  const old = sign({ id: 'u' });
  const device = await stage.page({ identity: old });
  accepted(await device.write({ text: 'con el secreto anterior' }));
  const [first] = (await state()).secrets;
  const fresh = await newSecret(first?.id ?? null);
  expect(fresh).not.toBe(secret);
  // Two at once: the second hears of the first.
  const twice = await server.call('POST', `/svc/main/bot/${botId}/widget_secret`, {
    as: stage.owner,
    body: { seen: first?.id ?? null },
  });
  expect(twice.status).toBe(409);
  for (const identity of [old, sign({ id: 'u' }, fresh)])
    expect((await stage.page({ identity })).connected.messages).toHaveLength(2);
  expect((await state()).secrets.map(({ ends_at }) => ends_at !== null)).toEqual([false, true]);
  const end = (which: string) =>
    server.call('POST', `/svc/main/bot/${botId}/widget_secret/end`, { as: stage.owner, body: { which } });
  expect((await end('previous')).status).toBe(200);
  expect((await refusal(old)).details?.reason).toBe('identity');
  const replayed = await stage.page({ roomToken: device.connected.roomToken });
  expect(replayed.connected.messages).toEqual([]);
  expect((await stage.page({ identity: sign({ id: 'u' }, fresh) })).connected.messages).toHaveLength(2);
  // Nobody but who may edit the bot sees or makes one, and no answer but the first has its text.
  const listed = JSON.stringify(await state());
  for (const text of [secret, fresh]) expect(listed).not.toContain(text);
  for (const [method, path, body] of [
    ['GET', 'widget_identity', undefined],
    ['POST', 'widget_secret', { seen: null }],
    ['POST', 'widget_secret/end', { which: 'all' }],
  ] as const)
    expect(
      (await server.call(method, `/svc/main/bot/${botId}/${path}`, { as: stage.ana, body })).status,
    ).toBe(403);
  const stored = await server.app.db.query<{ sealed: string }>(sql`select sealed from widget_secrets`);
  expect(stored.map(({ sealed }) => sealed).join()).not.toContain(fresh);
  expect((await end('all')).status).toBe(200);
  expect((await refusal(sign({ id: 'u' }, fresh))).details?.reason).toBe('identity');
});

test('WID-7 a rotation after the rotation ends the chats that the one before let in', async () => {
  const device = await stage.page({ identity: sign({ id: 'u' }) });
  const left = new Promise((resolve) => device.socket.once('disconnect', resolve));
  const latest = async () => (await state()).secrets[0]?.id ?? null;
  await newSecret(await latest());
  // Both are valid: the chat goes on.
  accepted(await device.write({ text: 'sigo aquí' }));
  await newSecret(await latest());
  await left;
  expect((await refusal(sign({ id: 'u' }))).details?.reason).toBe('identity');
});

test('WID-8 a token of a signed user can be neither made up nor stretched, and an erased client’s opens nothing', async () => {
  const page = await stage.page({ identity: sign({ id: 'se-va', email: 'se@va.cl' }) });
  accepted(await page.write({ text: 'se borra' }));
  const { roomToken } = page.connected;
  const [visitor = '', key = '', ends = '', signature = ''] = roomToken.split('.');
  const [other] = await server.app.db.query<{ id: string }>(
    sql`select id from visitors where bot_id <> ${botId} limit 1`,
  );
  for (const token of [
    [visitor, key, Number(ends) + 1, signature],
    [other?.id ?? 'x', key, ends, signature],
    [visitor, 'otro', ends, signature],
    [visitor, key, ends, ''],
    [visitor, key, ends],
  ])
    expect((await stage.page({ roomToken: token.join('.') })).connected.messages).toEqual([]);
  server.pass(WIDGET_LIMITS.session + 1_000);
  expect((await stage.page({ roomToken })).connected.messages).toEqual([]);
  const [id] = await clients();
  expect((await server.call('DELETE', `/svc/main/leads/${id}`, { as: stage.owner })).status).toBe(200);
  const again = await stage.page({ identity: sign({ id: 'se-va' }) });
  expect(again.connected.messages).toEqual([]);
  const left = await server.app.db.query(sql`
    select 1 as found from visitors where vouched_email is not null and bot_id = ${botId}`);
  expect(left).toEqual([]);
});
