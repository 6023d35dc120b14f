/** Answers of which some values are something else, by a seed: what a shop's plug-ins and mishaps make of them. */
import type { ServerResponse } from 'node:http';

const ODD: readonly unknown[] = [
  '',
  false,
  null,
  0,
  -1,
  1e300,
  '0000-00-00 00:00:00',
  '2026-02-30T25:61:00Z',
  'parent',
  '12.990',
  '9.999999',
  [],
  {},
  [null],
  'javascript:alert(1)',
  '\u0000\ud800',
  'x'.repeat(5_000),
];

/** Numbers of chance between 0 and 1. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function spoiled(value: unknown, chance: () => number): unknown {
  if (chance() < 0.06) return ODD[Math.floor(chance() * ODD.length)];
  if (Array.isArray(value)) return value.map((one) => spoiled(one, chance));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoiled(one, chance)]));
}

/** Spoils what is answered from now on. */
export function addNoise(response: ServerResponse, seed: number): void {
  const chance = chanceOf(seed);
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: unknown) =>
    end(
      typeof body === 'string' ? JSON.stringify(spoiled(JSON.parse(body), chance)) : '',
    )) as typeof response.end;
}
