import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '../../contract/calendar/open-hours.ts';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { Bot } from '../../contract/entities/bot.ts';
import type { BotCalendar } from '../../contract/entities/calendar.ts';
import { fault } from '../access/testing.ts';
import { readBotRules } from '../inbox/bot-rules.ts';
import { json, sql } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { databaseBefore } from '../platform/database/testing.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { readCalendar } from './calendar.ts';

let server: TestServer;
let team: Team;
let today: string;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(64);
  today = dayIn(server.app.clock.now().getTime());
});
afterAll(() => server.close());

const read = async (as: Person = team.owner) =>
  (await server.call('GET', '/svc/main/bot/64/calendar', { as })).body as BotCalendar;
const put = (body: object, as: Person = team.owner, bot = 64) =>
  server.call('PUT', `/svc/main/bot/${bot}/calendar`, { as, body });
const version = (more: object = {}) => ({
  valid_from: today,
  zone: 'America/Santiago',
  hours: [{ day: 1, from: 540, to: 1080 }],
  areas: [],
  holidays: 'all',
  ...more,
});

describe('the calendar of a bot', () => {
  it('is open at all times until somebody says otherwise, and holds from the day on that was chosen', async () => {
    expect(await read()).toEqual({
      bot_id: 64,
      revision: 0,
      versions: [
        {
          valid_from: null,
          zone: 'America/Santiago',
          hours: null,
          areas: [],
          holidays: 'none',
          saved_at: null,
          saved_by: null,
        },
      ],
      days: [],
    });
    const later = addDays(today, 30);
    expect((await put({ revision: 0, version: version({ valid_from: later, hours: [] }) })).status).toBe(200);
    // Today may be a holiday.
    const always = { areas: [{ area: 'soporte', hours: null }], holidays: 'none' };
    const saved = await put({ revision: 1, version: version(always) });
    expect(saved.body).toMatchObject({
      revision: 2,
      versions: [{ valid_from: null }, { valid_from: today, saved_by: 'olga' }, { valid_from: later }],
    });
    const calendar = await readCalendar(server.app.db, 64);
    const noon = (day: string) => Date.parse(`${day}T15:00:00Z`);
    expect(isOpen(calendar, null, noon(addDays(today, -1)))).toBe(true);
    expect(isOpen(calendar, 'soporte', noon(today))).toBe(true);
    expect(isOpen(calendar, 'soporte', noon(later))).toBe(false);
  });

  it('replaces what begins the same day, and takes back what has not begun', async () => {
    const later = addDays(today, 30);
    const { revision, versions } = await read();
    const again = await put({ revision, version: version({ holidays: 'mandatory' }) });
    expect((again.body as BotCalendar).versions).toHaveLength(versions.length);
    const withdraw = (day: string, seen: number) =>
      server.call('DELETE', `/svc/main/bot/64/calendar/${day}?revision=${seen}`, { as: team.owner });
    expect((await withdraw(today, revision + 1)).status).toBe(422);
    expect((await withdraw(addDays(today, 29), revision + 1)).status).toBe(404);
    expect((await withdraw(later, revision)).status).toBe(409);
    expect((await withdraw(later, revision + 1)).body).toMatchObject({
      versions: [{ valid_from: null }, { valid_from: today, holidays: 'mandatory' }],
    });
  });

  it('keeps own days; those that passed stay', async () => {
    const before = await read();
    const gone = { day: addDays(today, -3), name: 'Inventario', spans: [] };
    await server.app.db.query(sql`update bot_calendars set days = ${json([gone])} where bot_id = 64`);
    const days = [
      { day: addDays(today, 9), name: ' Aniversario ', spans: [{ from: 600, to: 780 }] },
      { day: today, name: 'Mudanza', spans: [] },
    ];
    const saved = await put({ revision: before.revision, days });
    expect((saved.body as BotCalendar).days).toEqual([
      gone,
      { day: today, name: 'Mudanza', spans: [] },
      { day: addDays(today, 9), name: 'Aniversario', spans: [{ from: 600, to: 780 }] },
    ]);
    expect((saved.body as BotCalendar).versions).toEqual(before.versions);
  });

  it('takes nothing of a wrong calendar', async () => {
    const before = await read();
    const { revision } = before;
    for (const [wrong, status] of [
      [{ version: version({ valid_from: addDays(today, -1) }) }, 422],
      // There today began yesterday.
      [{ version: version({ zone: 'Pacific/Kiritimati' }) }, 422],
      [{ version: version({ valid_from: addDays(today, 900) }) }, 422],
      [{ version: version({ valid_from: '2027-02-30' }) }, 400],
      [{ version: version({ valid_from: null }) }, 400],
      [{ version: version({ zone: 'America/Rancagua' }) }, 400],
      [{ version: version({ zone: '+03:00' }) }, 400],
      [{ version: version({ hours: [{ day: 1, from: 600, to: 540 }] }) }, 422],
      [{ version: version({ hours: [{ day: 7, from: 600, to: 640 }] }) }, 400],
      [{ version: version({ hours: [{ day: 1, from: 0, to: 1e12 }] }) }, 400],
      [
        {
          version: version({
            hours: [
              { day: 1, from: 540, to: 700 },
              { day: 1, from: 699, to: 800 },
            ],
          }),
        },
        422,
      ],
      [
        {
          version: version({
            areas: [
              { area: 'ventas', hours: null },
              { area: 'ventas', hours: [] },
            ],
          }),
        },
        422,
      ],
      [{ version: version({ areas: [{ area: 'ventas', hours: [{ day: 1, from: 5, to: 5 }] }] }) }, 422],
      [{ version: version({ holidays: 'some' }) }, 400],
      [{ days: [{ day: addDays(today, -2), name: '', spans: [] }] }, 422],
      [{ days: Array(2).fill({ day: addDays(today, 2), name: '', spans: [] }) }, 422],
      [{ days: [{ day: addDays(today, 2), name: '', spans: [{ from: 60, to: 30 }] }] }, 422],
      [
        { days: Array.from({ length: 201 }, (_, n) => ({ day: addDays(today, n), name: '', spans: [] })) },
        400,
      ],
    ] as const) {
      const answer = await put({ revision, ...wrong });
      expect([wrong, answer.status]).toEqual([wrong, status]);
      if (status === 422) expect(fault(answer).fields).toHaveLength(1);
    }
    expect(await read()).toEqual(before);
  });

  it('refuses to write over what somebody saved since, and shows it', async () => {
    const { revision } = await read();
    await put({ revision, version: version({ hours: null }) });
    const refused = await put({ revision, version: version() });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        details: {
          revision: revision + 1,
          by: 'olga',
          theirs: expect.arrayContaining([{ field: 'calendar', value: expect.stringContaining('Siempre') }]),
        },
      },
    });
    const both = await Promise.all([1, 2].map(() => put({ revision: revision + 1, version: version() })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is what the figures of the bot count their days by', async () => {
    const { id } = (
      await server.call('POST', '/svc/main/bot', {
        as: team.owner,
        body: { bot_name: 'Isla', template: 'generica' },
      })
    ).body as { id: number };
    const zone = 'Pacific/Easter';
    // Between the midnights of both its day has begun before the bot's own: too early to begin with.
    const here = server.app.clock.now().getTime();
    if (dayIn(here, zone) !== dayIn(here)) server.pass(3 * 60 * 60 * 1000);
    const from = dayIn(server.app.clock.now().getTime(), zone);
    expect(
      (await put({ revision: 0, version: version({ valid_from: from, zone }) }, team.owner, id)).status,
    ).toBe(200);
    // What the browser counts its days by: filters, snoozes.
    const bots = await server.call('GET', `/svc/main/bot/show_owned_bots/${team.owner.id}`, {
      as: team.owner,
    });
    expect((bots.body as Bot[]).map((bot) => [bot.id, bot.zone])).toEqual([
      [64, 'America/Santiago'],
      [id, zone],
    ]);
    const begins = new Date(startOfDay(from, zone)).toISOString();
    const supervised = await server.call('POST', '/svc/conversations/conversations/supervision', {
      as: team.owner,
      body: { bot_id: id },
    });
    expect(supervised.body).toMatchObject({ day: { from: begins } });
    const hours = await server.call('POST', '/svc/main/agent_activities/status_history', {
      as: team.owner,
      body: { bot_id: id, from, to: from },
    });
    expect(hours.body).toMatchObject({ time_zone: zone });
    const dashboard = await server.call('GET', `/svc/bots/dashboard/${id}`, { as: team.owner });
    expect((dashboard.body as { days: { day: string }[] }).days.at(-1)).toMatchObject({ day: from });
  });

  it('is read by the team, changed by who may edit the bot, and hidden from strangers', async () => {
    expect((await read(team.ana)).bot_id).toBe(64);
    const { revision } = await read();
    expect((await put({ revision, version: version() }, team.ana)).status).toBe(403);
    expect((await put({ revision, version: version() }, team.stranger)).status).toBe(404);
    expect((await server.call('GET', '/svc/main/bot/64/calendar', { as: team.stranger })).status).toBe(404);
  });

  it('leaves a record of what changed', async () => {
    const audits = await server.call('GET', '/svc/audit/registers/64?type=bot_calendar', { as: team.owner });
    expect(JSON.stringify(audits.body)).toContain('Lunes 09:00–18:00');
    expect(JSON.stringify(audits.body)).toContain('Cerrado los feriados irrenunciables');
  });
});

describe('the migration', () => {
  it('moves the hours that customers met into the calendar, since ever', async () => {
    const db = await databaseBefore('bot_calendars');
    const hours = [{ day: 1, from: 540, to: 1080 }];
    const night = [{ day: 2, from: 0, to: 600 }];
    const models = {
      1: { settings: { hours, areas: [] } },
      2: {
        settings: {
          hours: null,
          areas: [
            { area: 'ventas', condition: '#a', hours: null },
            { area: 'soporte', condition: '#b', hours: night },
            { area: 'soporte', condition: null, hours },
          ],
        },
      },
      3: { settings: { answer_at: 0.8 } },
      4: {},
    };
    for (const [id, model] of Object.entries(models)) {
      await db.query(sql`insert into bots (id, bot_name, token) values (${Number(id)}, 'Bot', ${`t${id}`})`);
      await db.query(sql`insert into bot_models (bot_id, model) values (${Number(id)}, ${json(model)})`);
    }
    await migrate(db);
    const calendars = await Promise.all([1, 2, 3, 4].map((id) => readCalendar(db, id)));
    expect(
      calendars.map(({ versions }) => versions.map((one) => [one.hours, one.areas, one.holidays])),
    ).toEqual([
      [[hours, [], 'none']],
      [[null, [{ area: 'soporte', hours: night }], 'none']],
      [[null, [], 'none']],
      [[null, [], 'none']],
    ]);
    const [row] = await db.query<{ model: object }>(sql`select model from bot_models where bot_id = 1`);
    expect(row?.model).toEqual({ settings: { areas: [] } });
    await db.close();
  });

  it('switches inactive handling off at the bots of before, but for the two that always had it', async () => {
    const db = await databaseBefore('inactive_handling');
    for (const id of [7, 64, 3126])
      await db.query(sql`
        insert into bots (id, bot_name, token, flags) values (${id}, 'Bot', ${`t${id}`}, '{"timer_close": true}')`);
    await migrate(db);
    await db.query(sql`insert into bots (id, bot_name, token) values (9000, 'Nuevo', 'nuevo')`);
    const flags = await Promise.all([7, 64, 3126, 9000].map((id) => readBotRules(db, id)));
    expect(flags.map(({ inactive_handling, timer_close }) => [inactive_handling, timer_close])).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [true, false],
    ]);
    await db.close();
  });
});
