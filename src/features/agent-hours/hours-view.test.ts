import { describe, expect, it } from 'vitest';
import type { StatusHistory } from '../../../contract/entities/agent.ts';
import {
  clockText,
  type Day,
  dayLabel,
  durationText,
  hoursCsv,
  hoursOf,
  hoursUntil,
  stretches,
  totalOf,
} from './hours-view.ts';

const ZONE = 'America/Santiago';
const none = { active: 0, absent: 0, inactive: 0, close_session: 0 };
// Santiago is three hours behind UTC in November.
const day = (over: Partial<Day> = {}): Day => ({
  day: '2026-11-20',
  starts: '2026-11-20T03:00:00.000Z',
  ends: '2026-11-21T03:00:00.000Z',
  spans: [],
  seconds: none,
  ...over,
});

describe('hours', () => {
  it('reads durations and clocks', () => {
    expect([0, 40, 750, 25_500].map(durationText)).toEqual(['–', '40 s', '12 min', '7 h 05 min']);
    expect([0, 25_509, 111_600].map(clockText)).toEqual(['00:00:00', '07:05:09', '31:00:00']);
    expect(dayLabel('2026-11-20')).toBe('vie 20/11');
  });
  it('adds days up', () => {
    const days = [
      day({ seconds: { ...none, active: 60 } }),
      day({ seconds: { ...none, active: 30, absent: 5 } }),
    ];
    expect(totalOf(days)).toEqual({ ...none, active: 90, absent: 5 });
  });
  it('lets the open span grow between two readings, to the end of its day and no further', () => {
    const spans: Day['spans'] = [
      { status: 'active', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T13:00:00.000Z' },
      { status: 'absent', from: '2026-11-20T13:00:00.000Z', to: null },
    ];
    const read = '2026-11-20T13:01:00.000Z';
    const agents = [
      {
        id: 1,
        name: 'Ana',
        image: null,
        role: 'agente',
        days: [day({ spans, seconds: { ...none, active: 3600, absent: 60 } }), day()],
      },
    ];
    const history: StatusHistory = { time_zone: ZONE, now: read, agents };
    const seconds = (now: string) =>
      hoursUntil(history, Date.parse(now)).agents[0]?.days.map((one) => one.seconds);
    expect(seconds('2026-11-20T13:02:30.000Z')).toEqual([{ ...none, active: 3600, absent: 150 }, none]);
    expect(seconds('2026-11-22T00:00:00.000Z')?.[0]?.absent).toBe(60 + 13 * 3600 + 59 * 60);
    // This machine's clock may be behind.
    expect(hoursUntil(history, Date.parse(read) - 5_000)).toBe(history);
  });
  it('puts stretches on the bar in the history’s own time zone', () => {
    const spans: Day['spans'] = [
      { status: 'active', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T18:00:00.000Z' },
      { status: 'inactive', from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
    ];
    expect(stretches(day({ spans }), ZONE, '2026-11-25T00:00:00.000Z')).toEqual([
      {
        id: '2026-11-20T12:00:00.000Z',
        status: 'active',
        from: 0.375,
        to: 0.625,
        since: '09:00',
        until: '15:00',
      },
      {
        id: '2026-11-20T18:00:00.000Z',
        status: 'inactive',
        from: 0.625,
        to: 1,
        since: '15:00',
        until: '24:00',
      },
    ]);
  });
  it('lets an open stretch reach to now', () => {
    const spans: Day['spans'] = [{ status: 'active', from: '2026-11-20T15:00:00.000Z', to: null }];
    expect(stretches(day({ spans }), ZONE, '2026-11-20T21:00:00.000Z')).toEqual([
      { id: '2026-11-20T15:00:00.000Z', status: 'active', from: 0.5, to: 0.75, since: '12:00', until: null },
    ]);
  });
  it('draws a day of 25 hours by the time that went by, and tells its double hour apart', () => {
    // On 5 April 2026 at 00:00 Santiago went back to 23:00 of the 4th.
    const long = day({
      day: '2026-04-04',
      starts: '2026-04-04T03:00:00.000Z',
      ends: '2026-04-05T04:00:00.000Z',
      spans: [
        { status: 'active', from: '2026-04-05T02:30:00.000Z', to: '2026-04-05T03:30:00.000Z' },
        { status: 'absent', from: '2026-04-05T03:30:00.000Z', to: '2026-04-05T04:00:00.000Z' },
      ],
    });
    expect(hoursOf(long)).toBe(25);
    expect(stretches(long, ZONE, '2026-11-25T00:00:00.000Z')).toMatchObject([
      { from: 23.5 / 25, to: 24.5 / 25, since: '23:30 (GMT-3)', until: '23:30 (GMT-4)' },
      { from: 24.5 / 25, to: 1, since: '23:30 (GMT-4)', until: '24:00' },
    ]);
  });
  it('draws a day of 23 hours whole', () => {
    const short = day({
      day: '2026-09-06',
      starts: '2026-09-06T04:00:00.000Z',
      ends: '2026-09-07T03:00:00.000Z',
      spans: [{ status: 'active', from: '2026-09-06T04:00:00.000Z', to: '2026-09-07T03:00:00.000Z' }],
    });
    expect(stretches(short, ZONE, '2026-11-25T00:00:00.000Z')).toMatchObject([
      { from: 0, to: 1, since: '01:00 (GMT-3)', until: '24:00' },
    ]);
  });
  it('names two stretches within one second apart', () => {
    const spans: Day['spans'] = [
      { status: 'active', from: '2026-11-20T15:00:00.100Z', to: '2026-11-20T15:00:00.700Z' },
      { status: 'absent', from: '2026-11-20T15:00:00.700Z', to: '2026-11-20T15:00:00.900Z' },
    ];
    const ids = stretches(day({ spans }), ZONE, '2026-11-21T00:00:00.000Z').map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
  it('exports exact times, and nothing that a spreadsheet would run', () => {
    const history: StatusHistory = {
      time_zone: ZONE,
      now: '2026-11-21T03:00:00.000Z',
      agents: [
        {
          id: 1,
          name: '=HYPERLINK("x");Ana',
          image: null,
          role: 'agente',
          days: [day({ seconds: { ...none, active: 25_509, inactive: 60 } })],
        },
      ],
    };
    expect(hoursCsv(history)).toBe(
      '\uFEFFAgente;Rol;Día;Conectado;Ausente;Desconectado;Sesión cerrada\r\n' +
        `"'=HYPERLINK(""x"");Ana";agente;20/11/2026;07:05:09;00:00:00;00:01:00;00:00:00\r\n`,
    );
  });
});
