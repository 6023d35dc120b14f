/** Tokens that end are renewed by one at a time, and only a grant that is over twice breaks a connection (OA-1 to OA-5). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../contract/entities/connection.ts';
import { findConnection, openCredentials } from '../connections/connection-row.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { renewGrant } from '../shops/grants.ts';
import { BOT, type InstallWorld, install, installWorld } from './testing.ts';

let world: InstallWorld;
let id: string;
beforeAll(async () => {
  world = await installWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.afresh();
  id = ((await install(world, 'jumpseller')).body as Connection).id;
  await world.server.app.jobs.runDue();
});

const check = async () =>
  (await world.server.call('POST', `/svc/main/connections/${id}/check`, { as: world.team.owner }))
    .body as Connection;
const credentials = async () => {
  const row = await findConnection(world.server.app.db, id);
  if (!row) throw new Error('It is gone');
  return openCredentials(world.server.app, row);
};
const MINUTE = 60_000;

it('OA-1 ten that find the token ended renew it once, and all go on with the new one', async () => {
  world.shops.expire();
  const used = await credentials();
  const all = await Promise.all(Array.from({ length: 10 }, () => renewGrant(world.server.app, id, used)));
  expect(world.shops.refreshes).toBe(1);
  expect(new Set(all.map(({ authtoken }) => authtoken)).size).toBe(1);
  expect(all[0]?.['authtoken']).toBe((await credentials())['authtoken']);
});

it('OA-1 who looked before another renewed, and got their turn after, shows the platform no used token', async () => {
  const used = await credentials();
  const { app } = world.server;
  let first = true;
  // Between the look and the lease another one renews.
  const db: Database = {
    ...app.db,
    query(statement) {
      const leases = first && statement.text.includes('insert into shop_grants');
      if (!leases) return app.db.query(statement);
      first = false;
      return renewGrant(app, id, used).then(() => app.db.query(statement));
    },
  };
  const late = { ...app, db };
  const got = await renewGrant(late, id, used);
  expect(got['authtoken']).toBe((await credentials())['authtoken']);
  expect(world.shops.refreshes).toBe(1);
  expect(await check()).toMatchObject({ state: 'ok' });
});

it('a check with an ended token renews it and is well', async () => {
  world.shops.expire();
  expect(await check()).toMatchObject({ state: 'ok', last_error: null });
});

it('OA-1 who lost the race to another process uses what that one wrote', async () => {
  const used = await credentials();
  const { app } = world.server;
  // Another one renews meanwhile: our refresh token is refused, and theirs stands in the row.
  world.shops.faults.invalidGrants = 1;
  const theirs = renewGrant(app, id, used);
  await expect(theirs).rejects.toMatchObject({ kind: 'provider_error' });
  await renewGrant(app, id, used);
  expect((await renewGrant(app, id, used))['authtoken']).toBe((await credentials())['authtoken']);
  expect(await check()).toMatchObject({ state: 'ok' });
});

it('OA-2 what may pass disconnects nothing; a grant that is over twice does, and the grant is kept', async () => {
  world.shops.expire();
  world.shops.faults.broken = 1;
  expect(await check()).toMatchObject({ state: 'degraded' });
  world.shops.faults.invalidGrants = 1;
  expect(await check()).toMatchObject({ state: 'degraded', last_error: { kind: 'provider_error' } });
  expect(await check()).toMatchObject({ state: 'ok', last_error: null });
  world.shops.revoke();
  expect((await check()).state).toBe('degraded');
  expect(await check()).toMatchObject({ state: 'needs_reconnect', last_error: { kind: 'unauthorized' } });
  expect((await credentials())['refresh_token']).toMatch(/^rt_/);
  // People hear of it once.
  await check();
  const told = await world.server.app.db.query(sql`
    select id from notifications where user_id = ${world.team.owner.id} and icon = 'connection'`);
  expect(told).toHaveLength(1);
  // Another install heals it in place, and that is said once as well.
  expect((await install(world, 'jumpseller')).body).toMatchObject({ id, state: 'ok' });
  const after = await world.server.app.db.query(sql`
    select id from notifications where user_id = ${world.team.owner.id} and icon = 'connection'`);
  expect(after).toHaveLength(2);
});

it('OA-3, OA-4, OA-5 is renewed ahead at three quarters of its life, by the clock; it slows down and gives up when it is over', async () => {
  world.server.pass(40 * MINUTE);
  await world.server.app.jobs.runDue();
  expect(world.shops.refreshes).toBe(0);
  world.server.pass(8 * MINUTE);
  await world.server.app.jobs.runDue();
  expect(world.shops.refreshes).toBe(1);
  world.shops.revoke();
  for (let hour = 0; hour < 48; hour += 1) {
    world.server.pass(60 * MINUTE);
    await world.server.app.jobs.runDue();
  }
  await world.signInAgain();
  const asked = world.shops.refreshes;
  // Five refusals end it; the daily look may ask twice more.
  expect(asked).toBeLessThanOrEqual(1 + 5 + 4);
  const [one] = (
    await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, { as: world.team.owner })
  ).body as Connection[];
  expect(one?.state).toBe('needs_reconnect');
});
