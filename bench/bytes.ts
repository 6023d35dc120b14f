/**
 * `npm run bench:bytes`: what login, the inbox with its worker, and the widget weigh after gzip, next to the libraries
 * alone: the part of each file that is not our code, by its share of the code before it was made small. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { printTable } from './support/figures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What they are to weigh at most (scripts/size-budget.mjs holds what they must); kB = 1000 bytes. */
const TARGETS: Record<string, number> = { login: 150, inbox: 295, widget: 6, chat: 33 };

/** A file without the hash of its contents, which tells builds apart. */
const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');

/** By name: which share of the code comes from libraries. */
async function libraryShares(configFile: string): Promise<Map<string, number>> {
  const shares = new Map<string, number>();
  const parts = await build({ configFile, logLevel: 'error', build: { write: false } });
  for (const output of [parts].flat()) {
    if (!('output' in output)) continue;
    for (const chunk of output.output) {
      if (chunk.type !== 'chunk') continue;
      const lengths = Object.entries(chunk.modules).map(([id, module]) => ({
        library: id.includes('node_modules'),
        length: module.renderedLength,
      }));
      const all = lengths.reduce((sum, { length }) => sum + length, 0);
      const foreign = lengths.reduce((sum, { library, length }) => sum + (library ? length : 0), 0);
      shares.set(nameOf(chunk.fileName), all === 0 ? 0 : foreign / all);
    }
  }
  return shares;
}

const said = execFileSync(process.execPath, ['scripts/size-budget.mjs'], { cwd: root, encoding: 'utf8' });
const shares = new Map([
  ...(await libraryShares(`${root}vite.config.ts`)),
  ...(await libraryShares(`${root}widget/vite.config.ts`)),
  ...(await libraryShares(`${root}widget/chat/vite.config.ts`)),
]);
const rows: string[][] = [];
let libraries = 0;
let unknown = 0;
for (const line of said.trim().split('\n').reverse()) {
  const total = /^(\w+)\s+([\d.]+) kB of/.exec(line);
  const file = /^\s+([\d.]+) kB {2}(\S+)$/.exec(line);
  if (file) {
    const [, size = '0', name = ''] = file;
    const share = shares.get(nameOf(name));
    // The worker is built apart and styles have no modules: what can't be told is said.
    if (share === undefined) unknown += Number(size);
    else libraries += Number(size) * share;
  } else if (total) {
    const [, name = '', size = ''] = total;
    rows.unshift([name, size, libraries.toFixed(1), unknown.toFixed(1), String(TARGETS[name] ?? '–')]);
    libraries = 0;
    unknown = 0;
  }
}
console.log('First loads after gzip, kB (1000 bytes).');
printTable(
  ['load', 'all', 'of it libraries (scripts)', 'of it not told apart (styles, worker)', 'target'],
  rows,
);
