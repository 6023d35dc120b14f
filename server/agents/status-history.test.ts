import { describe, expect, it } from 'vitest';
import { dayOf } from './status-history.ts';

const day = { day: '2026-11-20', starts: '2026-11-20T03:00:00.000Z', ends: '2026-11-21T03:00:00.000Z' };
const span = (status: string, started_at: string, ended_at: string | null) => ({
  user_id: 3,
  status,
  started_at,
  ended_at,
});
const later = new Date('2026-11-25T12:00:00.000Z');

describe('a day of an agent', () => {
  it('cuts spans at midnight, to the millisecond', () => {
    const night = span('active', '2026-11-20T02:59:59.250Z', '2026-11-20T03:00:00.750Z');
    const over = span('absent', '2026-11-21T02:00:00.000Z', '2026-11-21T05:00:00.000Z');
    expect(dayOf(day, [night, over], later)).toEqual({
      ...day,
      spans: [
        { status: 'active', from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T03:00:00.750Z' },
        { status: 'absent', from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
      ],
      seconds: { active: 0.75, absent: 3600, inactive: 0, close_session: 0 },
    });
  });

  it('counts what still lasts up to now, without an end today and with one on days gone by', () => {
    const open = span('active', '2026-11-20T15:00:00.000Z', null);
    const now = new Date('2026-11-20T15:30:00.000Z');
    expect(dayOf(day, [open], now)).toMatchObject({ spans: [{ to: null }], seconds: { active: 1800 } });
    expect(dayOf(day, [open], later)).toMatchObject({
      spans: [{ to: '2026-11-21T03:00:00.000Z' }],
      seconds: { active: 12 * 3600 },
    });
  });

  it('knows nothing of days to come', () => {
    const open = span('active', '2026-11-19T15:00:00.000Z', null);
    expect(dayOf(day, [open], new Date('2026-11-19T16:00:00.000Z'))).toMatchObject({ spans: [] });
  });
});
