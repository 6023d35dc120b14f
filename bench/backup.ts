/**
 * `npm run bench:backup`: an embedded database of about 0.1 and 0.6 GB: how long its users wait for `npm run backup`
 * while the server runs, how long backup and restore take, and how large the file is. The raw limit is a copy of the
 * same files.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AtEnd, bounded } from './support/bounded.ts';
import { overRuns, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';

/** Rows of 2 kB. */
const SIZES = [50_000, 250_000];
const RUNS = 3;
const LIMIT = 530_000;
const MB = 1_000_000;
const TOOL = fileURLToPath(new URL('../scripts/tool.mjs', import.meta.url));

async function folder(atEnd: AtEnd): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'charla-bench-backup-'));
  atEnd(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** @returns what it printed, and how long it took (ms) */
function tool(dataDir: string, ...words: string[]): { said: string; ms: number } {
  const began = performance.now();
  const said = execFileSync(process.execPath, [TOOL, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, SEED: 'none' },
  });
  return { said, ms: performance.now() - began };
}

await bounded(LIMIT, async (atEnd) => {
  const dataDir = await folder(atEnd);
  const server = await launchServer(atEnd, { DATA_DIR: dataDir });
  const rows: string[][] = [];
  let grown = 0;
  for (const size of SIZES) {
    const bytes = await ask.grow(server, size - grown);
    grown = size;
    console.error(`${whole(bytes / MB)} MB are there`);
    const out = await folder(atEnd);
    const [waited, backups, copies]: number[][] = [[], [], []];
    let file = '';
    for (let run = 0; run < RUNS; run += 1) {
      if (file) await rm(file);
      file = join(out, 'one.backup');
      const { said, ms } = tool(dataDir, 'backup', file);
      const [, seconds = 'NaN'] = /hizo esperar ([\d,]+) s/.exec(said) ?? [];
      waited?.push(Number(seconds.replace(',', '.')));
      backups?.push(ms / 1_000);
      const began = performance.now();
      await cp(join(dataDir, 'database'), join(out, 'copy'), { recursive: true });
      copies?.push((performance.now() - began) / 1_000);
      await rm(join(out, 'copy'), { recursive: true });
      console.error(`run ${run + 1} of ${RUNS}`);
    }
    const restored = tool(await folder(atEnd), 'restore', file);
    const one = (values: readonly number[] = []) => values.map((value) => value.toFixed(1)).join(', ');
    rows.push([
      whole(bytes / MB),
      one(waited),
      overRuns(backups ?? []),
      whole((await stat(file)).size / MB),
      whole(restored.ms / 1_000),
      one(copies),
    ]);
  }
  console.log(
    `Each of ${RUNS} runs, or the median (least–most) of them; restored once, into an empty folder.`,
  );
  printTable(
    ['database MB', 'users waited s', 'backup s', 'file MB', 'restore s', 'raw limit: a copy of the files s'],
    rows,
  );
});
