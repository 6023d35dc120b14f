/** Where finished files lie, how they are called, and addresses that give one for a minute. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '../../contract/rules/exports.ts';
import { EXPORT_LIMITS } from '../../contract/rules/exports.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { signedAddress } from '../platform/signed-address.ts';
import type { ExportRow } from './export-row.ts';
import { wallDay } from './wall-time.ts';

/** Where the files of exports lie. */
export function exportsFolder(app: Pick<App, 'config'>): string {
  return join(app.config.dataDir, 'exports');
}

/** A new name on the disk that nobody guesses. */
export const newFile = (format: ExportFormat): string => `${randomBytes(32).toString('base64url')}.${format}`;

/** Where a file is written, its folder made. */
export async function fileToWrite(app: App, file: string): Promise<string> {
  await mkdir(exportsFolder(app), { recursive: true, mode: 0o700 });
  return join(exportsFolder(app), file);
}

/** Removes what no row of a live export names: left by a process that died between two steps. */
export async function removeStrays(app: App): Promise<void> {
  const present = await readdir(exportsFolder(app)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.length === 0) return;
  const rows = await app.db.query<{ file: string }>(sql`
    select file from exports where file = any(${present}::text[]) and status in ('waiting', 'running', 'done')`);
  const known = new Set(rows.map(({ file }) => file));
  for (const file of present) if (!known.has(file)) await removeFile(app, file);
}

/** Fine when it is gone already; a failure is logged, because the row says all the same that it is gone. */
export async function removeFile(app: App, file: string): Promise<void> {
  try {
    await rm(join(exportsFolder(app), file), { force: true });
  } catch (error) {
    app.log.warn({ err: error }, 'A file of an export could not be removed');
  }
}

/** 'conversaciones-tienda-andes-2026-11-21.csv' */
export function downloadName(
  { kind, format }: Pick<ExportRow, 'kind' | 'format'>,
  botName: string,
  { now, zone }: { now: Date; zone: string },
): string {
  const name = botName
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const what = {
    messages: 'mensajes',
    conversations: 'conversaciones',
    clients: 'clientes',
    sends: 'plantillas-enviadas',
    recipients: 'destinatarios',
    metrics: 'cifras',
  }[kind];
  return `${[what, name, wallDay({ at: now.toISOString(), zone })].filter(Boolean).join('-')}.${format}`;
}

/** The address of a finished export, good for a minute. @returns a path of this server */
export function signFile(app: App, file: string): string {
  const expires = Math.floor((app.clock.now().getTime() + EXPORT_LIMITS.link) / 1000);
  return signedAddress(app, 'exports', file, expires);
}
