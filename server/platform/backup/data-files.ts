/** The files of DATA_DIR that belong to a backup: what was uploaded, and the secret that the demo made for itself. */
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { BackupRecord } from './backup-file.ts';

const SECRET = 'app-secret';
/** Bytes of a piece; a multiple of three, so that base64 pieces need no padding. */
const PIECE = 48 * 1024;

/** Files that vanish while they are read (a deleted upload) are left out. */
export async function* dumpFiles(dataDir: string): AsyncGenerator<BackupRecord> {
  const uploads = join(dataDir, 'uploads');
  const found = existsSync(uploads) ? await readdir(uploads, { recursive: true, withFileTypes: true }) : [];
  const paths = found
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('arriving'))
    .map((entry) => join(entry.parentPath, entry.name));
  if (existsSync(join(dataDir, SECRET))) paths.push(join(dataDir, SECRET));
  for (const path of paths) {
    const pieces = createReadStream(path, { highWaterMark: PIECE })[Symbol.asyncIterator]();
    try {
      let piece = await pieces.next();
      yield { kind: 'file', path: relative(dataDir, path).split(sep).join('/') };
      for (; !piece.done; piece = await pieces.next()) {
        yield { kind: 'bytes', base64: (piece.value as Buffer).toString('base64') };
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

/** Takes `file` and `bytes` records as they come. A secret that is there already stays. */
export function fileLoader(dataDir: string): {
  take(record: Extract<BackupRecord, { kind: 'file' | 'bytes' }>): Promise<void>;
  readonly count: number;
} {
  let open: string | null = null;
  let count = 0;
  return {
    async take(record) {
      if (record.kind === 'bytes') {
        if (open !== null) await appendFile(open, Buffer.from(record.base64, 'base64'));
        return;
      }
      const known = record.path === SECRET || /^uploads\/[\w-]+\/[\w.-]+$/.test(record.path);
      // Whatever else a file claims to be, it is not written outside.
      if (!known || record.path.includes('..')) {
        open = null;
        return;
      }
      const path = join(dataDir, ...record.path.split('/'));
      if (record.path === SECRET && existsSync(path)) {
        open = null;
        return;
      }
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '', { mode: 0o600 });
      open = path;
      count += 1;
    },
    get count() {
      return count;
    },
  };
}
