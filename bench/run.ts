/**
 * `npm run bench` runs every benchmark, one after the other; `npm run bench -- burst heap` only these. What they print
 * is shown as it comes and written to bench/RESULTS.md, each into its own section, with the day and how busy the
 * machine was. One that fails is reported and the rest go on; the exit code is 1 then.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { postgresBinaries } from '../scripts/postgres-for-tests.mjs';

const RESULTS = fileURLToPath(new URL('./RESULTS.md', import.meta.url));

/** In the order of the table that they answer. */
const BENCHES = {
  ingest: { file: 'hub-ingest.ts', title: 'Catch-up of 100,000 events into log and fold' },
  hub: { file: 'hub-cpu.ts', title: 'What the hub costs the processor, event by event and reply by reply' },
  burst: { file: 'event-burst.ts', title: 'A burst of 20,000 events painted in every tab' },
  start: { file: 'cold-start.ts', title: 'Cold start and new tab' },
  stream: {
    file: 'steady-stream.ts',
    title: '200 events a second: commit to painted row, sockets, server CPU',
  },
  paint: { file: 'event-to-row.ts', title: 'Customer messages: commit to painted row, all tabs in sight' },
  heap: { file: 'heap.ts', title: 'Heaps at 10,000 conversations' },
  messages: { file: 'durable-messages.ts', title: 'Durable customer messages of one process' },
  processes: { file: 'processes.ts', title: 'Three processes against one' },
  bytes: { file: 'bytes.ts', title: 'Bytes of the first loads' },
  big: { file: 'big-inbox.ts', title: 'Scrolling, opening and typing in a big inbox' },
  clients: { file: 'clients.ts', title: 'Pages of a list of 100,000 clients' },
  'product-sync': { file: 'product-sync.ts', title: 'Reading a shop of 50,000 products' },
  campaigns: { file: 'campaigns.ts', title: 'Replies beside a campaign to 50,000' },
  tickets: { file: 'tickets.ts', title: 'Ten agents on one ticket: command to what each of them has' },
  hooks: { file: 'hooks.ts', title: 'Webhooks at the pace that has to be borne' },
  export: { file: 'export.ts', title: 'Exporting 50,000 conversations' },
  products: { file: 'products.ts', title: 'Finding products in what customers write' },
  intents: { file: 'intents.ts', title: 'Recognising intents' },
  backup: { file: 'backup.ts', title: 'Backup and restore' },
  load: { file: 'load.ts', title: '500 customers and 50 agents for five minutes' },
} as const;
type Name = keyof typeof BENCHES;

const busy = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' / ');

/** The first line that a program prints about its version; nothing when there is no such program. */
function version(program: string, ...args: string[]): string[] {
  try {
    const said = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [said.split('\n', 1)[0]?.trim() ?? ''];
  } catch {
    return [];
  }
}

function machine(): string {
  const cores = cpus();
  const postgres = postgresBinaries();
  return [
    `${cores.length} cores ${cores[0]?.model.trim() ?? ''}`.trim(),
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
    ...version('chromium', '--version'),
    ...(postgres ? version(`${postgres}/postgres`, '--version') : []),
    ...version('redis-server', '--version'),
  ].join(' · ');
}

/** Sections by their heading. */
function readSections(): Map<string, string> {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const parts = text.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0] ?? '', part.trimEnd()]));
}

function writeSections(sections: ReadonlyMap<string, string>): void {
  const titles: string[] = Object.values(BENCHES).map(({ title }) => title);
  const known = titles.map((title) => sections.get(title));
  // What is measured by a command of its own stands behind.
  const others = [...sections].flatMap(([title, section]) => (titles.includes(title) ? [] : [section]));
  const head = `# Figures of the benchmarks

Written by \`npm run bench\` (one of them: \`npm run bench -- NAME\`); how to read them, targets and reasons: [docs/bench.md](../docs/bench.md).
Machine of the last run: ${machine()}.
`;
  const body = [...known, ...others].flatMap((section) => (section ? [`## ${section}\n`] : []));
  writeFileSync(RESULTS, [head, ...body].join('\n'));
}

/** Its output in Markdown: an empty line before and after each table. */
function tidy(output: string): string {
  const lines: string[] = [];
  for (const line of output.trim().split('\n')) {
    // What a server under measurement logged: shown, but no figure.
    if (line.startsWith('{"level":')) continue;
    const last = lines.at(-1) ?? '';
    if (last !== '' && line !== '' && line.startsWith('|') !== last.startsWith('|')) lines.push('');
    lines.push(line);
  }
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

async function run(name: Name): Promise<boolean> {
  const { file, title } = BENCHES[name];
  const before = busy();
  const began = Date.now();
  console.log(`\n── ${name}: ${title} (load ${before})`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (part: string) => {
    output += part;
    process.stdout.write(part);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((Date.now() - began) / 1_000);
  if (code !== 0) {
    console.error(`✗ ${name} failed after ${seconds} s`);
    return false;
  }
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const sections = readSections();
  const load = `load average (1, 5, 15 min) before ${before}, after ${busy()}`;
  sections.set(
    title,
    `${title}\n\n\`npm run bench -- ${name}\` · ${when} · ${seconds} s · ${load}\n\n${tidy(output)}`,
  );
  writeSections(sections);
  console.log(`✓ ${name} in ${seconds} s`);
  return true;
}

const asked = process.argv.slice(2);
const isName = (name: string): name is Name => Object.hasOwn(BENCHES, name);
const unknown = asked.filter((name) => !isName(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
const failed: Name[] = [];
for (const name of Object.keys(BENCHES).filter(isName)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!(await run(name))) failed.push(name);
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
