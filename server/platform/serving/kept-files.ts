/**
 * Built files that every browser asks for, each read once and kept: a first visit asks for a hundred of them, and
 * opening, reading and compressing each anew cost the server more than all of its calls (docs/decisions/0087-built-files-kept.md).
 * Other files, and parts of files, are the static files' plugin's.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Named, and not with the weight of what is refused. */
const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i;

interface KeptFile {
  whole: Buffer;
  /** As the build compressed it; null where that was not worth it. */
  brotli: Buffer | null;
  etag: string;
}

export class KeptFiles {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<KeptFile>>();

  /** @param folder of the build; what is in it does not change while the server runs */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether it keeps files of this kind. */
  static keeps(name: string): boolean {
    return extname(name) in TYPES;
  }

  /**
   * Answers with a file, compressed for who takes it so.
   * @param name below the folder, known to be there
   */
  async send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const { whole, brotli, etag } = await this.#file(name);
    reply.headers({ 'content-type': TYPES[extname(name)], etag, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const packed = brotli !== null && TAKES_BROTLI.test(request.headers['accept-encoding'] ?? '');
    if (packed) reply.header('content-encoding', 'br');
    return reply.send(packed ? brotli : whole);
  }

  #file(name: string): Promise<KeptFile> {
    const known = this.#files.get(name);
    if (known) return known;
    const file = this.#read(name);
    this.#files.set(name, file);
    // A file that could not be read is read again for the next who asks.
    file.catch(() => this.#files.delete(name));
    return file;
  }

  async #read(name: string): Promise<KeptFile> {
    const path = join(this.#folder, name);
    const whole = await readFile(path);
    const brotli = existsSync(`${path}.br`) ? await readFile(`${path}.br`) : null;
    const hash = createHash('sha256').update(whole).digest('base64url').slice(0, 22);
    return { whole, brotli, etag: `W/"${hash}"` };
  }
}
