/** Whoever may see agents is told of each browser that comes and goes, and asks for what a fresh load would say. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { User } from '../../contract/entities/user.ts';
import { LIMITS } from '../../contract/limits.ts';
import { SERVER_LIMITS } from '../../contract/server-limits.ts';
import { chooseAgentStatus } from '../inbox/live/agent-status.ts';
import { Presence } from '../inbox/live/presence.ts';
import { testWorld, type World } from '../inbox/testing.ts';
import { sql } from '../platform/database/database.ts';
import { presenceOfTeam } from './presence-of-team.ts';

const BOT = 64;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1';
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120 Safari/537.36';
let world: World;
let ana: User;
let told: string[];

beforeAll(async () => {
  world = await testWorld();
  await world.addBot(BOT);
  ana = await world.addUser('Ana');
  await world.link(ana, BOT, 'agente');
  for (const [client, agent] of [
    ['laptop', COMPUTER],
    ['mobile', PHONE],
  ] as const)
    await world.app.db.query(sql`
      insert into auth_tokens (client, user_id, token_hash, expires_at, user_agent)
      values (${client}, ${ana.id}, ${client}, now() + interval '1 year', ${agent})`);
  world.app.bus.subscribe('touched', ({ changes }) => told.push(...changes.flatMap(({ topics }) => topics)));
});
afterAll(() => world.close());
beforeEach(async () => {
  told = [];
  await world.app.db.query(sql`delete from presence_leases`);
});

const shown = async () => {
  const [row] = await presenceOfTeam(world.app.db, BOT, world.app.clock.now());
  if (!row) throw new Error('Nobody is at the bot');
  return row;
};

it('PEOPLE-8 says on what somebody is connected, each kind once, and afterwards when they were last there', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', BOT, ana.id, 'laptop');
  await presence.lease('s2', BOT, ana.id, 'mobile');
  await presence.lease('s3', BOT, ana.id, 'mobile');
  expect(await shown()).toMatchObject({ devices: ['computer', 'phone'], last_seen_at: null });
  await presence.farewell('s1', [BOT]);
  world.pass(LIMITS.farewellGrace);
  await presence.sweep();
  expect(await shown()).toMatchObject({ devices: ['phone'], last_seen_at: null });
  const last = world.app.clock.now().getTime() + SERVER_LIMITS.presenceLease - LIMITS.farewellGrace;
  presence.forget('s2');
  presence.forget('s3');
  world.pass(SERVER_LIMITS.presenceLease);
  // Before and after a sweep alike.
  for (const sweep of [false, true]) {
    if (sweep) await presence.sweep();
    expect(await shown()).toMatchObject({ devices: [], last_seen_at: new Date(last).toISOString() });
  }
});

it('PEOPLE-8 tells nothing when one more tab or a reload changes nothing of what is shown', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', BOT, ana.id, 'laptop');
  expect(told).toContain('presence');
  told = [];
  await presence.lease('s2', BOT, ana.id, 'laptop');
  await presence.renew();
  expect(told).toEqual([]);
});

it('PEOPLE-8 tells of every change, so that what was asked for then equals a fresh load', async () => {
  const act = fc.oneof(
    fc.record({ act: fc.constant('come' as const), client: fc.constantFrom('laptop', 'mobile') }),
    fc.record({ act: fc.constantFrom('farewell' as const, 'forget' as const), place: fc.nat(5) }),
    fc.record({ act: fc.constant('sign out' as const), client: fc.constantFrom('laptop', 'mobile') }),
    fc.record({
      act: fc.constant('choose' as const),
      status: fc.constantFrom('active' as const, 'absent' as const),
    }),
    fc.record({ act: fc.constantFrom('renew' as const, 'sweep' as const) }),
    fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 6_000, 60_000, 130_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      await world.app.db.query(sql`delete from presence_leases`);
      const presence = new Presence(world.app);
      const sockets: string[] = [];
      let tab = await shown();
      for (const [at, one] of acts.entries()) {
        told = [];
        if (one.act === 'come') {
          sockets.push(`s${at}`);
          await presence.lease(`s${at}`, BOT, ana.id, one.client);
        } else if (one.act === 'farewell' || one.act === 'forget') {
          const [gone] = sockets.splice(one.place, 1);
          if (gone && one.act === 'farewell') await presence.farewell(gone, [BOT]);
          else if (gone) presence.forget(gone);
        } else if (one.act === 'sign out') await presence.sessionOver(one.client, ana.id);
        else if (one.act === 'choose')
          await world.app.db.transaction((tx) =>
            chooseAgentStatus(tx, world.app, BOT, ana, one.status, false),
          );
        else if (one.act === 'wait') world.pass(one.ms);
        else await presence[one.act]();
        // A lease that has run out is known of with the next round.
        if (one.act === 'wait') await presence.sweep();
        if (told.includes('presence')) tab = await shown();
        expect(tab, JSON.stringify(acts.slice(0, at + 1))).toEqual(await shown());
      }
    }),
    { numRuns: 40 },
  );
});
