/** XLSX written as a stream: rows become XML become ZIP become file, a batch at a time (docs/decisions/0008). */
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Cell } from './cell.ts';
import { rowXml, SHEET_END, SHEET_ROWS, sheetStart, workbookParts } from './sheet-xml.ts';

export interface SheetNames {
  /** The first sheet's; further ones carry a number: 'Mensajes', 'Mensajes 2'. */
  name: string;
  /** Rows a sheet holds, heading included; Excel's own limit unless a test says less. */
  rowsPerSheet?: number | undefined;
}

/** Rows one by one from batches, with a look at whether there is another. */
class Rows {
  readonly #batches: AsyncIterator<readonly Cell[][]>;
  #batch: readonly Cell[][] = [];
  #at = 0;

  constructor(batches: AsyncIterable<readonly Cell[][]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** False at the end. */
  async ready(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
      this.#at = 0;
    }
    return true;
  }

  /** What is at hand, at most `count` rows. */
  take(count: number): readonly Cell[][] {
    const rows = this.#batch.slice(this.#at, this.#at + count);
    this.#at += rows.length;
    return rows;
  }

  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}

async function* sheet(header: readonly string[], rows: Rows, limit: number): AsyncGenerator<string> {
  yield sheetStart(header);
  for (let number = 2; number <= limit && (await rows.ready()); ) {
    let text = '';
    for (const cells of rows.take(limit + 1 - number)) {
      text += rowXml(cells, number);
      number += 1;
    }
    yield text;
  }
  yield SHEET_END;
}

/**
 * Writes the workbook as the rows come. Rows beyond what a sheet holds go on in the next one, under the same heading.
 * Throws what the rows threw, AbortError when `signal` says so, or the file system's error.
 */
export async function writeXlsx(
  path: string,
  { name, rowsPerSheet = SHEET_ROWS }: SheetNames,
  header: readonly string[],
  batches: AsyncIterable<readonly Cell[][]>,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  const rows = new Rows(batches);
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const written = pipeline(
    zip.outputStream as Readable,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    {
      signal: either,
    },
  );
  // Reported by the await below; until then nobody listens.
  written.catch(() => undefined);
  try {
    const names: string[] = [];
    do {
      names.push(names.length === 0 ? name : `${name} ${names.length + 1}`);
      const part = new PassThrough();
      zip.addReadStream(part, `xl/worksheets/sheet${names.length}.xml`);
      const source = Readable.from(sheet(header, rows, rowsPerSheet), { objectMode: true, highWaterMark: 1 });
      // A full disk ends `written`, and then nobody reads the part any more.
      await Promise.race([pipeline(source, part as Writable, { signal: either }), written]);
    } while (await rows.ready());
    for (const [part, text] of workbookParts(names)) zip.addBuffer(Buffer.from(text), part);
    zip.end();
    await written;
  } catch (error) {
    stop.abort();
    await rows.end();
    await written.catch(() => undefined);
    throw error;
  }
}
