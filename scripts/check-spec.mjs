/**
 * Holds SPEC.md files and tests together, both ways: every invariant (a list item or table row that starts with `**FOLD-1**`) is
 * named at the head of a test's title, and every id at the head of a title stands in a SPEC.md. No id stands twice.
 * Run from the root: `node scripts/check-spec.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const SKIPPED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.data',
  'playwright-report',
  'test-results',
]);

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

const files = filesUnder('.');
/** @type {Map<string, string>} id → the SPEC.md that names it */
const invariants = new Map();
/** @type {Set<string>} */
const tested = new Set();
/** @type {string[]} */
const faults = [];

for (const path of files.filter((name) => /(^|[\\/])SPEC\.md$/.test(name))) {
  for (const [, id = ''] of readFileSync(path, 'utf8').matchAll(/^\s*[-*|] \*\*([A-Z]+-\d+)\*\*/gm)) {
    if (invariants.has(id)) faults.push(`${path}: ${id} stands in ${invariants.get(id)} too`);
    invariants.set(id, path);
  }
}
const TITLE = /\b(?:it|test)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*['"`]((?:[A-Z]+-\d+(?:, | and )?)+)/g;
for (const path of files.filter((name) => /\.(test|spec)\.tsx?$/.test(name))) {
  for (const [, head = ''] of readFileSync(path, 'utf8').matchAll(TITLE)) {
    for (const [id] of head.matchAll(/[A-Z]+-\d+/g)) {
      tested.add(id);
      if (!invariants.has(id)) faults.push(`${path}: ${id} stands in no SPEC.md`);
    }
  }
}
for (const [id, path] of invariants) if (!tested.has(id)) faults.push(`${path}: no test names ${id}`);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${invariants.size} invariants, each with its test.`);
