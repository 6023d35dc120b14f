import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, TIME_ZONE, wallClock } from '../../contract/days.ts';
import type { Absence } from '../../contract/entities/absence.ts';
import { ABSENCE_LIMITS } from '../../contract/people-limits.ts';
import { nextDayOf } from '../../tests/support/clock-change.ts';
import { absentAmong } from '../access/absent-among.ts';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const DAY = 86_400_000;
const HOUR = 3_600_000;
let server: TestServer;
let owner: Person;
let admin: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;
let fresh = 0;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno, stranger } = await server.addTeam(BOT));
  admin = await server.addPerson('admin');
  await server.link(admin, BOT, 'administrador');
});
afterAll(() => server.close());
beforeEach(() => server.app.db.query(sql`delete from absences`));

/** What the clock on the wall in Chile shows, to the minute. */
const local = (at: number) => new Date(wallClock(at, TIME_ZONE)).toISOString().slice(0, 16);
const now = () => server.app.clock.now().getTime();
const plan = (
  as: Person,
  of: { id: number },
  from: number | string,
  to: number | string,
  more: object = {},
) =>
  server.call('POST', `/svc/main/absences/${BOT}`, {
    as,
    body: {
      user_id: of.id,
      temporal_id: `plan-${++fresh}`,
      from: typeof from === 'string' ? from : local(from),
      to: typeof to === 'string' ? to : local(to),
      reason: 'vacaciones',
      ...more,
    },
  });
const list = async (as: Person) =>
  ((await server.call('GET', `/svc/main/absences/${BOT}`, { as })).body as { absences: Absence[] }).absences;
const planned = async (...args: Parameters<typeof plan>) => {
  const answer = await plan(...args);
  expect(answer.status).toBe(200);
  return answer.body as Absence;
};

it('PEOPLE-1 lets everybody plan their own, tells colleagues when and nobody but who manages them why', async () => {
  const made = await planned(ana, ana, now() + DAY, now() + 3 * DAY, {
    reason: 'licencia',
    note: 'Operación',
  });
  expect(made).toMatchObject({ user_id: ana.id, reason: 'licencia', note: 'Operación', may_change: true });
  expect(await list(bruno)).toMatchObject([
    { id: made.id, from: made.from, to: made.to, reason: null, note: null, may_change: false },
  ]);
  expect(await list(admin)).toMatchObject([{ reason: null, note: null, may_change: false }]);
  expect(await list(owner)).toMatchObject([{ reason: 'licencia', note: 'Operación', may_change: true }]);
});

it('ROUTE-6 what waits for a team is looked at again at the end of an absence, where the bot has rules', async () => {
  const ends = async () =>
    (
      await server.app.db.query<{ run_at: string }>(
        sql`select run_at from jobs where kind = 'routing.give' and run_at > now() order by run_at`,
      )
    ).map(({ run_at }) => run_at);
  await planned(ana, ana, now() + DAY, now() + 2 * DAY);
  expect(await ends()).toEqual([]);
  await server.app.db.query(sql`insert into bot_routing (bot_id, revision, rules, capacity, overrides)
    values (${BOT}, 1, '[]', '{}', '[]')`);
  const made = await planned(bruno, bruno, now() + DAY, now() + 3 * DAY);
  expect(await ends()).toEqual([made.to]);
});

it('PEOPLE-2 is planned, changed and taken back for somebody else by who manages them alone', async () => {
  for (const without of [bruno, admin]) {
    expect(fault(await plan(without, ana, now() + DAY, now() + 2 * DAY))).toMatchObject({
      status: 403,
      message: 'Solo puedes planificar tus propias ausencias.',
    });
  }
  const made = await planned(owner, ana, now() + DAY, now() + 2 * DAY);
  const change = (as: Person) =>
    server.call('PUT', `/svc/main/absences/${BOT}/${made.id}`, {
      as,
      body: { revision: 0, from: local(now() + DAY), to: local(now() + 4 * DAY), reason: 'otro' },
    });
  const withdraw = (as: Person) => server.call('DELETE', `/svc/main/absences/${BOT}/${made.id}`, { as });
  expect((await change(bruno)).status).toBe(403);
  expect((await withdraw(bruno)).status).toBe(403);
  expect((await change(ana)).status).toBe(200);
  // What was on the screen is no longer what there is.
  expect((await change(owner)).status).toBe(409);
  expect((await withdraw(ana)).status).toBe(200);
  expect(await list(owner)).toEqual([]);
});

it('PEOPLE-2 knows nobody of another bot, nor their absences', async () => {
  expect((await plan(owner, stranger, now() + DAY, now() + 2 * DAY)).status).toBe(404);
  const theirs = await server.call('POST', '/svc/main/absences/7', {
    as: stranger,
    body: {
      user_id: stranger.id,
      temporal_id: 'theirs',
      from: local(now() + DAY),
      to: local(now() + 2 * DAY),
      reason: 'permiso',
    },
  });
  expect(theirs.status).toBe(200);
  const { id } = theirs.body as Absence;
  const body = { revision: 0, from: local(now() + DAY), to: local(now() + 2 * DAY), reason: 'otro' };
  expect((await server.call('PUT', `/svc/main/absences/${BOT}/${id}`, { as: owner, body })).status).toBe(404);
  expect((await server.call('DELETE', `/svc/main/absences/${BOT}/${id}`, { as: owner })).status).toBe(404);
  expect((await server.call('GET', '/svc/main/absences/7', { as: owner })).status).toBe(404);
  const [kept] = await server.app.db.query(sql`select revision from absences where id = ${id}`);
  expect(kept).toEqual({ revision: 0 });
});

it('PEOPLE-3 refuses what is no absence, at its field, and keeps nothing of it', async () => {
  const refused = [
    ['1900-01-01T00:00', '9999-12-31T23:59', ['to']],
    ['1900-01-01T00:00', '1901-01-01T00:00', ['to']],
    ['2026-02-30T10:00', '2099-12-31T23:59', ['from']],
    [now() + 2 * DAY, now() + DAY, ['to']],
    [now() + DAY, now() + DAY, ['to']],
    [now() + DAY, now() + (ABSENCE_LIMITS.days + 2) * DAY, ['to']],
    [now() - (ABSENCE_LIMITS.back + 1) * DAY, now() + DAY, ['from']],
    [now() + (ABSENCE_LIMITS.farthest + 1) * DAY, now() + (ABSENCE_LIMITS.farthest + 2) * DAY, ['from']],
  ] as const;
  for (const [from, to, fields] of refused) {
    expect(fault(await plan(ana, ana, from, to)), `${from} – ${to}`).toMatchObject({ status: 422, fields });
  }
  for (const strange of [
    'ayer',
    '2026-11-28T25:00',
    "2026-11-28T10:00'; drop table absences",
    '+10000-01-01T00:00',
  ])
    expect((await plan(ana, ana, strange, now() + DAY)).status, strange).toBe(400);
  expect((await plan(ana, ana, now() + DAY, now() + 2 * DAY, { note: 'x'.repeat(201) })).status).toBe(400);
  expect((await plan(ana, ana, now() + DAY, now() + 2 * DAY, { reason: 'flojera' })).status).toBe(400);
  expect(await list(owner)).toEqual([]);
});

it('PEOPLE-3 keeps so many of a person and no more, however many are asked for', async () => {
  await server.app.db.query(sql`
    insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, once, created_at)
    select 'many-' || n, ${BOT}, ${ana.id}, now() + (10 + n) * interval '1 day',
      now() + (10 + n) * interval '1 day' + interval '1 hour', 'otro', 'many-' || n, now()
    from generate_series(1, ${ABSENCE_LIMITS.ahead - 1}) n`);
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, at) => plan(ana, ana, now() + (100 + at) * DAY, now() + (101 + at) * DAY)),
  );
  expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
  expect(await list(ana)).toHaveLength(ABSENCE_LIMITS.ahead);
});

it('PEOPLE-3 plans the same once, however often it is asked for', async () => {
  const [from, to] = [now() + DAY, now() + 2 * DAY];
  const again = { temporal_id: 'the same' };
  const first = await planned(ana, ana, from, to, again);
  expect(await planned(ana, ana, from, to, again)).toEqual(first);
  expect(await list(ana)).toHaveLength(1);
});

it('PEOPLE-3 never has two of one person at one time, however they are planned and changed together', async () => {
  const step = fc.record({
    from: fc.integer({ min: 1, max: 20 }),
    hours: fc.integer({ min: 1, max: 8 }),
    change: fc.option(fc.nat(5), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await server.app.db.query(sql`delete from absences`);
      const base = Math.ceil(now() / HOUR) * HOUR + DAY;
      await Promise.all(
        steps.map(async ({ from, hours, change }) => {
          const at = base + from * HOUR;
          const mine = change === null ? undefined : (await list(ana))[change];
          if (!mine) return plan(ana, ana, at, at + hours * HOUR);
          return server.call('PUT', `/svc/main/absences/${BOT}/${mine.id}`, {
            as: ana,
            body: {
              revision: mine.revision,
              from: local(at),
              to: local(at + hours * HOUR),
              reason: 'permiso',
            },
          });
        }),
      );
      const kept = await list(ana);
      expect(kept.length).toBeGreaterThan(0);
      for (const [place, { to }] of kept.entries()) {
        const next = kept[place + 1];
        if (next) expect(Date.parse(to)).toBeLessThanOrEqual(Date.parse(next.from));
      }
    }),
    { numRuns: 12 },
  );
});

it('PEOPLE-3 names the other one that it would meet; one may begin where another ends', async () => {
  const first = await planned(ana, ana, now() + DAY, now() + 2 * DAY);
  const met = await plan(ana, ana, now() + DAY + HOUR, now() + 3 * DAY);
  expect(fault(met)).toMatchObject({ status: 409, reason: 'overlap', fields: ['from'] });
  expect(fault(met).message).toContain('Se cruza con la ausencia del ');
  const second = await planned(ana, ana, now() + 2 * DAY, now() + 3 * DAY);
  expect(second.from).toBe(first.to);
  // Of somebody else, and at another bot, it is another matter.
  await planned(bruno, bruno, now() + DAY, now() + 2 * DAY);
});

it('PEOPLE-4 means the clock of the calendar: what its change skips is the next instant, a day of 23 hours has 23', async () => {
  // In Santiago a day of September begins at one o'clock.
  const short = nextDayOf(23);
  const afterShort = addDays(short, 1);
  const skipped = await planned(ana, ana, `${short}T00:30`, `${afterShort}T00:00`);
  expect(skipped).toMatchObject({ from: `${short}T04:00:00.000Z`, to: `${afterShort}T03:00:00.000Z` });
  // One of April shows its last hour twice: the first of them is meant.
  const long = nextDayOf(25);
  const afterLong = addDays(long, 1);
  const twice = await planned(ana, ana, `${long}T23:30`, `${afterLong}T00:00`);
  expect(twice).toMatchObject({ from: `${afterLong}T02:30:00.000Z`, to: `${afterLong}T04:00:00.000Z` });
});

it('PEOPLE-5 holds from its beginning up to its end by the clock alone, and ends at once when it is taken back', async () => {
  const made = await planned(ana, ana, now() + DAY, now() + 2 * DAY);
  const away = (at: number) => absentAmong(server.app.db, BOT, [ana.id, bruno.id], new Date(at));
  const [from, to] = [Date.parse(made.from), Date.parse(made.to)];
  expect([...(await away(from - 1)).keys()]).toEqual([]);
  expect(await away(from)).toEqual(new Map([[ana.id, new Date(to)]]));
  expect([...(await away(to - 1)).keys()]).toEqual([ana.id]);
  expect([...(await away(to)).keys()]).toEqual([]);
  expect(await absentAmong(server.app.db, 7, [ana.id], new Date(from))).toEqual(new Map());

  const begun = await planned(bruno, bruno, now() - DAY, now() + DAY, { reason: 'licencia' });
  expect([...(await away(now())).keys()]).toEqual([bruno.id]);
  expect((await server.call('DELETE', `/svc/main/absences/${BOT}/${begun.id}`, { as: bruno })).status).toBe(
    200,
  );
  expect([...(await away(now())).keys()]).toEqual([]);
  expect(
    fault(await server.call('DELETE', `/svc/main/absences/${BOT}/${begun.id}`, { as: bruno })),
  ).toMatchObject({
    status: 422,
    message: 'Esta ausencia ya terminó.',
  });
  // That somebody was away yesterday stays in the record.
  const [kept] = await server.app.db.query(sql`select reason from absences where id = ${begun.id}`);
  expect(kept).toEqual({ reason: 'licencia' });
});

it('PEOPLE-5 goes with the person who leaves the bot', async () => {
  const rosa = await server.addPerson('rosa');
  const link = await server.link(rosa, BOT, 'agente');
  await planned(owner, rosa, now() + DAY, now() + 2 * DAY);
  expect(
    (await server.call('DELETE', `/svc/main/userbot/userbotdestroy/${link}`, { as: owner })).status,
  ).toBe(200);
  expect(await list(owner)).toEqual([]);
});
