/**
 * `npm test`: lint and types, unit and integration tests, build and size budget, browser tests, in this order. A
 * stage that fails is printed in full and is the last one. The last line is always `N passed, N failed`: every
 * test of Vitest and Playwright, and every check of lint, types, build and size as one.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run, runProgram } from './support/run.mjs';
import { root } from './support/targets.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ title: string, seconds: number }} Timed */
/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, startTime: number, endTime: number }[] }} VitestReport
 *   what we read of it
 */
/**
 * @typedef {{ file: string, specs?: { title: string, tests: { results: { duration: number }[] }[] }[], suites?: Suite[] }} Suite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[] }} PlaywrightReport
 */

const cache = join(root, '.cache');
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** @type {Count} */
const total = { passed: 0, failed: 0 };
/** @type {Timed[]} what tests took: files of Vitest, tests of Playwright */
const timed = [];
const SLOWEST = 20;

/** @param {string} title */
const heading = (title) => console.log(`\n── ${title} ${'─'.repeat(Math.max(3, 70 - title.length))}`);

/**
 * One check, counted as one test. What it prints is printed whole once it has ended, so that two at once stay readable.
 *
 * @param {string} title
 * @param {(hear: (text: string) => void) => Promise<number>} work its exit code
 * @returns {Promise<Count>}
 */
async function check(title, work) {
  let printed = '';
  const code = await work((text) => {
    printed += text;
  });
  heading(title);
  process.stdout.write(printed);
  console.log(code === 0 ? `✓ ${title}` : `✗ ${title} (exit code ${code})`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A test runner that leaves a JSON report. A run that fails without a failed test (a file that can't be loaded, an
 * error between tests, no report at all) counts as one failure, so that nothing red ends green.
 *
 * @template Report
 * @param {string} title
 * @param {string} report absolute path of its JSON report
 * @param {() => Promise<number>} work its exit code
 * @param {(report: Report) => Count} read
 * @returns {Promise<Count>}
 */
async function tests(title, report, work, read) {
  heading(title);
  await rm(report, { force: true });
  const code = await work();
  const count = existsSync(report)
    ? read(JSON.parse(await readFile(report, 'utf8')))
    : { passed: 0, failed: 0 };
  if (code !== 0 && count.failed === 0) count.failed = 1;
  console.log(`${title}: ${count.passed} passed, ${count.failed} failed`);
  return count;
}

/** Playwright's own browser is fetched only where the system has none. */
async function browserIsThere() {
  if (existsSync(SYSTEM_CHROMIUM)) return true;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return true;
  if ((await runProgram('@playwright/test/cli.js', ['install', 'chromium'])) === 0) return true;
  console.error(
    `No browser: neither ${SYSTEM_CHROMIUM} nor Playwright's own could be had. Install chromium.`,
  );
  return false;
}

/** @typedef {() => Promise<Count>} Work */

/** @returns {Promise<Work[]>} */
async function lint() {
  const own = (await readdir(join(root, 'scripts'))).filter((name) => /^check-.*\.mjs$/.test(name)).sort();
  const rooms = [
    'contract',
    'machines',
    'workers',
    'src',
    'widget',
    'server',
    'playground',
    'scripts',
    'tests',
    'e2e',
    'bench',
  ];
  const present = rooms.filter((room) => existsSync(join(root, room)));
  return [
    () =>
      check('import floors', (hear) =>
        runProgram(
          'dependency-cruiser/bin/dependency-cruise.mjs',
          ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...present],
          {},
          hear,
        ),
      ),
    () =>
      check('unused files, exports and packages', (hear) =>
        runProgram('knip/bin/knip.js', ['--no-progress'], {}, hear),
      ),
    () =>
      check('format and lint', (hear) =>
        runProgram('@biomejs/biome/bin/biome', ['ci', '--colors=off'], {}, hear),
      ),
    ...own.map(
      (name) => () => check(name, (hear) => run(process.execPath, [join(root, 'scripts', name)], {}, hear)),
    ),
  ];
}

/**
 * Most checks use one core each.
 *
 * @template T
 * @param {(() => Promise<T>)[]} works
 * @returns {Promise<T[]>} results, in order
 */
async function twoAtOnce(works) {
  /** @type {T[]} */
  const results = [];
  const waiting = [...works.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all([worker(), worker()]);
  return results;
}

const types = async () => [
  () => check('types', (hear) => runProgram('typescript/bin/tsc', ['--build'], {}, hear)),
];

const vitest = async () => {
  const report = join(cache, 'vitest.json');
  return [
    await tests(
      'unit and integration tests',
      report,
      () =>
        runProgram('vitest/vitest.mjs', [
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ]),
      (/** @type {VitestReport} */ json) => {
        for (const { name, startTime, endTime } of json.testResults)
          timed.push({ title: relative(root, name), seconds: (endTime - startTime) / 1000 });
        return { passed: json.numPassedTests, failed: json.numFailedTests };
      },
    ),
  ];
};

const size = async () => {
  const script = (/** @type {string} */ name) => (/** @type {(text: string) => void} */ hear) =>
    run(process.execPath, [join(root, 'scripts', name)], {}, hear);
  const build = await check('build', script('build.mjs'));
  if (build.failed > 0) return [build];
  return [build, await check('size budget', script('size-budget.mjs'))];
};

const browser = async () => {
  if (!(await browserIsThere())) return [{ passed: 0, failed: 1 }];
  return [
    await tests(
      'browser tests',
      join(cache, 'playwright.json'),
      () => runProgram('@playwright/test/cli.js', ['test']),
      (/** @type {PlaywrightReport} */ { stats, suites }) => {
        for (const suite of suites) timed.push(...timesOf(suite));
        if (stats.flaky > 0)
          console.log(
            `${stats.flaky} passed at the second try only, named above: each is a race to be found.`,
          );
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
      },
    ),
  ];
};

/**
 * @param {Suite} suite
 * @returns {Timed[]} its tests and those of the suites in it, all tries together
 */
function timesOf({ file, specs = [], suites = [] }) {
  const own = specs.map(({ title, tests: runs }) => {
    const tries = runs.flatMap(({ results }) => results.map(({ duration }) => duration));
    return { title: `${file}: ${title}`, seconds: tries.reduce((sum, each) => sum + each, 0) / 1000 };
  });
  return [...own, ...suites.flatMap(timesOf)];
}

/** What to look at first when the whole run gets too long. */
function printSlowest() {
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length === 0) return;
  heading(`The slowest ${slowest.length}`);
  for (const { title, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

/** Checks that need nothing of each other: two at once, the longest first. @type {Record<string, () => Promise<Work[]>>} */
const checks = { types, lint };
/** One after the other. @type {Record<string, () => Promise<Count[]>>} */
const stages = { vitest, size, browser };
/** `node scripts/test.mjs lint types` runs some; without names all. */
const asked = process.argv.slice(2);
const names = [...Object.keys(checks), ...Object.keys(stages)];
const unknown = asked.filter((name) => !names.includes(name));
const wanted = (/** @type {string} */ name) => asked.length === 0 || asked.includes(name);

await mkdir(cache, { recursive: true });
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  total.failed += 1;
}

/** @param {Count[]} counts */
function add(counts) {
  for (const { passed, failed } of counts) {
    total.passed += passed;
    total.failed += failed;
  }
}
if (total.failed === 0) {
  const works = [];
  for (const [name, list] of Object.entries(checks)) if (wanted(name)) works.push(...(await list()));
  add(await twoAtOnce(works));
}
for (const [name, stage] of Object.entries(stages)) {
  if (total.failed > 0) break;
  if (wanted(name)) add(await stage());
}

printSlowest();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
