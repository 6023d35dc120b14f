import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Refused } from './refused.ts';
import { validate } from './validate.ts';

const named = z.object({ name: z.string().check(z.minLength(1), z.maxLength(8)) });
const refusal = (value: unknown) => {
  try {
    return validate(named, value, 'body');
  } catch (error) {
    if (error instanceof Refused) return error.body();
    throw error;
  }
};

it('judges texts as they are kept: what has nothing but NUL is empty', () => {
  expect(refusal({ name: '\u0000' })).toMatchObject({
    error: 'bad_request',
    details: { part: 'body', fields: { name: expect.any(String) } },
  });
  expect(refusal({ name: 'a\u0000' })).toEqual({ name: 'a' });
  expect(refusal({ name: '\ud800' })).toEqual({ name: '\uFFFD' });
});

it('cleans what comes in an address, whatever its prototype', () => {
  const given = Object.assign(Object.create(Object.create(null)), { name: 'a\u0000b', page: '2' });
  const paged = z.extend(named, { page: z.coerce.number() });
  expect(validate(paged, given, 'query')).toEqual({ name: 'ab', page: 2 });
  expect(refusal(Object.assign(Object.create(Object.create(null)), { name: '\u0000' }))).toMatchObject({
    error: 'bad_request',
  });
});
