/** What is accepted without its schema is what the schema would have made of it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EVENT_NAMES, envelopeSchemas, parseFrame } from './events.ts';
import { quickCheck } from './quick-check.ts';

const instantText = fc
  .date({ min: new Date('1970-01-02'), max: new Date('2899-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString());

const takes = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** Values that a schema takes, as far as its parts say how they are made. */
function valid(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  switch (def.type) {
    case 'string':
      return takes(schema, '2026-11-28T00:00:00.000Z') && !takes(schema, 'x')
        ? instantText
        : fc.string({ minLength: 1, maxLength: 12 });
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 1, max: 5 });
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'nullable':
      return fc.option(valid(def.innerType), { nil: null });
    case 'optional':
      return valid(def.innerType);
    case 'array':
      return fc.array(valid(def.element), { maxLength: 2 });
    case 'union':
      return fc.oneof(...def.options.map(valid));
    case 'object': {
      const shape = def.shape as Record<string, z.core.$ZodType>;
      const requiredKeys = Object.keys(shape).filter((key) => shape[key]?._zod.def.type !== 'optional');
      const parts = Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, valid(part)]));
      return fc.record(parts, { requiredKeys, noNullPrototype: true });
    }
    default:
      throw new Error(`No values for ${def.type}`);
  }
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 60,
    true,
    [],
    {},
    '__proto__',
  ),
  fc.string({ maxLength: 300 }),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-11-28T00:00:00.000Z', '\0', '\ud800', 'taken', 'web'),
  fc.array(fc.constant('x'), { maxLength: 3 }),
);

/** The same with one of its parts, however deep, replaced, taken away or added to. */
function spoilt(value: unknown, path: readonly number[], by: unknown, how: 'set' | 'drop' | 'add'): unknown {
  const [turn, ...rest] = path;
  if (turn === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const added = Array.isArray(value) ? String(value.length) : 'unheard_of';
  const key = how === 'add' && rest.length === 0 ? added : keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return by;
  if (how === 'drop' && rest.length === 0) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, rest.length === 0 ? by : spoilt(Reflect.get(value, key), rest, by, how));
  return copy;
}

describe.each(EVENT_NAMES)('%s', (name) => {
  const schema = envelopeSchemas[name];
  const check = quickCheck(schema);

  test('is known whole: nothing of it is read slowly because it is not understood', () => {
    expect(check).not.toBeNull();
  });

  test('is accepted only as the schema would hand it on', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        valid(schema),
        fc.option(
          fc.record({
            path: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
            by: odd,
            how: fc.constantFrom('set' as const, 'drop' as const, 'add' as const),
          }),
        ),
        (whole, harm) => {
          const value = harm ? spoilt(whole, harm.path, harm.by, harm.how) : whole;
          if (!check?.(value)) return;
          accepted += 1;
          expect(schema.safeParse(value)).toEqual({ success: true, data: value });
          expect(parseFrame(name, value)).toEqual({ ...(value as object), name });
        },
      ),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

test('leaves what it does not know to the schema', () => {
  expect(quickCheck(z.object({ at: z.date() }))).toBeNull();
  expect(quickCheck(z.string().check(z.refine((text) => text !== 'no')))).toBeNull();
  expect(quickCheck(z.looseObject({ id: z.string() }))).toBeNull();
  // The second would strip what the first does not have.
  const either = quickCheck(
    z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
  );
  expect(either?.({ a: '', b: '' })).toBe(false);
});
