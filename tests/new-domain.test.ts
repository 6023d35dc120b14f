/**
 * A new domain touches seven files outside its own folders (docs/a-new-domain.md): the composing files of a domain are
 * known to the lists of that page and to nobody else, so that no further list can come about unseen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync('docs/a-new-domain.md', 'utf8');
const [, table = ''] = page.split('## What it touches outside its own folders');
const LISTED = [...table.slice(0, table.indexOf('## ')).matchAll(/^\| `([^`<]+)` \|/gm)].map(
  ([, file]) => file,
);

const files = ['contract', 'machines', 'workers', 'server', 'src', 'tests', 'scripts', 'widget'].flatMap(
  (room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => join(room, file)),
);

/** Composing files of a domain, with the one list that may know them; null: they are found by their name. */
const COMPOSING: [file: RegExp, list: string | null][] = [
  [/^server\/(?!platform)[^/]+\/domain\.ts$/, 'server/compose.ts'],
  [/^src\/features\/[^/]+\/screens\.ts$/, 'src/app/screens.ts'],
  [/^src\/features\/[^/]+\/parts\.ts$/, null],
  [/^server\/[^/]+\/walk\.fixture\.ts$/, null],
];
const isTest = (file: string) => /\.test\.tsx?$|\/testing\.ts$/.test(file);

it('names seven files that a new domain touches', () => {
  expect(LISTED).toHaveLength(7);
});

it('composes each domain in the lists of that page alone', () => {
  const found = new Set<RegExp>();
  const outside: string[] = [];
  for (const file of files) {
    if (isTest(file)) continue;
    // Types of a domain may be known where it is handed on.
    const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
    for (const [, from = ''] of text.matchAll(/(?<!typeof )(?:from |import\()'(\.[^']+)'/g)) {
      const to = posix.join(posix.dirname(file), from);
      for (const [pattern, list] of COMPOSING) {
        if (!pattern.test(to)) continue;
        found.add(pattern);
        if (file !== list && posix.dirname(file) !== posix.dirname(to)) outside.push(`${file} imports ${to}`);
      }
    }
  }
  expect(outside).toEqual([]);
  expect(found.size).toBe(2);
  for (const [, list] of COMPOSING) if (list) expect(LISTED).toContain(list);
});
