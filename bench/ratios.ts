/**
 * `npm run bench:ratios`: short runs of the benchmarks whose figures have a raw limit or a naive way beside them in the same
 * run, and how far their ratios are from those of bench/ratios.json, which the last who changed them wrote (`-- --write`).
 * Ratios hold where times do not: a slower machine is slower in both. What moved by more than a fifth is printed; nothing
 * fails, and a program that does not end well is told. Needs what `npm run build` makes. CI runs it behind the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/figures.ts';

const KEPT = fileURLToPath(new URL('./ratios.json', import.meta.url));
const PROGRAMS = ['durable-messages.ts', 'cold-start.ts', 'event-burst.ts'];
/** A fifth, either way. */
const MOVED = 1.2;

type Ratios = Record<string, number>;

const readKept = (): Ratios => (existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Ratios) : {});

/** Runs one program; what it prints is shown. @returns its ratios, of the last run where there are several */
async function measure(program: string, folder: string): Promise<Ratios> {
  const told = join(folder, `${program}.jsonl`);
  const file = fileURLToPath(new URL(`./${program}`, import.meta.url));
  const tsx = fileURLToPath(new URL('../node_modules/tsx/dist/cli.mjs', import.meta.url));
  const child = spawn(process.execPath, [tsx, file], {
    env: { ...process.env, BENCH_RATIOS: told },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) console.log(`${program} did not end well (${code}): its ratios are missing.`);
  const lines = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : [];
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => {
      const { name, value } = JSON.parse(line) as { name: string; value: number };
      return [name, Number(value.toPrecision(3))];
    }),
  );
}

function verdict(before: number | undefined, now: number | undefined): string {
  if (before === undefined) return 'new';
  if (now === undefined) return 'not measured';
  const moved = Math.max(now / before, before / now);
  return moved > MOVED ? `MOVED by ${Math.round((moved - 1) * 100)} % ${now > before ? 'up' : 'down'}` : '';
}

const folder = mkdtempSync(join(tmpdir(), 'charla-ratios-'));
const now: Ratios = {};
for (const program of PROGRAMS) Object.assign(now, await measure(program, folder));
rmSync(folder, { recursive: true, force: true });

const kept = readKept();
const names = [...new Set([...Object.keys(kept), ...Object.keys(now)])].sort();
const said = (value: number | undefined) => (value === undefined ? '–' : String(value));
console.log(`Ratios of this run beside the last ones that were kept; load ${loadavg()[0]?.toFixed(1)}.`);
printTable(
  ['ratio', 'kept', 'now', ''],
  names.map((name) => [name, said(kept[name]), said(now[name]), verdict(kept[name], now[name])]),
);
if (process.argv.includes('--write'))
  writeFileSync(
    KEPT,
    `${JSON.stringify(Object.fromEntries(names.map((name) => [name, now[name] ?? kept[name]])), null, 2)}\n`,
  );
