/** Everything that the server reads from outside has an end: every call's input, and every packet of both sockets. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { boundedJson, boundedRecord, isBounded, isWithin } from './bounded.ts';
import { CALLS } from './calls/index.ts';
import { idParam } from './calls/main.ts';
import { day, instant, numericId, seq } from './primitives.ts';
import * as agent from './realtime/agent-socket.ts';
import * as visitor from './realtime/visitor-socket.ts';

/** As much of zod's definitions as the walk needs. */
interface Schema {
  _zod: { def: Definition; values?: Set<unknown> };
}
interface Definition {
  type: string;
  checks?: (object & { _zod: { def: { check: string; pattern?: RegExp } } })[];
  shape?: Record<string, Schema>;
  catchall?: Schema;
  element?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  innerType?: Schema;
  in?: Schema;
  left?: Schema;
  right?: Schema;
  options?: Schema[];
  items?: Schema[];
  rest?: Schema | null;
}

const FINITE = ['literal', 'enum', 'boolean', 'null', 'undefined', 'never', 'void'];
const INSIDE = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'];

/** Whether what a pattern takes has a longest: anchored at both ends, and nothing in it repeats without end. */
function hasEnd({ source }: RegExp): boolean {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /^\^.*\$$/.test(bare) && !/[*+]|\{\d+,\}/.test(bare);
}

/** What of a schema has no end, with its path. */
function unbounded(schema: Schema, path: string, above: readonly Schema[] = []): string[] {
  if (isBounded(schema)) return [];
  if (above.includes(schema)) return [`${path}: may hold itself`];
  const { def } = schema._zod;
  const checks = def.checks ?? [];
  const has = (...names: string[]) => checks.some(({ _zod }) => names.includes(_zod.def.check));
  const into = (inner: Schema | null | undefined, place: string) =>
    inner ? unbounded(inner, `${path}${place}`, [...above, schema]) : [];
  const fault = (found: boolean, what: string) => (found ? [`${path}: ${what}`] : []);
  if (FINITE.includes(def.type)) return [];
  if (INSIDE.includes(def.type)) return into(def.innerType, '');
  switch (def.type) {
    case 'string': {
      const closed = checks.some(
        ({
          _zod: {
            def: { pattern },
          },
        }) => pattern && hasEnd(pattern),
      );
      return fault(!closed && !has('max_length', 'length_equals'), 'a text without a longest');
    }
    case 'number':
      return fault(!has('less_than') || !has('greater_than'), 'a number without its range');
    case 'array':
      return [...fault(!has('max_length'), 'a list without a longest'), ...into(def.element, '[]')];
    case 'record': {
      const keys = def.keyType;
      const closed = checks.some(isBounded) || (keys && FINITE.includes(keys._zod.def.type));
      return [
        ...fault(!closed, 'a record without a largest'),
        ...into(keys, '{key}'),
        ...into(def.valueType, '{}'),
      ];
    }
    case 'object': {
      const more = def.catchall && def.catchall._zod.def.type !== 'never';
      const fields = Object.entries(def.shape ?? {});
      return [
        ...fault(more === true, 'takes keys that it does not name'),
        ...fields.flatMap(([key, inner]) => into(inner, `.${key}`)),
      ];
    }
    case 'union':
      return (def.options ?? []).flatMap((inner, at) => into(inner, `|${at}`));
    case 'tuple':
      return [...(def.items ?? []).flatMap((inner, at) => into(inner, `[${at}]`)), ...into(def.rest, '[…]')];
    case 'intersection':
      return [...into(def.left, '&'), ...into(def.right, '&')];
    // What follows reads what the first has let through.
    case 'pipe':
      return into(def.in, '');
    default:
      return [`${path}: anything (${def.type})`];
  }
}

const faultsOf = (schema: unknown, path = '') => unbounded(schema as Schema, path);

/** What clients emit, by the constant's name: everything in these two files that is no answer of the server. */
const SAID_BY_SERVER = [
  'autoReconnectAck',
  'okAck',
  'liveEvents',
  'publicAgent',
  'visitorMessage',
  'visitorConnected',
  'visitorMessageAck',
  'visitorEvents',
];
const packets = Object.entries({ ...agent, ...visitor }).filter(
  ([name, value]) => !SAID_BY_SERVER.includes(name) && typeof value === 'object' && '_zod' in value,
);

describe('what comes from outside has an end', () => {
  it('every text, list, record and number of every call', () => {
    const faults = Object.entries(CALLS).flatMap(([name, call]) => {
      const parts = { params: call.params, query: call.query, body: call.body } as Record<string, unknown>;
      return Object.entries(parts).flatMap(([part, schema]) =>
        schema ? faultsOf(schema, `${name}.${part}`) : [],
      );
    });
    expect(faults).toEqual([]);
  });

  it('every text, list, record and number of every packet', () => {
    expect(packets.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'socketAuth',
        'autoReconnect',
        'farewell',
        'visitorAuth',
        'sendVisitorMessage',
      ]),
    );
    expect(packets.flatMap(([name, schema]) => faultsOf(schema, name))).toEqual([]);
  });

  it('finds each kind that has none', () => {
    const open = z.object({
      text: z.string(),
      pattern: z.string().check(z.regex(/^a+$/)),
      loose: z.string().check(z.regex(/a{2}/)),
      list: z.array(z.boolean()),
      number: z.int(),
      half: z.number().check(z.gte(0)),
      record: z.record(z.string().check(z.maxLength(4)), z.boolean()),
      json: z.json(),
      unknown: z.optional(z.unknown()),
      more: z.looseObject({}),
      date: z.date(),
      either: z.union([z.literal('a'), z.string()]),
    });
    expect(faultsOf(open).map((line) => line.slice(1).split(/[:|[{]/)[0])).toEqual(Object.keys(open.shape));
    const closed = z.object({
      pattern: z.string().check(z.regex(/^[a-z+*]{1,4}$/)),
      record: boundedRecord(4, z.boolean(), 3),
      json: boundedJson({ depth: 3, values: 10 }),
      flags: z.partialRecord(z.enum(['a', 'b']), z.boolean()),
    });
    expect(faultsOf(closed)).toEqual([]);
  });
});

describe('days and instants', () => {
  const moment = (date: string) => `${date}T03:00:00.000Z`;
  it.each(['1970-01-01', '2024-02-29', '2000-02-29', '2026-11-30', '2999-12-31', '2400-02-29'])(
    '%s exists',
    (date) => {
      expect(day.safeParse(date).success).toBe(true);
      expect(instant.safeParse(moment(date)).success).toBe(true);
    },
  );
  it.each([
    '0000-01-01',
    '1969-12-31',
    '2026-02-29',
    '2100-02-29',
    '2500-02-29',
    '2026-04-31',
    '2026-13-01',
    '3000-01-01',
    '9999-99-99',
  ])('%s does not', (date) => {
    expect(day.safeParse(date).success).toBe(false);
    expect(instant.safeParse(moment(date)).success).toBe(false);
  });
  it('hours, minutes and seconds too', () => {
    for (const time of ['24:00:00', '03:60:00', '03:00:60', '3:00:00']) {
      expect(instant.safeParse(`2026-11-21T${time}Z`).success).toBe(false);
    }
    expect(instant.safeParse('2026-11-21T23:59:59.123456Z').success).toBe(true);
  });
});

describe('numbers', () => {
  it('are held by the columns that they are compared with', () => {
    expect(numericId.safeParse(2_147_483_647).success).toBe(true);
    for (const wild of [0, -1, 2_147_483_648, 9e99, Number.NaN, 1.5]) {
      expect(numericId.safeParse(wild).success).toBe(false);
      expect(idParam.safeParse(String(wild)).success).toBe(false);
    }
    expect(seq.safeParse(2 ** 52).success).toBe(true);
    expect(seq.safeParse(2 ** 53).success).toBe(false);
  });
});

describe('values within values', () => {
  it('are counted and measured without recursion', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(isWithin(deep, { depth: 50, values: 1_000_000 })).toBe(false);
    expect(boundedJson({ depth: 50, values: 1_000_000 }).safeParse(deep).success).toBe(false);
    expect(isWithin([1, [2, 3]], { depth: 2, values: 5 })).toBe(true);
    expect(isWithin([1, [2, 3]], { depth: 1, values: 5 })).toBe(false);
    expect(isWithin([1, [2, 3]], { depth: 2, values: 4 })).toBe(false);
  });
  it('a record has so many keys', () => {
    const record = boundedRecord(2, z.boolean(), 2);
    expect(record.safeParse({ a: true, b: true }).success).toBe(true);
    expect(record.safeParse({ a: true, b: true, c: true }).success).toBe(false);
    expect(record.safeParse({ abc: true }).success).toBe(false);
  });
});
