/**
 * Rows of the first sheet of an XLSX, as its XML comes out of the ZIP: nothing is ever in memory as a whole but the
 * texts that cells share. What unpacks to more than the limit ends there, whatever size it claims.
 */
import type { Readable } from 'node:stream';
import sax from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { IMPORT_LIMITS } from '../../../contract/rules/imports.ts';
import { BlankRows } from './blank-rows.ts';
import { FileFault } from './fault.ts';
import type { FileRow } from './read-csv.ts';

const BOMB = 'El archivo se descomprime a un tamaño desmedido, así que no lo abrimos.';
const BROKEN = 'El archivo está dañado y no se puede abrir.';
const OTHER = 'El archivo no es un Excel (xlsx) ni un texto separado por comas.';
const DAY = 24 * 60 * 60 * 1000;
/** Excel's day 0. */
const EPOCH = Date.UTC(1899, 11, 30);
/** Formats of numbers that come with Excel and mean a day. */
const DAY_FORMATS = [14, 15, 16, 17, 22, 27, 30, 36, 50, 57];

/** Longer is no format of Excel's. */
const LONGEST_FORMAT = 255;
/** Parts inside parts; Excel's own are some ten deep. */
const DEEPEST = 200;

/** Counts what has been unpacked of the whole file. */
class Unpacked {
  #bytes = 0;
  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > IMPORT_LIMITS.unpacked) throw new FileFault(BOMB);
  }
}

type Part = { name: string; attributes: Record<string, string> };
type Saw = (event: 'open' | 'close' | 'text', part: Part | string) => void;

/** Walks a part's XML; `saw` may collect rows, which `take` hands on after each chunk. */
async function* walk<R>(stream: Readable, unpacked: Unpacked, saw: Saw, take: () => R[]): AsyncGenerator<R> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  let fault: Error | null = null;
  parser.onerror = (error) => {
    fault ??= error;
  };
  let depth = 0;
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new FileFault(BROKEN);
    saw('open', {
      name: name.slice(name.lastIndexOf(':') + 1),
      attributes: attributes as Record<string, string>,
    });
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    saw('close', name.slice(name.lastIndexOf(':') + 1));
  };
  parser.ontext = (text) => saw('text', text);
  parser.oncdata = (text) => saw('text', text);
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of stream) {
    unpacked.take(chunk as Buffer);
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (fault) throw new FileFault(BROKEN, { cause: fault });
    yield* take();
  }
  parser.close();
  if (fault) throw new FileFault(BROKEN, { cause: fault });
  yield* take();
}

const nothing = () => [] as never[];

async function drain(rows: AsyncGenerator<never>): Promise<void> {
  for await (const _ of rows);
}

async function sharedTexts(stream: Readable, unpacked: Unpacked): Promise<string[]> {
  const texts: string[] = [];
  let text: string | null = null;
  let inText = false;
  let phonetic = 0;
  const saw: Saw = (event, part) => {
    if (event === 'text') {
      if (inText && text !== null && phonetic === 0 && text.length < IMPORT_LIMITS.cell)
        text += part as string;
      return;
    }
    const name = event === 'open' ? (part as Part).name : (part as string);
    if (name === 'si') {
      if (event === 'open') text = '';
      else {
        texts.push((text ?? '').slice(0, IMPORT_LIMITS.cell));
        text = null;
      }
    } else if (name === 't') inText = event === 'open';
    else if (name === 'rPh') phonetic += event === 'open' ? 1 : -1;
  };
  await drain(walk(stream, unpacked, saw, nothing));
  return texts;
}

/** Which styles of cells are days, by their place. */
async function dayStyles(stream: Readable, unpacked: Unpacked): Promise<boolean[]> {
  const own = new Set<number>();
  const styles: boolean[] = [];
  let inCells = false;
  const saw: Saw = (event, part) => {
    if (event === 'text') return;
    const name = event === 'open' ? (part as Part).name : (part as string);
    if (name === 'cellXfs') inCells = event === 'open';
    if (event === 'close') return;
    const { attributes } = part as Part;
    if (name === 'numFmt') {
      const bare = (attributes['formatCode'] ?? '')
        .slice(0, LONGEST_FORMAT)
        .replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
      if (/[dy]/i.test(bare)) own.add(Number(attributes['numFmtId']));
    } else if (name === 'xf' && inCells) {
      const format = Number(attributes['numFmtId'] ?? 0);
      styles.push(DAY_FORMATS.includes(format) || own.has(format));
    }
  };
  await drain(walk(stream, unpacked, saw, nothing));
  return styles;
}

/** 'C7' → 2. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A number as Excel keeps it, as somebody would type it: 56912345678, never 5.69E10. */
function numberText(value: string): string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? value : String(number);
}

interface Cell {
  type: string;
  style: number;
  column: number;
  value: string;
}

class SheetRows {
  readonly #texts: readonly string[];
  readonly #days: readonly boolean[];
  readonly #blank = new BlankRows();
  #rows: FileRow[] = [];
  #row: FileRow | null = null;
  #line = 0;
  #cell: Cell | null = null;
  #inValue = false;

  constructor(texts: readonly string[], days: readonly boolean[]) {
    this.#texts = texts;
    this.#days = days;
  }

  readonly saw: Saw = (event, part) => {
    if (event === 'text') {
      if (this.#inValue && this.#cell && this.#cell.value.length < IMPORT_LIMITS.cell)
        this.#cell.value += part as string;
      return;
    }
    if (event === 'open') this.#open(part as Part);
    else this.#close(part as string);
  };

  readonly take = (): FileRow[] => this.#rows.splice(0);

  #open({ name, attributes }: Part): void {
    if (name === 'row') {
      this.#line = Number(attributes['r'] ?? this.#line + 1);
      this.#row = { line: this.#line, cells: [] };
    } else if (name === 'c' && this.#row) {
      const place = attributes['r'];
      const column = place ? columnOf(place) : this.#row.cells.length;
      if (column > 20_000) throw new FileFault('El archivo tiene demasiadas columnas.');
      this.#cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), column, value: '' };
    } else if (name === 'v' || name === 't') this.#inValue = true;
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'c' && this.#row && this.#cell) {
      const { cells } = this.#row;
      // Cells far to the right count as columns only if something stands in them.
      const text = this.#textOf(this.#cell).trim();
      if (text !== '') {
        while (cells.length < this.#cell.column) cells.push('');
        cells[this.#cell.column] = text;
      }
      this.#cell = null;
    } else if (name === 'row' && this.#row) {
      if (this.#row.cells.some((cell) => cell !== '')) this.#rows.push(this.#row);
      else this.#blank.take();
      this.#row = null;
    }
  }

  #textOf({ type, style, value }: Cell): string {
    if (type === 's') return this.#texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'sí' : 'no';
    if (type === 'e') return '';
    if (type === 'd') return value.slice(0, 10);
    if (type !== 'n') return value.slice(0, IMPORT_LIMITS.cell);
    if (this.#days[style] && value !== '') {
      const at = new Date(EPOCH + Math.floor(Number(value)) * DAY);
      if (!Number.isNaN(at.getTime())) return at.toISOString().slice(0, 10);
    }
    return numberText(value);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > 2_000) throw new FileFault(BOMB);
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

/** Rows of the first sheet that have a cell that is not blank. Throws `FileFault`. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<FileRow> {
  const unpacked = new Unpacked();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries = await entriesOf(zip);
    const open = async (name: string) => {
      const entry = entries.get(name);
      return entry ? await zip.openReadStreamPromise(entry) : null;
    };
    const sheets = [...entries.keys()].filter((name) => /^xl\/worksheets\/[^/]{1,100}\.xml$/.test(name));
    const number = (name: string) => Number(/(?<!\d)(\d+)\.xml$/.exec(name)?.[1] ?? 0);
    const [first] = sheets.sort((a, b) => number(a) - number(b));
    if (!entries.has('xl/workbook.xml') || first === undefined) throw new FileFault(OTHER);
    const shared = await open('xl/sharedStrings.xml');
    const texts = shared ? await sharedTexts(shared, unpacked) : [];
    const styled = await open('xl/styles.xml');
    const days = styled ? await dayStyles(styled, unpacked) : [];
    const sheet = await open(first);
    if (!sheet) throw new FileFault(OTHER);
    const rows = new SheetRows(texts, days);
    yield* walk(sheet, unpacked, rows.saw, rows.take);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault(BROKEN, { cause: error });
  }
}
