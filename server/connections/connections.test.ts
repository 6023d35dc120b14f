/** Connections: a real check before one is made, one taxonomy of faults, secrets that never come out, one bot an account. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NO_FAULTS } from '../../playground/faults.ts';
import { BOT, type ChannelWorld, channelWorld } from '../channels/testing.ts';
import { sql } from '../platform/database/database.ts';
import { findConnection, openCredentials, sealCredentials } from './connection-row.ts';
import { checkConnection } from './connections.ts';
import { noteUse } from './health.ts';
import { ConnectionFault, type ProviderPort } from './provider.ts';

let world: ChannelWorld;
beforeAll(async () => {
  world = await channelWorld();
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));

const create = (credentials: Record<string, string>, provider = 'whatsapp') =>
  world.server.call('POST', '/svc/main/connections', {
    as: world.team.owner,
    body: { bot_id: BOT, provider, credentials },
  });
const change = (body: object, path = '') =>
  world.server.call(path === '' ? 'PUT' : 'POST', `/svc/main/connections/${world.connection.id}${path}`, {
    as: world.team.owner,
    ...(path === '' ? { body } : {}),
  });
const list = async (as = world.team.owner) =>
  (await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, { as })).body as Record<
    string,
    unknown
  >[];

it('asks the provider first, names it as the provider does, and keeps its secrets to itself', async () => {
  const [first] = await list();
  expect(first).toMatchObject({ name: world.number.verifiedName, state: 'ok', last_error: null });
  expect(JSON.stringify(await list())).not.toContain(world.number.accessToken);
  const [row] = await world.server.app.db.query<{ credentials: string }>(
    sql`select credentials from connections`,
  );
  expect(row?.credentials).not.toContain(world.number.accessToken);
  expect(world.playground.whatsapp.memory.subscribed.has(world.number.businessAccountId)).toBe(true);
});

it('refuses what the provider refuses, by kind, with what to do; and an account that is linked already', async () => {
  const fresh = world.playground.whatsapp.addNumber();
  const wrong = await create({ ...world.credentials(fresh), access_token: 'no such token' });
  expect(wrong).toMatchObject({ status: 422, body: { details: { kind: 'unauthorized' } } });
  world.playground.faults.tooMany = 1;
  expect(await create(world.credentials(fresh))).toMatchObject({
    body: { details: { kind: 'rate_limited' } },
  });
  world.playground.faults.broken = 1;
  expect(await create(world.credentials(fresh))).toMatchObject({
    body: { details: { kind: 'provider_error' } },
  });
  const other = await create({ ...world.credentials(fresh), business_account_id: '99999' });
  expect(other).toMatchObject({ status: 422 });
  expect(await create(world.credentials(world.number))).toMatchObject({ status: 409 });
  expect(await create({ ...world.credentials(fresh), app_secret: '' })).toMatchObject({
    status: 422,
    body: { details: { field: 'credentials.app_secret' } },
  });
  expect(await create({}, 'vtex')).toMatchObject({
    status: 422,
    body: { details: { field: 'credentials.account' } },
  });
  expect(await list()).toHaveLength(1);
});

it('takes the number of a chatbot that was deleted, and keeps it when that one comes back', async () => {
  const { server, team } = world;
  const fresh = world.playground.whatsapp.addNumber();
  await server.addBot(66);
  await server.link(team.owner, 66, 'propietario');
  const first = await world.connect(fresh, 66);
  expect((await server.call('DELETE', '/svc/main/bot/66', { as: team.owner })).status).toBe(200);
  const taken = await create(world.credentials(fresh));
  expect(taken).toMatchObject({ status: 201 });
  const { id } = taken.body as { id: string };
  expect(id).not.toBe(first.id);
  await server.app.db.query(sql`update bots set deleted_at = null where id = 66`);
  await server.link(team.owner, 66, 'propietario');
  await expect(world.connect(fresh, 66)).rejects.toThrow(/409.*Desconéctala ahí/);
  const gone = await server.call('DELETE', `/svc/main/connections/${id}`, { as: team.owner });
  expect(gone.status).toBe(200);
});

it('HTTP-11 who only types the name of an account learns nothing of whether a chatbot has it', async () => {
  const { server, team, number } = world;
  const fresh = world.playground.whatsapp.addNumber();
  const guess = (one: typeof number) =>
    server.call('POST', '/svc/main/connections', {
      as: team.stranger,
      body: {
        bot_id: 7,
        provider: 'whatsapp',
        credentials: { ...world.credentials(one), access_token: 'no such token' },
      },
    });
  const [taken, free] = [await guess(number), await guess(fresh)];
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  expect(taken.status).toBe(422);
});

it('is mended in place with the same account alone, pauses, and is checked when asked and once a day', async () => {
  const fresh = world.playground.whatsapp.addNumber();
  expect(await change({ credentials: world.credentials(fresh) })).toMatchObject({ status: 422 });
  expect(await change({ paused: true, name: 'Ventas' })).toMatchObject({
    body: { state: 'paused', name: 'Ventas' },
  });
  expect(await change({ paused: false })).toMatchObject({ body: { state: 'ok' } });
  world.playground.faults.deadToken = true;
  expect(await change({}, '/check')).toMatchObject({
    status: 200,
    body: { state: 'needs_reconnect', last_error: { kind: 'unauthorized' } },
  });
  world.playground.faults.deadToken = false;
  world.server.pass(25 * 60 * 60_000);
  await world.server.app.jobs.runDue();
  expect((await list())[0]).toMatchObject({ state: 'ok' });
});

it('shows name, provider and state alone to who has no Integraciones, and nothing may be changed by them', async () => {
  const [seen] = await list(world.team.ana);
  expect(Object.keys(seen ?? {}).sort()).toEqual(['name', 'provider', 'state']);
  const denied = await world.server.call('DELETE', `/svc/main/connections/${world.connection.id}`, {
    as: world.team.ana,
  });
  expect(denied.status).toBe(403);
  const stranger = await world.server.call('POST', `/svc/main/connections/${world.connection.id}/check`, {
    as: world.team.stranger,
  });
  expect(stranger.status).toBe(404);
});

it('names the shops of a bot to who knows its token, and no channel among them', async () => {
  const ask = (token: string) =>
    fetch(`${world.server.url}/svc/main/user_credentials/search_for_bot/${BOT}`, {
      headers: {
        ...(world.team.ana.headers as unknown as Record<string, string>),
        'bot-token': token,
        'bot-id': String(BOT),
      },
    });
  expect(await (await ask(`token-${BOT}`)).json()).toEqual([]);
  expect((await ask('otro')).status).toBe(404);
});

it('OA-1 what was refused with a token that was renewed meanwhile says nothing about the account', async () => {
  const { app } = world.server;
  const before = await findConnection(app.db, world.connection.id);
  if (!before) throw new Error('It is gone');
  const old = openCredentials(app, before)['access_token'];
  const asked: string[] = [];
  // A provider at which somebody else renews the token while we ask with the old one.
  const provider: ProviderPort = {
    credentials: z.record(z.string(), z.string()),
    account: () => ({ account: null, parent: null }),
    check: async (credentials) => {
      asked.push(credentials['access_token'] ?? '');
      if (credentials['access_token'] !== old) return { name: 'x', capabilities: {}, facts: {} };
      await app.db.query(sql`
        update connections set credentials = ${sealCredentials(app, { ...credentials, access_token: 'renewed' })}
        where id = ${world.connection.id}`);
      throw new ConnectionFault('unauthorized', 'The token is over');
    },
  };
  const after = await checkConnection(app, { whatsapp: provider }, world.connection.id);
  expect(asked).toEqual([old, 'renewed']);
  expect(after).toMatchObject({ state: 'ok', last_error: null });
  await app.db.query(sql`
    update connections set credentials = ${before.credentials} where id = ${world.connection.id}`);
});

it('OA-1 a refusal that is written down after the renewal was kept breaks nothing', async () => {
  const { app } = world.server;
  const id = world.connection.id;
  const before = await findConnection(app.db, id);
  if (!before) throw new Error('It is gone');
  const renewed = sealCredentials(app, { ...openCredentials(app, before), access_token: 'renewed' });
  await app.db.query(sql`update connections set credentials = ${renewed} where id = ${id}`);
  await noteUse(app, id, 'unauthorized', before.credentials);
  expect(await findConnection(app.db, id)).toMatchObject({ health: 'ok', last_error: null });
  await noteUse(app, id, 'unauthorized', renewed);
  expect(await findConnection(app.db, id)).toMatchObject({ health: 'needs_reconnect' });
  await app.db.query(sql`update connections set credentials = ${before.credentials} where id = ${id}`);
  await noteUse(app, id, null);
});
