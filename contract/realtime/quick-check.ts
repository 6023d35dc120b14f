/**
 * Whether a value is already what a schema would make of it: valid, and nothing to strip. Reading an event by its schema
 * builds every object of it anew; in a burst that is a fifth of what the hub does. What this accepts is handed on as it
 * is; everything else is read by the schema itself, which alone says what is wrong. No code is made at run time: the
 * product's policy forbids it.
 */
import type * as z from 'zod/mini';

type Check = (value: unknown) => boolean;
type Schema = z.core.$ZodType;
type AnyRule = z.core.$ZodChecks['_zod']['def'];
type AnyDef = z.core.$ZodTypes['_zod']['def'];

/** @returns null where the schema has parts that are not known here: then nothing is accepted quickly */
export function quickCheck(schema: Schema): Check | null {
  const def = schema._zod.def as AnyDef;
  const rules = rulesOf(def);
  const kind = kindOf(def);
  if (!rules || !kind) return null;
  if (rules.length === 0) return kind;
  return (value) => {
    if (!kind(value)) return false;
    for (const rule of rules) if (!rule(value)) return false;
    return true;
  };
}

function kindOf(def: AnyDef): Check | null {
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
      if (!('format' in def)) return Number.isFinite;
      return def.format === 'safeint' ? Number.isSafeInteger : null;
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case 'nullable':
      return around(def.innerType, (inner) => (value) => value === null || inner(value));
    case 'optional':
      return around(def.innerType, (inner) => (value) => value === undefined || inner(value));
    case 'array':
      return around(def.element, (inner) => (value) => Array.isArray(value) && everyOne(value, inner));
    case 'union':
      return unionOf(def.options);
    case 'object':
      return def.catchall ? null : objectOf(def.shape);
    default:
      return null;
  }
}

/** `every` would pass over what is not there. */
function everyOne(values: readonly unknown[], check: Check): boolean {
  for (const value of values) if (!check(value)) return false;
  return true;
}

function around(inner: Schema, make: (check: Check) => Check): Check | null {
  const check = quickCheck(inner);
  return check && make(check);
}

/** Of those that build nothing any will do; else the first, which is the one that reads what it can. */
function unionOf(options: readonly Schema[]): Check | null {
  const flat = options.every(({ _zod }) => _zod.def.type === 'string' || _zod.def.type === 'number');
  const checks = (flat ? options : options.slice(0, 1)).map(quickCheck);
  if (checks.some((check) => check === null)) return null;
  const known = checks as Check[];
  return (value) => known.some((check) => check(value));
}

/** Has what it must, all of it fits, and there is nothing else. */
function objectOf(shape: Readonly<Record<string, Schema>>): Check | null {
  const parts: Record<string, Check> = Object.create(null);
  const must = new Set<string>();
  for (const [key, schema] of Object.entries(shape)) {
    const check = quickCheck(schema);
    if (!check) return null;
    parts[key] = check;
    if (schema._zod.def.type !== 'optional') must.add(key);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const key in value) {
      const check = parts[key];
      if (check === undefined || !check((value as Record<string, unknown>)[key])) return false;
      if (must.has(key)) found += 1;
    }
    return found === must.size;
  };
}

/** @returns null where one of them is not known here */
function rulesOf(def: AnyDef): Check[] | null {
  const rules: Check[] = [];
  for (const { _zod } of def.checks ?? []) {
    const rule = ruleOf(_zod.def as AnyRule);
    if (!rule) return null;
    rules.push(rule);
  }
  return rules;
}

const sizeOf = (value: unknown) => (value as { length: number }).length;

function ruleOf(rule: AnyRule): Check | null {
  switch (rule.check) {
    case 'min_length':
      return (value) => sizeOf(value) >= rule.minimum;
    case 'max_length':
      return (value) => sizeOf(value) <= rule.maximum;
    case 'greater_than': {
      const least = Number(rule.value);
      return rule.inclusive ? (value) => Number(value) >= least : (value) => Number(value) > least;
    }
    case 'less_than': {
      const most = Number(rule.value);
      return rule.inclusive ? (value) => Number(value) <= most : (value) => Number(value) < most;
    }
    case 'string_format': {
      const { pattern } = rule;
      if (rule.format !== 'regex' || !pattern || pattern.global || pattern.sticky) return null;
      return (value) => pattern.test(value as string);
    }
    default:
      return null;
  }
}
