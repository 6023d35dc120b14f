/**
 * CSV as Excel in Chile opens it: UTF-8 with BOM, `;` between cells, a comma before decimals, CRLF between rows. A text that a spreadsheet would
 * take for a formula gets an apostrophe before it: what customers write must not run on the computer of who opens it.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { harmlessText } from '../../contract/rules/spreadsheet-text.ts';
import type { Cell } from './cell.ts';
import { wallText } from './wall-time.ts';

const BOM = '\uFEFF';
const NEEDS_QUOTES = /[;"\r\n]|^\s|\s$/u;

/** One cell's text. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // '4.125' would be four thousand there, and '4.75' a text that no sum counts.
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (typeof cell === 'object') return wallText(cell);
  const harmless = harmlessText(cell);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`;

async function* lines(
  header: readonly string[],
  batches: AsyncIterable<readonly Cell[][]>,
): AsyncGenerator<string> {
  yield BOM + line(header);
  for await (const rows of batches) yield rows.map(line).join('');
}

/**
 * Writes the file as the rows come, one batch in memory at a time.
 * Throws what the rows threw, AbortError when `signal` says so, or the file system's error.
 */
export async function writeCsv(
  path: string,
  header: readonly string[],
  batches: AsyncIterable<readonly Cell[][]>,
  signal: AbortSignal,
): Promise<void> {
  const text = Readable.from(lines(header, batches), { objectMode: true, highWaterMark: 1 });
  await pipeline(text, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
}
