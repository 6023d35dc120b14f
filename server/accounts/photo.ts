/**
 * Photos of people. What was uploaded is judged by its content, decoded, cut square and encoded again as a small WebP:
 * nothing of the original file (names, places, other formats hidden in it) survives. The name is 192 random bits, so
 * that the address may be public and cached for ever; a new photo has a new one.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import { UPLOAD_POLICY } from '../platform/http/content-policy.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerPublic } from '../platform/http/route.ts';

const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Sharp on dense screens at the largest size shown (128 px), some 20 kB. */
const SIDE = 320;
/** A small file can decode into gigabytes; 50 megapixels are more than phones take. */
const MOST_PIXELS = 50_000_000;
const NAME = /^[\w-]{32}\.webp$/;
const BASE = '/uploads/photos/';

const folderOf = (app: Pick<App, 'config'>) => join(app.config.dataDir, 'photos');

/** The square WebP of an uploaded picture. Throws `Refused` unsupported_type for what is none. */
export async function squarePhoto(content: Buffer): Promise<Buffer> {
  const kind = await fileTypeFromBuffer(content);
  if (!kind || !TAKEN.has(kind.mime)) {
    throw new Refused('unsupported_type', { message: 'La foto debe ser una imagen JPG, PNG, WebP o GIF.' });
  }
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      // A transparent background would show whatever lies behind it.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    // The decoder's words are for programmers; the file is broken or too large, whatever it says.
    throw new Refused('unsupported_type', {
      message: 'No pudimos leer esta imagen. Prueba con otra foto.',
      details: { decoder: error instanceof Error ? error.message.slice(0, 120) : 'unknown' },
    });
  }
}

/** Keeps a picture. @returns its address, a path of this server */
export async function keepPhoto(app: Pick<App, 'config'>, content: Buffer): Promise<string> {
  const name = `${randomBytes(24).toString('base64url')}.webp`;
  const folder = folderOf(app);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.part`), content, { mode: 0o600 });
  await rename(join(folder, `${name}.part`), join(folder, name));
  return `${BASE}${name}`;
}

/** Removes a photo of ours; an address elsewhere, or none, is left alone. */
export async function removePhoto(app: Pick<App, 'config' | 'log'>, address: string | null): Promise<void> {
  const name = address?.startsWith(BASE) ? address.slice(BASE.length) : '';
  if (!NAME.test(name)) return;
  await rm(join(folderOf(app), name), { force: true }).catch((error: unknown) => {
    app.log.warn({ err: error }, 'A photo could not be removed');
  });
}

/** Removes it once the change that no longer names it commits. */
export function removePhotoAfter(
  tx: Transaction,
  app: Pick<App, 'config' | 'log'>,
  address: string | null,
): void {
  tx.afterCommit(() => void removePhoto(app, address));
}

/** Mounts the addresses of photos. The static plugin is there already (pages). */
export function registerPhotos(app: App): void {
  registerPublic(app, 'photos of people, by names that nobody guesses; visitors see their agent', {
    method: 'GET',
    url: `${BASE}:name`,
    async handler(request, reply) {
      const { name } = request.params as { name: string };
      if (!NAME.test(name)) throw new Refused('not_found');
      reply.headers({
        'content-type': 'image/webp',
        'content-security-policy': UPLOAD_POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.sendFile(name, folderOf(app), { contentType: false, cacheControl: false });
    },
  });
}
