/** Which of two builds writes. */
import { describe, expect, it } from 'vitest';
import { isNewer } from './builds.ts';

describe('isNewer', () => {
  it.each([
    { a: ['b', 2], b: ['a', 1], newer: true },
    { a: ['12ab', 1], b: ['9fab', 2], newer: false },
    { a: ['20261121034500-9f', 1], b: ['20261120034500-ab', 2], newer: true },
    { a: ['same', 2], b: ['same', 1], newer: false },
  ] as const)('HUB-23 $a against $b: $newer', ({ a, b, newer }) => {
    expect(isNewer({ build: a[0], startedAt: a[1] }, { build: b[0], startedAt: b[1] })).toBe(newer);
  });
});
