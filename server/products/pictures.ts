/**
 * Pictures of products. A shop's address is asked by this server alone, guarded as every address that others choose; what
 * comes is judged by its content, made small and encoded again as WebP, and served from here by an address that proves
 * itself and ends: no browser of ours asks a shop, and nothing that runs (SVG) comes through.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { UPLOAD_POLICY } from '../platform/http/content-policy.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerPublic } from '../platform/http/route.ts';
import { readBody, requestOutside } from '../platform/outbound/request.ts';
import { isSigned, signedAddress } from '../platform/signed-address.ts';

const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const SIDE = 320;
const MOST_PIXELS = 50_000_000;
const MOST_BYTES = 10_000_000;
/** Milliseconds for the whole of it. */
const PATIENCE = 10_000;
/** So many are fetched at once; the next wait. */
const AT_ONCE = 4;
const MOST_WAITING = 200;
/** Addresses hold a day or two, the same one all day: browsers keep what they have. Seconds. */
const DAY = 86_400;
/** Milliseconds after which one that could not be had is tried again. */
const AGAIN = 10 * 60_000;

const folderOf = (app: Pick<App, 'config'>) => join(app.config.dataDir, 'product-pictures');
const nameOf = (source: string) => `${createHash('sha256').update(source).digest('hex').slice(0, 40)}.webp`;

/** Where the small picture of a shop's address of it is kept. */
export const pictureFile = (app: Pick<App, 'config'>, source: string): string =>
  join(folderOf(app), nameOf(source));

/**
 * Where browsers get it. The name changes with the shop's address of it.
 * @param expires seconds since 1970
 */
export function pictureAddress(
  app: App,
  productId: string,
  source: string,
  expires = (Math.floor(app.clock.now().getTime() / 1000 / DAY) + 2) * DAY,
): string {
  return signedAddress(app, 'product-pictures', `${productId}-${nameOf(source)}`, expires);
}

/** The small WebP of what a shop sent; null for what is no picture. */
export async function smallPicture(content: Buffer): Promise<Buffer | null> {
  const kind = await fileTypeFromBuffer(content);
  if (!kind || !TAKEN.has(kind.mime)) return null;
  const { default: sharp } = await import('sharp');
  return sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80 })
    .toBuffer();
}

async function fetchPicture(app: App, url: string): Promise<Buffer | null> {
  const response = await requestOutside({
    url,
    method: 'GET',
    headers: { accept: 'image/webp,image/png,image/jpeg,image/gif,image/avif' },
    signal: AbortSignal.timeout(PATIENCE),
    trusted: app.config.outboundTrustedOrigins,
  });
  if (response.statusCode !== 200) {
    response.destroy();
    return null;
  }
  return smallPicture(await readBody(response, MOST_BYTES));
}

const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Pictures of products as browsers and channels get them. */
export interface ProductPictures {
  /** Mounts their addresses. */
  register(): void;
  /** As JPEG, for channels that take no WebP. @param image as a card says it; null: it can't be had */
  jpeg(image: string): Promise<Buffer | null>;
}

/** The pictures that this process fetches and keeps. */
export function productPictures(app: App): ProductPictures {
  /** What could not be had, and when. */
  const missing = new Map<string, number>();
  const fetching = new Map<string, Promise<boolean>>();
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next, or is given back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  /** Fetches it unless it is there. @returns whether it is there now */
  async function have(name: string, source: string): Promise<boolean> {
    const path = join(folderOf(app), name);
    if (await there(path)) return true;
    const now = app.clock.now().getTime();
    if (now - (missing.get(name) ?? 0) < AGAIN) return false;
    const before = fetching.get(name);
    if (before) return before;
    if (fetching.size >= MOST_WAITING) throw new Refused('unavailable', { retryAfterSeconds: 5 });
    const work = inTurn(() => keep(path, name, source)).finally(() => fetching.delete(name));
    fetching.set(name, work);
    return work;
  }

  async function keep(path: string, name: string, source: string): Promise<boolean> {
    try {
      const picture = await fetchPicture(app, source);
      if (picture) {
        await mkdir(folderOf(app), { recursive: true });
        await writeFile(`${path}.part`, picture, { mode: 0o600 });
        await rename(`${path}.part`, path);
        return true;
      }
    } catch (error) {
      app.log.info({ err: error }, 'The picture of a product could not be had');
    }
    if (missing.size > 10_000) missing.clear();
    missing.set(name, app.clock.now().getTime());
    return false;
  }

  /** Its file in the folder, once it is there; null: no product has it, or it can't be had. @param name of its address */
  async function fileOf(name: string): Promise<string | null> {
    const id = name.slice(0, -46);
    const [row] = await app.db.query<{ image: string | null }>(
      sql`select image from products where id = ${id}`,
    );
    const file = row?.image ? nameOf(row.image) : '';
    return row?.image && `${id}-${file}` === name && (await have(file, row.image)) ? file : null;
  }

  async function jpeg(image: string): Promise<Buffer | null> {
    const [, name] = /^\/product-pictures\/([^/?]+)/.exec(image) ?? [];
    const file = name === undefined ? null : await fileOf(decodeURIComponent(name));
    if (file === null) return null;
    const { default: sharp } = await import('sharp');
    return sharp(await readFile(join(folderOf(app), file)))
      .jpeg({ quality: 85 })
      .toBuffer();
  }

  const register = () =>
    registerPublic(app, 'pictures of products, by addresses that prove themselves and end', {
      method: 'GET',
      url: '/product-pictures/:name',
      async handler(request, reply) {
        const { name } = request.params as { name: string };
        if (!isSigned(app, 'product-pictures', name, request.query, app.clock.now()))
          throw new Refused('not_found');
        const file = await fileOf(name);
        if (file === null) throw new Refused('not_found');
        reply.headers({
          'content-type': 'image/webp',
          'content-security-policy': UPLOAD_POLICY,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=86400',
          // The chat shows it on the shop's own pages.
          'cross-origin-resource-policy': 'cross-origin',
        });
        return reply.sendFile(file, folderOf(app), { contentType: false, cacheControl: false });
      },
    });
  return { register, jpeg };
}
