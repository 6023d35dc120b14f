/**
 * Every place that the guides name is there: what stands in backticks and looks like a path of this repository, with
 * braces and stars expanded, every link, and every id of an invariant. A name without its folder (`respond.ts`,
 * `log/`) needs one that ends so. And decisions are numbered without a gap and listed in their index.
 * Run from the root: `node scripts/check-map.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

const ROOMS =
  /^(contract|machines|workers|src|server|widget|tests|e2e|bench|scripts|docs|deploy|public|\.ci)\//;
const FILE = /\.(tsx?|mjs|md|sql|json|css|ya?ml|html)$/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && existsSync(name));
/** README, the pages of docs/ and each SPEC.md; decisions tell of their own day. */
const guides = files.filter((name) =>
  /^(README|docs\/[^/]+|docs\/decisions\/README|(.+\/)?SPEC)\.md$/.test(name),
);
const folders = new Set(
  files.flatMap((name) =>
    name
      .split('/')
      .slice(0, -1)
      .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
  ),
);
const places = [...files, ...folders];

const invariants = new Set(
  files
    .filter((name) => name.endsWith('SPEC.md'))
    .flatMap((name) => [...readFileSync(name, 'utf8').matchAll(/^\s*[-*|] \*\*([A-Z]+-\d+)\*\*/gm)])
    .map(([, id]) => id),
);
const families = new Set([...invariants].map((id) => id?.split('-')[0]));

/** @param {string} text @returns {string[]} `a/{b,c}.ts` as `a/b.ts` and `a/c.ts` */
function expanded(text) {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text);
  if (!braces) return [text];
  const [, head = '', inner = '', tail = ''] = braces;
  return inner.split(',').flatMap((part) => expanded(`${head}${part.trim()}${tail}`));
}

/** @param {string} path with stars: `**` over folders, `*` within one name; a bare name may stand anywhere */
function isThere(path) {
  const body = path
    .replace(/\/$/, '')
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\0')
    .replace(/\*/g, '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  const wanted = new RegExp(`^${ROOMS.test(path) ? '' : '(?:.*/)?'}${body}$`);
  return places.some((place) => wanted.test(place));
}

/** @type {string[]} */
const faults = [];
let checked = 0;
for (const guide of guides) {
  for (const [at, line] of readFileSync(guide, 'utf8').split('\n').entries()) {
    const said = [...line.matchAll(/`([^`\s]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => !/[<>:=|@]|^[/.]{1,2}\//.test(text) && !text.startsWith('/'))
      .filter((text) => ROOMS.test(text) || FILE.test(text) || /^[\w-]+\/$/.test(text));
    for (const path of said.flatMap(expanded)) {
      checked += 1;
      if (!isThere(path)) faults.push(`${guide}:${at + 1}: ${path} is not there`);
    }
    for (const [id, family = ''] of line.matchAll(/\b([A-Z]{2,})-\d+\b/g)) {
      if (!families.has(family)) continue;
      checked += 1;
      if (!invariants.has(id)) faults.push(`${guide}:${at + 1}: no SPEC.md has ${id}`);
    }
    for (const [, link = ''] of line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      checked += 1;
      if (!existsSync(join(dirname(guide), link))) faults.push(`${guide}:${at + 1}: no ${link}`);
    }
  }
}
const index = readFileSync('docs/decisions/README.md', 'utf8');
const decisions = files.filter((name) => /^docs\/decisions\/\d/.test(name)).sort();
for (const [at, path] of decisions.entries()) {
  const name = basename(path);
  // Numbers are given before the work: those of decisions that are still under way are left free.
  const before = decisions[at - 1];
  if (before !== undefined && basename(before).slice(0, 4) === name.slice(0, 4))
    faults.push(`${path}: its number is that of ${before}`);
  if (!index.includes(`](${name})`)) faults.push(`${path}: not in docs/decisions/README.md`);
}
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n${faults.length} places are not there.`);
  process.exit(1);
}
console.log(`${checked} places of the guides, each of them there.`);
