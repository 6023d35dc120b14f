/** Rows of a CSV in whatever encoding and with whatever separator spreadsheets write it. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { BlankRows } from './blank-rows.ts';
import { FileFault } from './fault.ts';

/** A row with the line of the file in which it ends. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** Longer is no row but a quote that was never closed. */
const LONGEST_ROW = 1_000_000;
/** Characters that are read at a stretch; others are served in between. */
const PIECE = 8 * 1024;

/** By its mark, else UTF-8 if it is that, else what Windows writes in Chile. */
export function decodeText(bytes: Buffer): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign that stands most often outside quotes in the first line that has any. */
export function separatorOf(text: string): string {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (said) return said;
  const bare = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '');
  const line = bare.split(/\r?\n|\r/).find((one) => one.trim() !== '') ?? '';
  const counts = [';', ',', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length - 1 }));
  counts.sort((x, y) => y.count - x.count);
  return counts[0] && counts[0].count > 0 ? counts[0].sign : ';';
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    await setImmediate();
  }
}

/** Rows that have a cell that is not blank. Throws `FileFault`. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<FileRow> {
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0'))
    throw new FileFault('El archivo no es un texto separado por comas ni un Excel (xlsx).');
  const parser = parse({
    delimiter: separatorOf(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  const source = Readable.from(pieces(text.replace(/^sep=.\r?\n/i, '')));
  source.pipe(parser);
  const blank = new BlankRows();
  try {
    for await (const row of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const cells = row.record.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) yield { line: row.info.lines, cells };
      else blank.take();
    }
  } catch (error) {
    if (error instanceof CsvError) {
      throw new FileFault(
        'El archivo tiene una fila que no se puede leer: revisa que las comillas se cierren.',
      );
    }
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}
