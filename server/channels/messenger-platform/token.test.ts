/** TK-2: Instagram's token is kept fresh, and who looks after it is told while there is time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findConnection, openCredentials, sealCredentials } from '../../connections/connection-row.ts';
import { noteUse } from '../../connections/health.ts';
import { sql } from '../../platform/database/database.ts';
import { type ChannelWorld, channelWorld } from '../testing.ts';
import { type MessagingWorld, messagingOf } from './testing.ts';

const DAY = 24 * 60 * 60_000;
let world: ChannelWorld;
let own: MessagingWorld;
beforeAll(async () => {
  world = await channelWorld();
  own = await messagingOf(world, 'instagram');
});
afterAll(() => world.close());

const stored = async () => {
  const [row] = await world.server.app.db.query<{ credentials: string }>(sql`
    select credentials from connections where id = ${own.connection.id}`);
  return openCredentials(world.server.app, row ?? { credentials: '' })['access_token'];
};
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) {
    world.server.pass(DAY + 1000);
    await world.server.app.jobs.runDue();
  }
};
const renewals = () =>
  own.messaging.memory.calls.filter((call) => call.includes('refresh_access_token')).length;

it('TK-2: renewed after 24 h, then from day 45 on, daily until it works; five failures tell the owner with ten days left', async () => {
  const first = own.account.accessToken;
  await days(1);
  expect(own.account.accessToken).not.toBe(first);
  expect(await stored()).toBe(own.account.accessToken);
  const second = own.account.accessToken;
  await days(44);
  expect([renewals(), await stored()]).toEqual([1, second]);
  const told = () =>
    world.server.app.db.query<{ body: string }>(sql`
      select body from notifications where type = 'connection' and user_id = ${world.team.owner.id}
        and subject = 'El token de Instagram no se pudo renovar'`);
  for (let day = 1; day <= 5; day += 1) {
    expect(await told()).toHaveLength(0);
    // The daily look at the connection may find it well: only renewing is refused.
    own.account.tokenAt = world.server.app.clock.now().getTime() + DAY;
    await days(1);
  }
  expect(renewals()).toBe(6);
  const [notice] = await told();
  expect(notice?.body).toMatch(/Quedan (9|10|11) días/);
  own.account.tokenAt = world.server.app.clock.now().getTime() - 50 * DAY;
  await days(1);
  expect(own.account.accessToken).not.toBe(second);
  expect(await stored()).toBe(own.account.accessToken);
  // A customer is answered with the new one.
  const customer = own.somebody();
  await own.writes(customer, { message: { text: 'Hola' } });
  expect(own.sentTo(customer.id).length).toBeGreaterThan(0);
});

it('TK-2: who was refused with the old token while the new one was on its way leaves nothing broken', async () => {
  own.account.tokenAt = world.server.app.clock.now().getTime() - 50 * DAY;
  await world.server.app.db.query(sql`
    update channel_tokens set got_at = ${new Date(own.account.tokenAt)} where connection_id = ${own.connection.id}`);
  const old = await findConnection(world.server.app.db, own.connection.id);
  await noteUse(world.server.app, own.connection.id, 'unauthorized', old?.credentials);
  await world.server.app.db.query(sql`
    update jobs set run_at = ${world.server.app.clock.now()} where key = ${`instagram.token:${own.connection.id}`}`);
  await world.server.app.jobs.runDue();
  expect(await findConnection(world.server.app.db, own.connection.id)).toMatchObject({ health: 'ok' });
  const customer = own.somebody();
  await own.writes(customer, { message: { text: 'Hola' } });
  expect(own.sentTo(customer.id).length).toBeGreaterThan(0);
});

it('TK-2: of two processes one renews at a time', async () => {
  own.account.tokenAt = world.server.app.clock.now().getTime() - 50 * DAY;
  await world.server.app.db.query(sql`
    update channel_tokens set got_at = ${new Date(own.account.tokenAt)} where connection_id = ${own.connection.id}`);
  const before = renewals();
  world.server.pass(DAY + 1000);
  await Promise.all([world.server.app.jobs.runDue(), world.server.app.jobs.runDue()]);
  expect(renewals()).toBe(before + 1);
  expect(await stored()).toBe(own.account.accessToken);
});

it('TK-2: a token that a person gives meanwhile is theirs, and renewed 24 h later', async () => {
  own.account.accessToken = 'typed-by-a-person';
  own.account.tokenAt = world.server.app.clock.now().getTime();
  // Through the database: the sessions of the first days have ended.
  const [row] = await world.server.app.db.query<{ credentials: string }>(sql`
    select credentials from connections where id = ${own.connection.id}`);
  const next = {
    ...openCredentials(world.server.app, row ?? { credentials: '' }),
    access_token: 'typed-by-a-person',
  };
  await world.server.app.db.query(sql`
    update connections set credentials = ${sealCredentials(world.server.app, next)},
      updated_at = ${world.server.app.clock.now()} where id = ${own.connection.id}`);
  await days(1);
  await days(1);
  expect(own.account.accessToken).toMatch(/^typed-by-a-person\.\d+$/);
  expect(await stored()).toBe(own.account.accessToken);
});
