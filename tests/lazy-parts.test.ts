/**
 * Every part that the client loads later is loaded within the limit of 120 s and fails alone (docs/product.md §8, §9): each
 * `import()` of the client stands in lazyPart, laterPart, lazyScreen, loadChunk or the worker's dexieLoader, or in a named loader that is given to one of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const files = ['src', 'widget', 'workers', 'machines'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fuzz|bench)\.|vite\.config/.test(file))
    .map((file) => join(room, file)),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const everything = [...texts.values()].join('\n');

const WRAPPED =
  /\b(lazyPart|laterPart|lazyScreen(<[^(]*>)?|loadChunk|dexieLoader)\(\s*(clock,\s*)?(async )?\(\) =>\s*(\(\s*await )?$/;
const NAMED = /export const (\w+) = \(\) =>\s*$/;
/** Rarely opened screens: src/app/screens.ts gives each to lazyScreen by its name. */
const PARTS = /^src\/features\/[^/]+\/parts\.ts$/;

const guarded = (name: string) =>
  new RegExp(`\\b(lazyPart|lazyScreen|loadChunk)\\(\\s*${name}\\b`).test(everything);

it('no part of the client is loaded outside the rule of 120 s', () => {
  const outside: string[] = [];
  let found = 0;
  for (const [file, text] of texts) {
    for (const { index } of text.matchAll(/(?<!typeof )\bimport\((?!\))/g)) {
      found++;
      const before = text.slice(Math.max(0, index - 200), index);
      const name = NAMED.exec(before)?.[1];
      if (WRAPPED.test(before) || (name !== undefined && (PARTS.test(file) || guarded(name)))) continue;
      outside.push(`${file}: ${text.slice(index, text.indexOf(')', index) + 1)}`);
    }
    // React's own lazy knows neither the limit nor a boundary of its own.
    if (/import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text)) outside.push(`${file}: lazy of React`);
  }
  expect(outside).toEqual([]);
  expect(found).toBeGreaterThan(80);
});
