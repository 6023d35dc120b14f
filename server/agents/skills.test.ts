import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Skill } from '../../contract/entities/skill.ts';
import { SKILL_LIMITS } from '../../contract/people-limits.ts';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let ana: Person;
let stranger: Person;
let anaLink = 0;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, stranger } = await server.addTeam(BOT));
  const [link] = await server.app.db.query<{ id: number }>(
    sql`select id from user_bots where bot_id = ${BOT} and user_id = ${ana.id}`,
  );
  anaLink = link?.id ?? 0;
});
afterAll(() => server.close());

const add = (as: Person, name: string, botId = BOT) =>
  server.call('POST', `/svc/main/skills/${botId}`, { as, body: { name } });
const added = async (as: Person, name: string, botId = BOT) => {
  const answer = await add(as, name, botId);
  expect(answer.status).toBe(200);
  return answer.body as Skill;
};
const all = async (as: Person) =>
  (await server.call('GET', `/svc/main/skills/${BOT}`, { as })).body as {
    skills: Skill[];
    given: { user_id: number; skill_ids: number[] }[];
  };
const give = (as: Person, ids: number[]) =>
  server.call('PUT', `/svc/main/userbot/relation/${anaLink}`, { as, body: { skill_ids: ids } });

it('PEOPLE-7 are named by the owner, given in the form of the agent, and follow a new name and an end', async () => {
  const english = await added(owner, 'Inglés');
  const returns = await added(owner, 'Garantías');
  expect((await give(owner, [english.id, returns.id, english.id])).body).toMatchObject({
    skill_ids: [english.id, returns.id],
  });
  const renamed = await server.call('PUT', `/svc/main/skills/${BOT}/${english.id}`, {
    as: owner,
    body: { name: 'Inglés avanzado' },
  });
  expect(renamed.body).toEqual({ id: english.id, bot_id: BOT, name: 'Inglés avanzado', people: 1 });
  // A colleague chooses by them.
  expect(await all(ana)).toEqual({
    skills: [
      { id: returns.id, bot_id: BOT, name: 'Garantías', people: 1 },
      { id: english.id, bot_id: BOT, name: 'Inglés avanzado', people: 1 },
    ],
    given: [{ user_id: ana.id, skill_ids: [english.id, returns.id] }],
  });
  expect((await server.call('DELETE', `/svc/main/skills/${BOT}/${english.id}`, { as: owner })).status).toBe(
    200,
  );
  expect(await all(owner)).toMatchObject({ given: [{ user_id: ana.id, skill_ids: [returns.id] }] });
  const shown = await server.call('GET', `/svc/main/userbot/relation/${anaLink}`, { as: owner });
  expect(shown.body).toMatchObject({ skill_ids: [returns.id] });
});

it('PEOPLE-7 have one name once, and are bounded', async () => {
  await added(owner, 'Portugués');
  expect(fault(await add(owner, '  PORTUGUÉS '))).toMatchObject({ status: 409, fields: ['name'] });
  expect(fault(await add(owner, '  \u200b '))).toMatchObject({ status: 422, fields: ['name'] });
  expect((await add(owner, 'x'.repeat(SKILL_LIMITS.name + 1))).status).toBe(400);
  await server.app.db.query(sql`
    insert into skills (bot_id, name) select ${BOT}, 'Otra ' || n
    from generate_series(1, ${SKILL_LIMITS.ofBot} - (select count(*)::int from skills where bot_id = ${BOT})) n`);
  expect(fault(await add(owner, 'Una más'))).toMatchObject({ status: 422, fields: ['name'] });
  const { skills } = await all(owner);
  expect(
    (
      await give(
        owner,
        skills.slice(0, SKILL_LIMITS.ofPerson + 1).map(({ id }) => id),
      )
    ).status,
  ).toBe(400);
  await server.app.db.query(sql`delete from skills where bot_id = ${BOT}`);
});

it('PEOPLE-7 are of one bot: those of another are neither given, named nor ended, and an agent changes none', async () => {
  const own = await added(owner, 'Despachos');
  const foreign = await added(stranger, 'Ajena', 7);
  expect((await give(owner, [own.id])).status).toBe(200);
  expect(fault(await give(owner, [own.id, foreign.id]))).toMatchObject({
    status: 422,
    fields: ['skill_ids'],
  });
  expect(await all(owner)).toMatchObject({ given: [{ user_id: ana.id, skill_ids: [own.id] }] });
  const path = `/svc/main/skills/${BOT}/${foreign.id}`;
  expect((await server.call('PUT', path, { as: owner, body: { name: 'Mía' } })).status).toBe(404);
  expect((await server.call('DELETE', path, { as: owner })).status).toBe(404);
  expect((await add(ana, 'Japonés')).status).toBe(403);
  expect((await give(ana, [])).status).toBe(403);
  const mine = `/svc/main/skills/${BOT}/${own.id}`;
  expect((await server.call('DELETE', mine, { as: ana })).status).toBe(403);
  const [kept] = await server.app.db.query(sql`select name from skills where id = ${foreign.id}`);
  expect(kept).toEqual({ name: 'Ajena' });
});
