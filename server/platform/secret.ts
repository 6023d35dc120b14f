/** The installation's secret and the keys made from it, one for each purpose (docs/protocol.md APP_SECRET). */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

const FILE = 'app-secret';

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

/**
 * The configured secret, or the demo's own, made at the first start and kept in DATA_DIR.
 * Throws `StartError` when DATA_DIR can't be read or written.
 */
export function readSecret(config: Pick<Config, 'appSecret' | 'dataDir'>): string {
  if (config.appSecret !== null) return config.appSecret;
  const file = join(config.dataDir, FILE);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    try {
      // 'wx': of two processes that start together one writes, both read the same.
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (!isErrno(error) || error.code !== 'EEXIST') throw error;
    }
    const kept = readFileSync(file, 'utf8').trim();
    if (kept.length >= 32) return kept;
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw new StartError(`No se puede usar DATA_DIR (${config.dataDir}): ${error.code ?? error.message}.`);
  }
  throw new StartError(
    `El archivo ${file} está dañado: bórralo para crear un secreto nuevo o define APP_SECRET.`,
  );
}

/** A key of 256 bits for one purpose; knowing it tells nothing of the others. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
