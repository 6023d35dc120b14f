import { expect, it } from 'vitest';
import type { Campaign } from '../../../contract/entities/campaign.ts';
import { clockText, dueText, holdUpText, shareDone, standingOf } from './campaign-text.ts';

const ZONE = 'America/Santiago';
const campaign = (more: Partial<Campaign>): Campaign =>
  ({ state: 'running', reason: null, waits: null, preparing: false, ...more }) as Campaign;

it('says how long it is until it leaves', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const due = (at: string) => dueText(at, now);
  expect(due('2026-11-21T14:14:00Z')).toBe('sale en 2 h 14 min');
  expect(due('2026-11-21T15:00:00Z')).toBe('sale en 3 h');
  expect(due('2026-11-21T12:45:00Z')).toBe('sale en 45 min');
  expect(due('2026-11-21T12:00:20Z')).toBe('sale en menos de 1 min');
  expect(due('2026-11-21T11:00:00Z')).toBe('sale en menos de 1 min');
  expect(due('2026-11-24T16:00:00Z')).toBe('sale en 3 días 4 h');
});

it('tells of both changes of the clock, and of nothing else', () => {
  expect(clockText({ local: '2026-09-06T00:30', zone: ZONE })).toContain('Saldrá el 06/09/2026 01:00');
  expect(clockText({ local: '2026-04-04T23:30', zone: ZONE })).toContain('dos veces');
  expect(clockText({ local: '2026-11-21T10:00', zone: ZONE })).toBeNull();
});

it('says what holds it up: a person’s pause is no fault, what it did by itself has its reason', () => {
  expect(standingOf(campaign({ state: 'paused' }))).toEqual({ text: 'En pausa', tone: undefined });
  expect(standingOf(campaign({ state: 'paused', reason: 'x' })).tone).toBe('bad');
  const waits = { reason: 'WhatsApp pide esperar.', until: '2026-11-21T15:00:00.000Z' };
  expect(standingOf(campaign({ waits })).text).toBe('Esperando');
  expect(holdUpText(campaign({ waits }), ZONE)).toBe(
    'WhatsApp pide esperar. Seguirá sola el 21/11/2026 12:00.',
  );
  expect(holdUpText(campaign({}), ZONE)).toBeNull();
});

it('is done when nobody waits', () => {
  const counts = { total: 8, waiting: 2, sent: 5, delivered: 4, read: 1, failed: 1, skipped: 0 };
  expect(shareDone({ counts })).toBe(75);
  expect(shareDone({ counts: { ...counts, total: 0, waiting: 0 } })).toBe(0);
});
