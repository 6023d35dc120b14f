import { describe, expect, it } from 'vitest';
import { phoneText, readPhone } from './phone.ts';

describe('phones', () => {
  it.each([
    ['+56 9 1234 5678', '+56912345678'],
    ['9 1234 5678', '+56912345678'],
    ['56912345678', '+56912345678'],
    ['0056 9 1234-5678', '+56912345678'],
    ['(56) 2 2345 6789', '+56223456789'],
    ['32 234 5678', '+56322345678'],
    ['+54 9 11 2233 4455', '+5491122334455'],
    ['5491122334455', '+5491122334455'],
    ['+1 (415) 555-0100', '+14155550100'],
  ])('reads %s', (typed, stored) => expect(readPhone(typed)).toBe(stored));

  it.each([
    '',
    '12',
    '1234 5678',
    '+56 9 1234 567',
    '+56 1 2345 6789',
    'llámame',
    '9 1234 5678 ext 2',
    '+0123456789',
  ])('refuses %s', (typed) => expect(readPhone(typed)).toBeNull());

  it('shows Chilean ones with spaces, others as they are', () => {
    expect(phoneText('+56912345678')).toBe('+56 9 1234 5678');
    expect(phoneText('+56223456789')).toBe('+56 2 2345 6789');
    expect(phoneText('+56322345678')).toBe('+56 32 234 5678');
    expect(phoneText('56912345678')).toBe('+56 9 1234 5678');
    expect(phoneText('+5491122334455')).toBe('+5491122334455');
  });
});
