/**
 * Every citation in a comment names a place that exists in the repository: `docs/product.md §4.12`, a heading or a
 * bold lead of `docs/protocol.md 'Legal moves'`, any other page by its path, a decision by its number. Pages that are
 * not here, and numbers of issues, are no citation.
 * Run from the root: `node scripts/check-citations.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const ROOMS =
  /^(contract|machines|workers|src|server|widget|tests|e2e|bench|scripts|playground|docs|deploy)\//;
const TEXT = /\.(ts|tsx|mjs|css|sql|md)$/;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => ROOMS.test(name) && TEXT.test(name) && !name.endsWith('check-citations.mjs'))
  // What a migration says was true when it was written, and stays as it was run.
  .filter((name) => !name.includes('/migrations/'))
  .filter((name) => existsSync(name));

const sections = new Set(
  [...readFileSync('docs/product.md', 'utf8').matchAll(/^(?:## §(\d+)|(\d+\.\d+)\.)/gm)].map(
    ([, section, rule]) => section ?? rule,
  ),
);
const headingsOf = (/** @type {string} */ page) =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$|\*\*([^*]+?)\.?\*\*/gm)].map(
      ([, heading, lead]) => heading ?? lead,
    ),
  );
/** @type {Map<string, Set<string | undefined>>} */
const headings = new Map();
const decisions = new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 4)));

/** @type {string[]} */
const faults = [];
for (const path of files) {
  for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const fault = (/** @type {string} */ what) => faults.push(`${path}:${at + 1}: ${what}`);
    for (const [, section = ''] of line.matchAll(/docs\/product\.md §(\d+(?:\.\d+)?)/g)) {
      if (!sections.has(section)) fault(`docs/product.md has no §${section}`);
    }
    for (const [, page = '', heading = ''] of line.matchAll(/(docs\/\w+\.md) '([^']+)'/g)) {
      if (!existsSync(page)) continue;
      const known = headings.get(page) ?? headingsOf(page);
      headings.set(page, known);
      if (!known.has(heading)) fault(`${page} has no '${heading}'`);
    }
    for (const [page] of line.matchAll(/\bdocs\/[\w/-]+\.md\b/g)) {
      if (!existsSync(page)) fault(`${page} is not there`);
    }
    for (const [, number = ''] of line.matchAll(/docs\/decisions\/(\d{4})/g)) {
      if (!decisions.has(number)) fault(`there is no decision ${number}`);
    }
    const [foreign] =
      /(?<![\w/.-])(?:wire(?:-outside)?|ux|spec|stack|style)\.md\b|\b[Ss]pec §|\b[Ii]ssue \d{1,2}\b/.exec(
        line,
      ) ?? [];
    if (foreign) fault(`'${foreign}' cites what is not in the repository`);
  }
}
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n${faults.length} citations lead nowhere.`);
  process.exit(1);
}
console.log(`${files.length} files; every citation has its place.`);
