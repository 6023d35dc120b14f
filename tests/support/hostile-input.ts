/** Makes inputs that a schema accepts, or nearly does, and that no honest browser sends. */
import * as z from 'zod/mini';

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

/** Numbers from 0 up to 1, always the same ones for a seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TEXTS = [
  '\u0000',
  '\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000',
  ' ',
  '\ud800',
  'a\udc00b',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1; --",
  '%_\\',
  '(a+)+$',
  '\u202e\u200b',
  '{{x}} {0}',
  '=cmd|x',
  '-1',
  '1e400',
  'NaN',
  '2147483648',
  '9007199254740993',
  '2999-12-31',
  '1970-01-01',
  '2999-12-31T23:59:59.999999Z',
  '1970-01-01T00:00:00.000Z',
  '../../../etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'a@b.cl',
  '+56911112222',
  '🙂',
  'İ',
  'ﬃ',
];
const NUMBERS = [0, 1, -1, 2_147_483_647, 2_147_483_648, 4_503_599_627_370_496, 1e308, 0.5, 64];

const deep = (): unknown => {
  let value: unknown = {};
  for (let level = 0; level < 500; level += 1) value = { a: value };
  return value;
};

const among =
  (random: () => number) =>
  <T>(list: readonly T[]): T =>
    list[Math.floor(random() * list.length)] as T;

/** The value with one of its leaves, or what holds them, exchanged for what is as hostile as can be. */
export function spoiled(value: unknown, random: () => number): unknown {
  const pick = among(random);
  if (Array.isArray(value) && value.length > 0 && random() < 0.9) {
    const at = Math.floor(random() * value.length);
    return value.map((one, place) => (place === at ? spoiled(one, random) : one));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const keys = Object.keys(value);
    if (keys.length > 0 && random() < 0.9) {
      const key = pick(keys);
      return { ...value, [key]: spoiled((value as Record<string, unknown>)[key], random) };
    }
  }
  if (random() < 0.05) return pick<unknown>([null, deep(), [], {}, '', 0, true, [[[]]]]);
  if (typeof value === 'number') return pick(NUMBERS);
  if (typeof value === 'boolean') return !value;
  return pick(TEXTS);
}

/** @param ids what stands where an id of something is wanted, sometimes: by the last word of its name */
export function hostileInput(
  schema: z.ZodMiniType | undefined,
  random: () => number,
  ids: (name: string) => readonly unknown[],
): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  const pick = among(random);
  const text = (shape: Shape): string => {
    const least = shape.minLength ?? 0;
    const most = shape.maxLength ?? 20_000;
    if (random() < 0.1) return 'ñ'.repeat(Math.min(most, 20_000));
    if (shape.pattern?.includes('T') && random() < 0.5) return '2026-11-21T12:00:00.000Z';
    if (shape.pattern?.includes('(?:0[13578]') && random() < 0.5) return '2026-11-21';
    const one = pick(TEXTS);
    return one.repeat(Math.max(1, Math.ceil(least / one.length))).slice(0, Math.max(most, 1));
  };
  const make = (shape: Shape, name: string): unknown => {
    if (random() < 0.01) return pick<unknown>([null, deep(), [], {}, '', 0, true, [[[]]]]);
    const known = ids(name);
    if (known.length > 0 && random() < 0.6) return pick(known);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return pick(shape.enum);
    const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
    if (choices) return make(pick(choices), name);
    switch (shape.type) {
      case 'object': {
        const entries = Object.entries(shape.properties ?? {})
          .filter(([key]) => shape.required?.includes(key) || random() < 0.6)
          .map(([key, inner]) => [key, make(inner, key)] as const);
        const more =
          typeof shape.additionalProperties === 'object' && random() < 0.7
            ? [[pick(TEXTS), make(shape.additionalProperties, name)] as const]
            : [];
        return Object.fromEntries([...entries, ...more]);
      }
      case 'array': {
        const most = Math.min(shape.maxItems ?? 50, 50);
        const count = random() < 0.1 ? most : Math.min(most, Math.floor(random() * 3));
        return Array.from({ length: Math.max(shape.minItems ?? 0, count) }, () =>
          make(shape.items ?? {}, name),
        );
      }
      case 'integer':
      case 'number':
        return pick([...NUMBERS, shape.minimum ?? 0, Math.min(shape.maximum ?? 10, Number.MAX_SAFE_INTEGER)]);
      case 'boolean':
        return random() < 0.5;
      case 'null':
        return null;
      default:
        return text(shape);
    }
  };
  const made = make(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, '');
  return typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : {};
}
