import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import { agentSummaries } from '../../agents/summaries.ts';
import { sql } from '../../platform/database/database.ts';
import { testWorld, type World } from '../testing.ts';
import { chooseAgentStatus, setAgentStatus } from './agent-status.ts';
import { pageFarewell } from './page-farewell.ts';
import { Presence } from './presence.ts';

let world: World;
let ana: User;
/** The flag is on there (contract/flags.ts). */
const CLOSING = 3126;
const OTHER = 64;

beforeAll(async () => {
  world = await testWorld();
  await world.addBot(CLOSING);
  await world.addBot(OTHER);
  ana = await world.addUser('Ana');
  await world.link(ana, CLOSING, 'agente');
  await world.link(ana, OTHER, 'agente');
});
afterAll(() => world.close());

const query = <T extends object>(statement: ReturnType<typeof sql>) => world.app.db.query<T>(statement);
const status = async (botId: number) =>
  (
    await query<{ status: string }>(sql`
    select status from user_bots where bot_id = ${botId} and user_id = ${ana.id}`)
  )[0]?.status;
const events = async () =>
  (
    await query<{ data: { status: string } }>(sql`
    select data from events where bot_id = ${CLOSING} and name = 'AGENT_STATUS' order by seq`)
  ).map(({ data }) => data.status);
const set = (botId: number, to: 'active' | 'close_session') =>
  world.app.db.transaction((tx) =>
    setAgentStatus(tx, world.app, botId, ana.id, to, { kind: 'agent', id: ana.id, name: ana.name }),
  );

beforeEach(async () => {
  await world.app.db.query(sql`delete from presence_leases`);
  await world.app.db.query(sql`delete from events`);
  await world.app.db.query(sql`update user_bots set status = 'inactive', chosen_status = null`);
  await set(CLOSING, 'active');
  await set(OTHER, 'active');
});

it('INB-26 closes the session once when the last tab said farewell and did not come back', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  await presence.farewell('s1', [CLOSING]);
  world.pass(LIMITS.farewellGrace - 1);
  expect(await presence.sweep()).toBe(0);
  world.pass(1);
  expect(await presence.sweep()).toBe(1);
  expect(await presence.sweep()).toBe(0);
  expect(await status(CLOSING)).toBe('close_session');
  expect(await events()).toEqual(['active', 'close_session']);
});

it('INB-26 keeps the session over a reload: the new socket came within the grace', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  await presence.farewell('s1', [CLOSING]);
  await presence.lease('s2', CLOSING, ana.id, 'browser');
  world.pass(LIMITS.farewellGrace);
  expect(await presence.sweep()).toBe(0);
  expect(await status(CLOSING)).toBe('active');
});

it('INB-26 hears the same of the page itself, of its own socket alone, whichever process holds it', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  const off = world.app.bus.subscribe('farewell', ({ socketId, botId }) => presence.letGo(socketId, botId));
  const mine = { userId: ana.id, client: 'browser', botId: CLOSING, socket: 's1' };
  for (const wrong of [
    { ...mine, userId: ana.id + 1 },
    { ...mine, client: 'another browser' },
    { ...mine, botId: OTHER },
    { ...mine, socket: 's2' },
  ])
    await pageFarewell(world.app, wrong);
  world.pass(LIMITS.farewellGrace);
  expect(await presence.sweep()).toBe(0);
  await pageFarewell(world.app, mine);
  // It is not renewed any more.
  await presence.renew();
  world.pass(LIMITS.farewellGrace);
  expect(await presence.sweep()).toBe(1);
  expect(await status(CLOSING)).toBe('close_session');
  off();
});

it('INB-26 ends what the browser left before with it, and not what a reload has brought', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  presence.forget('s1');
  world.pass(1);
  await presence.lease('s2', CLOSING, ana.id, 'browser');
  const mine = { userId: ana.id, client: 'browser', botId: CLOSING };
  await pageFarewell(world.app, { ...mine, socket: 's2' });
  world.pass(1);
  await presence.lease('s3', CLOSING, ana.id, 'browser');
  // The same word once more, late.
  await pageFarewell(world.app, { ...mine, socket: 's2' });
  world.pass(LIMITS.farewellGrace);
  expect(await presence.sweep()).toBe(0);
  await pageFarewell(world.app, { ...mine, socket: 's3' });
  presence.forget('s2');
  world.pass(LIMITS.farewellGrace);
  expect(await presence.sweep()).toBe(1);
});

it('INB-27 waits for the lease when there was no farewell', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  presence.forget('s1');
  await presence.renew();
  world.pass(SERVER_LIMITS.presenceLease - 1);
  expect(await presence.sweep()).toBe(0);
  world.pass(1);
  expect(await presence.sweep()).toBe(1);
});

it('INB-27 renews what is still here', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  world.pass(SERVER_LIMITS.presenceLease - 1);
  await presence.renew();
  world.pass(SERVER_LIMITS.presenceLease - 1);
  expect(await presence.sweep()).toBe(0);
  expect(await status(CLOSING)).toBe('active');
});

it('INB-28 records it once when several processes sweep together, and for the leases of one that died', async () => {
  const dead = new Presence(world.app);
  await dead.lease('s1', CLOSING, ana.id, 'browser');
  await dead.lease('s2', CLOSING, ana.id, 'browser');
  world.pass(SERVER_LIMITS.presenceLease);
  const swept = await Promise.all([1, 2, 3].map(() => new Presence(world.app).sweep()));
  expect(swept.sort()).toEqual([0, 0, 1]);
  expect(await events()).toEqual(['active', 'close_session']);
});

it('INB-29 leaves the status alone where the flag is off', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', OTHER, ana.id, 'browser');
  world.pass(SERVER_LIMITS.presenceLease);
  expect(await presence.sweep()).toBe(0);
  expect(await status(OTHER)).toBe('active');
  expect(await world.app.db.query(sql`select 1 from presence_leases`)).toEqual([]);
});

it('INB-29 ends the agent’s session with the browser’s, at every bot, once, unless another browser is still there', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  await presence.lease('s1', OTHER, ana.id, 'browser');
  await presence.lease('s2', OTHER, ana.id, 'another browser');
  // Its socket went before the word came that the session is over.
  presence.forget('s1');
  const ended = await Promise.all([
    presence.sessionOver('browser', ana.id),
    new Presence(world.app).sessionOver('browser', ana.id),
  ]);
  expect(ended.sort()).toEqual([0, 1]);
  expect(await events()).toEqual(['active', 'close_session']);
  expect(await status(OTHER)).toBe('active');
  expect(await presence.sessionOver('another browser', ana.id)).toBe(1);
  expect(await status(OTHER)).toBe('close_session');
  // Nothing of an ended session is renewed.
  await presence.renew();
  expect(await world.app.db.query(sql`select 1 from presence_leases`)).toEqual([]);
});

it('closes the agent’s session with one that ends long after its last socket went', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', OTHER, ana.id, 'browser');
  world.pass(SERVER_LIMITS.presenceLease);
  await presence.sweep();
  await world.app.db.query(sql`update user_bots set status = 'inactive' where bot_id = ${CLOSING}`);
  expect(await presence.sessionOver('browser', ana.id)).toBe(1);
  expect(await status(OTHER)).toBe('close_session');
  // Where they were not at work there is nothing to close.
  expect(await status(CLOSING)).toBe('inactive');
});

it('connects a person who comes back after a session that was closed', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  world.pass(SERVER_LIMITS.presenceLease);
  await presence.sweep();
  await presence.lease('s2', CLOSING, ana.id, 'browser');
  expect(await events()).toEqual(['active', 'close_session', 'active']);
  // Swept in a stall of the process that holds it: still there.
  world.pass(SERVER_LIMITS.presenceLease);
  await new Presence(world.app).sweep();
  expect(await status(CLOSING)).toBe('close_session');
  await presence.renew();
  expect(await status(CLOSING)).toBe('active');
});

it('keeps what was chosen by hand: a closed session over a reload, absence over a return', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', CLOSING, ana.id, 'browser');
  await set(CLOSING, 'close_session');
  await presence.renew();
  await presence.farewell('s1', [CLOSING]);
  await presence.lease('s2', CLOSING, ana.id, 'browser');
  world.pass(LIMITS.farewellGrace);
  await presence.sweep();
  expect(await status(CLOSING)).toBe('close_session');
  await world.app.db.query(sql`delete from presence_leases`);
  await world.app.db.query(sql`update user_bots set status = 'absent' where bot_id = ${CLOSING}`);
  await presence.lease('s3', CLOSING, ana.id, 'browser');
  expect(await status(CLOSING)).toBe('absent');
});

const choose = (botId: number, to: AgentStatus, switched = false) =>
  world.app.db.transaction((tx) => chooseAgentStatus(tx, world.app, botId, ana, to, switched));
const signOutAndIn = async (presence: Presence) => {
  await presence.sessionOver('browser', ana.id);
  await presence.lease(world.app.ids(), OTHER, ana.id, 'browser');
};

it('connects a person who was never asked, from their first entry on', async () => {
  await world.app.db.query(sql`update user_bots set status = 'inactive'`);
  const presence = new Presence(world.app);
  await presence.lease('s1', OTHER, ana.id, 'browser');
  expect(await status(OTHER)).toBe('active');
});

it('leaves a person who chose to be disconnected so, over a sign-out, until they choose again', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', OTHER, ana.id, 'browser');
  await choose(OTHER, 'inactive');
  await signOutAndIn(presence);
  expect(await status(OTHER)).toBe('inactive');
  // Showing the bot again chooses nothing.
  expect(await choose(OTHER, 'active', true)).toBe(false);
  await choose(OTHER, 'active');
  await signOutAndIn(presence);
  expect(await status(OTHER)).toBe('active');
});

it('does not take a switch of bots for a choice', async () => {
  const presence = new Presence(world.app);
  await presence.lease('s1', OTHER, ana.id, 'browser');
  await choose(OTHER, 'inactive', true);
  expect(await status(OTHER)).toBe('inactive');
  await world.app.db.query(sql`delete from presence_leases`);
  await presence.lease('s2', OTHER, ana.id, 'browser');
  expect(await status(OTHER)).toBe('active');
});

it('knows when they were last there, whatever their status', async () => {
  const seen = async () =>
    (await agentSummaries(world.app.db, OTHER, world.app.clock.now())).find(({ id }) => id === ana.id)
      ?.last_activity;
  const now = () => world.app.clock.now().toISOString();
  const presence = new Presence(world.app);
  await choose(OTHER, 'inactive');
  await presence.lease('s1', OTHER, ana.id, 'browser');
  world.pass(60_000);
  expect(await seen()).toBe(now());
  await presence.sessionOver('browser', ana.id);
  const left = now();
  world.pass(3_600_000);
  expect(await seen()).toBe(left);
  // Nobody there: what a status says for itself is no presence.
  await set(OTHER, 'active');
  world.pass(60_000);
  expect(await seen()).toBe(left);
  // A browser that went without a word was there until its lease ran out.
  await presence.lease('s2', OTHER, ana.id, 'browser');
  presence.forget('s2');
  const lost = new Date(world.app.clock.now().getTime() + SERVER_LIMITS.presenceLease).toISOString();
  world.pass(SERVER_LIMITS.presenceLease * 5);
  expect(await seen()).toBe(lost);
  await presence.sweep();
  expect(await seen()).toBe(lost);
});

it('INB-30 keeps exact hours: one open span, the others without gap or overlap', async () => {
  await world.app.db.query(sql`delete from status_spans`);
  await world.app.db.query(sql`update user_bots set status = 'inactive'`);
  await set(CLOSING, 'active');
  world.pass(60_000);
  await set(CLOSING, 'close_session');
  world.pass(60_000);
  expect(await set(CLOSING, 'close_session')).toBe(false);
  const spans = await query<{ status: string; started_at: string; ended_at: string | null }>(sql`
    select status, started_at, ended_at from status_spans where bot_id = ${CLOSING} order by started_at`);
  expect(spans.map((span) => span.status)).toEqual(['active', 'close_session']);
  expect(spans[0]?.ended_at).toBe(spans[1]?.started_at);
  expect(spans[1]?.ended_at).toBeNull();
});
