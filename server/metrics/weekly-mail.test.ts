/** The figures of the week by mail: when, to whom, what of it, and once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn, wallClock } from '../../contract/days.ts';
import { mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { nextMonday } from './weekly-mail.ts';

const BOT = 64;
const ZONE = 'America/Santiago';
const WEEK = 7 * 24 * 60 * 60_000;

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(BOT);
});
afterAll(() => server.close());

it('is due on Monday at eight by the calendar’s clock, over both changes of the clock', () => {
  for (const from of [
    '2026-03-30T12:00:00Z',
    '2026-08-31T11:59:59Z',
    '2026-11-23T10:59:59Z',
    '2026-11-25T10:00:00Z',
  ]) {
    const due = nextMonday(new Date(from), ZONE);
    const shown = new Date(wallClock(due.getTime(), ZONE));
    expect([shown.getUTCDay(), shown.toISOString().slice(11, 16)], from).toEqual([1, '08:00']);
    expect(due.getTime()).toBeGreaterThan(Date.parse(from));
    expect(due.getTime() - Date.parse(from)).toBeLessThanOrEqual(WEEK + 3_600_000);
  }
});

/** With a session of that moment: weeks pass here. */
const set = async (as: Person, on: boolean) =>
  server.call('PUT', '/svc/main/metric_mail', {
    as: await server.signIn(as),
    body: { bot_id: BOT, on },
  });
const letters = async (person: Person, text: string) => {
  await server.app.jobs.runDue();
  return existsSync(join(server.app.config.dataDir, 'outbox')) ? mailsTo(server, person.email, text) : [];
};

it('comes to who asked for it, once a Monday: an agent’s own figures, and no more after it was switched off', async () => {
  const { body } = await set(team.owner, true);
  const { next } = body as { next: string };
  expect(body).toMatchObject({ on: true });
  await set(team.owner, true);
  await set(team.ana, true);
  const until = Date.parse(next) - server.app.clock.now().getTime();
  server.pass(until - 60_000);
  expect(await letters(team.owner, 'La semana de')).toEqual([]);
  server.pass(60_000);
  expect(await letters(team.owner, 'La semana de')).toHaveLength(1);
  const [own] = await letters(team.ana, 'Tu semana en');
  expect(own).toContain('Conversaciones: 0');
  expect(own).toContain('America/Santiago');
  expect(await letters(team.bruno, 'semana')).toEqual([]);
  // A run that died after the letter was written, and comes again.
  await server.app.db.transaction((tx) =>
    server.app.jobs.schedule(tx, {
      kind: 'metrics.mail',
      key: `metrics.mail:${BOT}`,
      runAt: server.app.clock.now(),
      payload: { bot_id: BOT },
    }),
  );
  expect(await letters(team.owner, 'La semana de')).toHaveLength(1);
  expect(await letters(team.ana, 'Tu semana en')).toHaveLength(1);
  expect((await set(team.ana, false)).body).toEqual({ on: false, next: null });
  // The clock may be put back meanwhile.
  server.pass(WEEK + 3_600_000);
  expect(await letters(team.owner, 'La semana de')).toHaveLength(2);
  expect(await letters(team.ana, 'Tu semana en')).toHaveLength(1);
  const day = dayIn(server.app.clock.now().getTime(), ZONE);
  expect(new Date(day).getUTCDay()).toBe(1);
});

it('is written to nobody who may not look any more', async () => {
  expect((await set(team.bruno, true)).body).toMatchObject({ on: true });
  const role = await server.addRole(BOT, 'agente', { live: ['read'] });
  await server.app.db.query(sql`
    update user_bots set role_id = ${role} where user_id = ${team.bruno.id} and bot_id = ${BOT}`);
  server.pass(WEEK + 3_600_000);
  expect(await letters(team.bruno, 'semana')).toEqual([]);
  const left = await server.app.db.query(sql`
    select user_id from metric_mails where bot_id = ${BOT} and user_id = ${team.bruno.id}`);
  expect(left).toEqual([]);
});
