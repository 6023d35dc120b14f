import { describe, expect, it } from 'vitest';
import { isLocked, LOCK_TEXT, lockStart, lockText } from './lock.ts';

const wrote = '2026-11-20T12:00:00.000Z';
const at = (iso: string) => new Date(iso);

describe('the 24 h lock', () => {
  it('falls exactly 24 h after the last word of the customer', () => {
    expect(isLocked('whatsapp', wrote, at('2026-11-21T11:59:59.999Z'))).toBe(false);
    expect(isLocked('whatsapp', wrote, at('2026-11-21T12:00:00.000Z'))).toBe(true);
    expect(lockStart('instagram', wrote)).toBe(Date.parse('2026-11-21T12:00:00.000Z'));
  });
  it('holds for a customer who never wrote, and never on the web', () => {
    expect(isLocked('messenger', null, at(wrote))).toBe(true);
    expect(isLocked('web', null, at(wrote))).toBe(false);
    expect(isLocked('web', wrote, at('2030-01-01T00:00:00.000Z'))).toBe(false);
  });
});

it('a person may answer for 7 days on Messenger and Instagram, and nobody longer', () => {
  const wrote = '2026-11-20T12:00:00.000Z';
  const at = (text: string) => new Date(text);
  for (const channel of ['messenger', 'instagram'] as const) {
    expect(isLocked(channel, wrote, at('2026-11-27T11:59:59.999Z'), 'person')).toBe(false);
    expect(isLocked(channel, wrote, at('2026-11-27T12:00:00.000Z'), 'person')).toBe(true);
    expect(isLocked(channel, wrote, at('2026-11-21T12:00:00.000Z'), 'bot')).toBe(true);
  }
  expect(isLocked('whatsapp', wrote, at('2026-11-21T12:00:00.000Z'), 'person')).toBe(true);
  expect(lockText('messenger', 'person')).toContain('7 días');
  expect(lockText('instagram', 'bot')).toContain('una persona');
  expect(lockText('whatsapp', 'person')).toBe(LOCK_TEXT);
});
