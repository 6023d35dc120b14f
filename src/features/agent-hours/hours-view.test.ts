import { describe, expect, it } from 'vitest';
import type { StatusHistory } from '../../../contract/entities/agent.ts';
import {
  clockText,
  type Day,
  dayLabel,
  durationText,
  hoursCsv,
  rangeFault,
  stretches,
  totalOf,
} from './hours-view.ts';

const ZONE = 'America/Santiago';
const none = { active: 0, absent: 0, inactive: 0, close_session: 0 };
const day = (over: Partial<Day> = {}): Day => ({ day: '2026-11-20', spans: [], seconds: none, ...over });

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
  it('puts stretches on the bar in the history’s own time zone', () => {
    // Santiago is three hours behind UTC in November.
    const spans: Day['spans'] = [
      { status: 'active', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T18:00:00.000Z' },
      { status: 'inactive', from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
    ];
    expect(stretches(day({ spans }), ZONE, '2026-11-25T00:00:00.000Z')).toEqual([
      { status: 'active', from: 0.375, to: 0.625, since: '09:00', until: '15:00' },
      { status: 'inactive', from: 0.625, to: 1, since: '15:00', until: '24:00' },
    ]);
  });
  it('lets an open stretch reach to now', () => {
    const spans: Day['spans'] = [{ status: 'active', from: '2026-11-20T15:00:00.000Z', to: null }];
    expect(stretches(day({ spans }), ZONE, '2026-11-20T21:00:00.000Z')).toEqual([
      { status: 'active', from: 0.5, to: 0.75, since: '12:00', until: null },
    ]);
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
  it('takes a stretch of at most 92 days that has begun', () => {
    const today = '2026-11-21';
    expect(rangeFault('2026-11-15', today, today)).toBeNull();
    expect(rangeFault('2026-08-22', today, today)).toBeNull();
    expect(rangeFault('2026-08-21', today, today)).toBe('Elige como máximo 92 días.');
    expect(rangeFault('2026-11-22', '2026-11-21', today)).toContain('anterior');
    expect(rangeFault('', today, today)).toBe('Elige las dos fechas.');
    expect(rangeFault('2026-12-01', '2026-12-02', today)).toBe('Elige días que ya pasaron.');
  });
});
