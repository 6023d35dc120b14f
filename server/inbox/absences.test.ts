/** Who is away by plan is given nothing by the server itself, and keeps what they have. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { routingPeople } from '../routing/people.ts';
import { anybodyConnected } from './agents.ts';
import { START, testWorld, type World } from './testing.ts';

const BOT = 64;
const HOUR = 3_600_000;
let world: World;
let ana: BotSession;
let bruno: BotSession;

beforeAll(async () => {
  world = await testWorld();
  await world.addBot(BOT, { auto_assign: true });
  ana = await world.link(await world.addUser('Ana'), BOT, 'agente');
  bruno = await world.link(await world.addUser('Bruno'), BOT, 'agente');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.query(sql`delete from absences`);
  await world.app.db.query(sql`delete from presence_leases`);
  await world.connect(ana);
});

let fresh = 0;
const away = (who: BotSession, from: number, to: number) =>
  world.app.db.query(sql`
    insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, once, created_at)
    values (${`a${++fresh}`}, ${BOT}, ${who.user.id}, ${new Date(from)}, ${new Date(to)}, 'permiso', ${`a${fresh}`}, now())`);
const now = () => world.app.clock.now().getTime();
const ownerOf = async (id: string) =>
  (
    await world.app.db.query<{ state: string; agent_id: number | null }>(
      sql`select state, agent_id from conversations where id = ${id}`,
    )
  )[0];
const handed = async () => {
  const { id, who } = await world.conversation(BOT);
  await world.write(who, '', { button: 'persona', text: undefined });
  return id;
};

it('PEOPLE-6 gives a handed-over conversation to nobody who is away, and to the next one who is there', async () => {
  await away(ana, now() - HOUR, now() + HOUR);
  expect(await ownerOf(await handed())).toEqual({ state: 'pending', agent_id: null });
  await world.connect(bruno);
  expect(await ownerOf(await handed())).toEqual({ state: 'taken', agent_id: bruno.user.id });
});

it('PEOPLE-11 who waits is told that somebody is there only of those who can be given a conversation', async () => {
  const there = () => anybodyConnected(world.app.db, world.app.clock.now(), BOT, null);
  expect(await there()).toBe(true);
  await away(ana, now() - HOUR, now() + HOUR);
  expect(await there()).toBe(false);
  await world.connect(bruno);
  expect(await there()).toBe(true);
  await world.app.db.query(sql`update user_bots set assignments = false where user_id = ${bruno.user.id}`);
  expect(await there()).toBe(false);
  await world.app.db.query(sql`update user_bots set assignments = true where user_id = ${bruno.user.id}`);
});

it('PEOPLE-6 knows the very instant of beginning and end', async () => {
  const at = START + 500 * HOUR;
  await away(ana, at, at + HOUR);
  const absent = async (moment: number) =>
    (await routingPeople(world.app.db, new Date(moment), BOT)).find(({ id }) => id === ana.user.id)?.absent;
  expect(await absent(at - 1)).toBe(false);
  expect(await absent(at)).toBe(true);
  expect(await absent(at + HOUR - 1)).toBe(true);
  expect(await absent(at + HOUR)).toBe(false);
});

it('PEOPLE-6 leaves what they have with them, and brings nothing inactive back to them', async () => {
  const { id, who } = await world.conversation(BOT);
  await world.write(who, '', { button: 'persona', text: undefined });
  expect(await ownerOf(id)).toEqual({ state: 'taken', agent_id: ana.user.id });
  await away(ana, now() - HOUR, now() + HOUR);
  await world.write(who, '¿Sigues ahí?');
  expect(await ownerOf(id)).toEqual({ state: 'taken', agent_id: ana.user.id });
  await world.app.db.query(sql`update conversations set state = 'inactive' where id = ${id}`);
  await world.write(who, '¿Hola?');
  expect(await ownerOf(id)).toEqual({ state: 'pending', agent_id: null });
});
