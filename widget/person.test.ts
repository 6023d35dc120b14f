/** What a page says of who sits there: whatever it is, it is text of bounded length, or is not taken. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedIdentity, visitorIdentify } from '../contract/realtime/visitor-socket.ts';
import { readPerson } from './person.ts';

test('WID-1 whatever a page gives identify, what is handed on is bounded text of known fields, and never throws', () => {
  const field = fc.constantFrom(
    'id',
    'hash',
    'name',
    'email',
    'phone',
    'expires',
    'verified_email',
    '__proto__',
    'x',
  );
  const value = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.integer(),
    fc.constantFrom(null, undefined, true, Number.NaN, 'x'.repeat(100_000), '<img src=x onerror=alert(1)>'),
    fc.object(),
    fc.array(fc.string()),
  );
  fc.assert(
    fc.property(fc.oneof(value, fc.array(fc.tuple(field, value)).map(Object.fromEntries)), (given) => {
      const person = readPerson(given);
      if (typeof person === 'string') return;
      expect(visitorIdentify.safeParse(person.said).success).toBe(true);
      if (!person.signed) return;
      const known = new Set(['id', 'hash', 'expires', 'email']);
      expect(Object.keys(person.signed).filter((key) => !known.has(key))).toEqual([]);
      // What the server refuses of it are control characters and ends that no date has.
      const printed = /^\P{Cc}*$/u;
      const { id, email = '', expires = 0 } = person.signed;
      if (!printed.test(id) || !printed.test(email) || expires < 0 || expires > 100_000_000_000) return;
      expect(signedIdentity.safeParse(person.signed).success).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('WID-1 a signature without the id that it signs is told to the developer', () => {
  expect(readPerson({ hash: 'a'.repeat(64) })).toBe('identify: falta id para la firma');
  expect(readPerson({ id: 7, hash: 'a'.repeat(64), name: 'Ana' })).toEqual({
    said: { name: 'Ana' },
    signed: { id: '7', hash: 'a'.repeat(64) },
  });
});
