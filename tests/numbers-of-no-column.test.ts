/**
 * hostile-inputs.test.ts throws dice; this one goes through every place of every call that takes a number, a day or an
 * instant, also those that are optional, and puts there what no column holds and no clock shows. The rest of the input
 * is a good one, so that it comes as far as a good one does.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../contract/calls/call.ts';
import { CALLS } from '../contract/calls/index.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { addEntity } from './support/add-entity.ts';
import { make, type Shape, sampleInput } from './support/sample-input.ts';
import { makeTenant } from './support/samples.ts';
import { callAsOwner, type Input } from './support/tenant-call.ts';
import { SAMPLES } from './support/walk-samples.ts';

const PARTS = ['params', 'query', 'body'] as const;
/** They measure passwords, and end sessions. */
const SLOW = /password|secondFactor|recoveryCodes|signOut|deleteDevice/i;
const NUMBERS = [2_147_483_648, -2_147_483_649, 2 ** 63, 1e308, -1, 0.5];
const SEEN = { state: 'pending', category: null, agent_id: null } as const;
const DAYS = ['1970-01-01', '2999-12-31', '9999-12-31', '0001-01-01', '0000-01-01', '275760-09-13'];
const INSTANTS = [
  '1970-01-01T00:00:00.000Z',
  '2999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Path = readonly string[];
interface Place {
  path: Path;
  values: readonly unknown[];
}

function placesOf(shape: Shape & { format?: string }, path: Path): Place[] {
  const choices = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  if (choices.length > 0) return choices.flatMap((one) => placesOf(one, path));
  if (shape.type === 'object')
    return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
      placesOf(inner, [...path, name]),
    );
  if (shape.type === 'array') return shape.items ? placesOf(shape.items, [...path, '0']) : [];
  if (shape.type === 'string') {
    const pattern = shape.pattern ?? '';
    if (pattern.includes('T')) return [{ path, values: INSTANTS }];
    return pattern.includes('0[13578]') ? [{ path, values: DAYS }] : [];
  }
  // What is read from an address has no type: it is made a number.
  const numeric = shape.type === 'number' || shape.type === 'integer';
  const untyped = shape.type === undefined && shape.const === undefined && shape.enum === undefined;
  if (!numeric && !untyped) return [];
  // The ends that the contract itself allows, too.
  const ends = [shape.minimum, shape.maximum].filter((end) => end !== undefined);
  return [{ path, values: [...NUMBERS, ...ends] }];
}

/** The value with another one at the place; what holds the place is made where the sample has none. */
function put(value: unknown, shape: Shape, [first, ...rest]: Path, leaf: unknown): unknown {
  if (first === undefined) return leaf;
  const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (choices) {
    const holds = (one: Shape) => (first === '0' ? one.type === 'array' : first in (one.properties ?? {}));
    return put(value, choices.find(holds) ?? {}, [first, ...rest], leaf);
  }
  if (shape.type === 'array') {
    const [one, ...others] = Array.isArray(value) ? value : [];
    const items = shape.items ?? {};
    return [put(one ?? make(items), items, rest, leaf), ...others];
  }
  const all = (value ?? make(shape)) as Record<string, unknown>;
  return { ...all, [first]: put(all[first], shape.properties?.[first] ?? {}, rest, leaf) };
}

const named = Object.entries(CALLS) as unknown as [string, Call][];

it('HTTP-10 no call answers a number, a day or an instant that nothing can hold with a fault', async () => {
  const faults: string[] = [];
  let tried = 0;
  for (const [name, call] of named) {
    if (SLOW.test(name)) continue;
    const { access } = call;
    const shape: Shape = { type: 'object', properties: {} };
    let input: Input = {};
    for (const part of PARTS) {
      const schema = call[part];
      if (!schema) continue;
      const of = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
      shape.properties = { ...shape.properties, [part]: of };
      input[part] = (SAMPLES[name]?.[part] ?? sampleInput(schema) ?? {}) as Record<string, unknown>;
    }
    // What the rule judges is judged before anything else is read.
    const ruled = 'in' in access ? [access.in, ...access.name.split('.')] : [];
    const places = placesOf(shape, []).filter(({ path }) => path.join('.') !== ruled.join('.'));
    if (places.length === 0) continue;
    const at = await makeTenant(server);
    const { botId, owner, linkId } = at;
    if (ruled.length > 0) {
      const place = { botId, person: owner, linkId };
      const one = access.kind === 'entity' ? await addEntity(server, access.entity, place, SEEN) : botId;
      input = put(input, shape, ruled, access.kind === 'self' ? owner.id : one) as Input;
    }
    if (access.kind === 'linked' && access.self)
      input = put(input, shape, [access.self.in, access.self.name], owner.id) as Input;
    for (const { path, values } of places)
      for (const value of values) {
        const { status } = await callAsOwner(server, call, at, put(input, shape, path, value) as Input);
        tried += 1;
        if (status === 401) owner.headers = await server.signIn(owner);
        if (status >= 500 && status !== 503)
          faults.push(`${name} ${path.join('.')} ${String(value)} ${status}`);
      }
  }
  expect(tried).toBeGreaterThan(1000);
  expect(faults).toEqual([]);
});
