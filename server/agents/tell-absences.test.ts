/** What is told when an absence begins and ends (server/agents/SPEC.md PEOPLE-10). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TIME_ZONE, wallClock } from '../../contract/days.ts';
import type { Absence } from '../../contract/entities/absence.ts';
import { sql } from '../platform/database/database.ts';
import { createJobs } from '../platform/jobs/durable-jobs.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { registerAbsences } from './tell-absences.ts';

const BOT = 64;
const HOUR = 3_600_000;
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let fresh = 0;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.db.query(sql`delete from absences`);
  await server.app.db.query(sql`delete from notifications`);
});

/** The minute that the server's clock shows. */
const now = () => Math.floor(server.app.clock.now().getTime() / 60_000) * 60_000;
const local = (at: number) => new Date(wallClock(at, TIME_ZONE)).toISOString().slice(0, 16);
const body = (from: number, to: number) => ({
  from: local(from),
  to: local(to),
  reason: 'licencia',
  note: 'operación',
});
const plan = async (from: number, to: number): Promise<Absence> => {
  const answer = await server.call('POST', `/svc/main/absences/${BOT}`, {
    as: ana,
    body: { user_id: ana.id, temporal_id: `plan-${++fresh}`, ...body(from, to) },
  });
  expect(answer.status).toBe(200);
  return answer.body as Absence;
};
const bell = async () =>
  server.app.db.query<{ user_id: number; body: string; link: string }>(sql`
    select user_id, body, link from notifications where type = 'absence' order by seq, user_id`);
const look = () => server.app.jobs.runDue();

it('PEOPLE-10 who is away and who manages them are told once at its beginning and once at its end, by whichever process', async () => {
  await server.addConversation('suya', BOT, { state: 'taken', category: null, agent_id: ana.id });
  const { app } = server;
  const second = createJobs({ db: app.db, clock: app.clock, ids: app.ids, log: app.log });
  registerAbsences({ ...app, jobs: second });
  await plan(now() + HOUR, now() + 3 * HOUR);
  await Promise.all([look(), second.runDue()]);
  expect(await bell()).toEqual([]);
  server.pass(HOUR);
  await Promise.all([look(), second.runDue()]);
  await look();
  const begun = await bell();
  expect(begun.map(({ user_id }) => user_id).sort((a, b) => a - b)).toEqual(
    [owner.id, ana.id].sort((a, b) => a - b),
  );
  expect(begun.find(({ user_id }) => user_id === ana.id)).toMatchObject({
    body: 'Empezó tu ausencia. Conversaciones que te quedan: 1. Puedes derivarlas',
    link: expect.stringContaining(`bot=${BOT}&state=mine`),
  });
  expect(begun.find(({ user_id }) => user_id === owner.id)).toMatchObject({
    body: expect.stringContaining('Empezó la ausencia de ana.'),
    link: expect.stringContaining(`state=held&agent=${ana.id}`),
  });
  // Neither why, nor to colleagues.
  expect(JSON.stringify(begun)).not.toMatch(/licencia|operación/);
  expect(begun.some(({ user_id }) => user_id === bruno.id)).toBe(false);
  server.pass(2 * HOUR);
  await Promise.all([second.runDue(), look()]);
  expect((await bell()).slice(2).map(({ body: said }) => said)).toEqual(
    expect.arrayContaining([expect.stringContaining('Terminó tu ausencia.')]),
  );
  expect(await bell()).toHaveLength(4);
});

it('PEOPLE-10 nothing is told of one that was taken back before, and of one that was moved only at its new time', async () => {
  const gone = await plan(now() + HOUR, now() + 2 * HOUR);
  await server.call('DELETE', `/svc/main/absences/${BOT}/${gone.id}`, { as: ana });
  const moved = await plan(now() + HOUR, now() + 2 * HOUR);
  const changed = await server.call('PUT', `/svc/main/absences/${BOT}/${moved.id}`, {
    as: ana,
    body: { ...body(now() + 5 * HOUR, now() + 6 * HOUR), revision: moved.revision },
  });
  expect(changed.status).toBe(200);
  server.pass(3 * HOUR);
  await look();
  expect(await bell()).toEqual([]);
  server.pass(2 * HOUR);
  await look();
  expect(await bell()).toHaveLength(2);
});

it('PEOPLE-10 another reason while it holds tells nothing again; taken back then, its end is told', async () => {
  const from = now() + HOUR;
  const one = await plan(from, from + 8 * HOUR);
  server.pass(HOUR);
  await look();
  expect(await bell()).toHaveLength(2);
  const changed = await server.call('PUT', `/svc/main/absences/${BOT}/${one.id}`, {
    as: ana,
    body: { ...body(from, from + 8 * HOUR), reason: 'permiso', revision: one.revision },
  });
  expect(changed.status).toBe(200);
  await look();
  expect(await bell()).toHaveLength(2);
  server.pass(HOUR);
  await server.call('DELETE', `/svc/main/absences/${BOT}/${one.id}`, { as: ana });
  await look();
  expect(await bell()).toHaveLength(4);
  server.pass(9 * HOUR);
  await look();
  expect(await bell()).toHaveLength(4);
});
