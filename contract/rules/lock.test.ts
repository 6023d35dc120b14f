import { describe, expect, it } from 'vitest';
import { isLocked, lockStart } from './lock.ts';

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
