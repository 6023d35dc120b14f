/** Tables: each row says what its columns are called, so that a passage means something without the table. */
import { parse } from 'csv-parse/sync';
import readSheets from 'read-excel-file/node';
import { DOCUMENT_LIMITS } from '../../../../contract/rules/documents.ts';
import { type Block, clean, type Read } from './block.ts';
import { DocumentFault } from './fault.ts';

const shown = (n: number) => n.toLocaleString('es-CL');

/** @throws DocumentFault */
export async function readXlsx(bytes: Buffer): Promise<Read> {
  let sheets: { sheet: string; data: unknown[][] }[];
  try {
    sheets = (await readSheets(bytes)) as unknown as { sheet: string; data: unknown[][] }[];
  } catch (error) {
    throw new DocumentFault('El archivo de Excel está dañado y no se puede leer.', { cause: error });
  }
  const { sheets: most, rows } = DOCUMENT_LIMITS;
  const cut = sheets.length > most || sheets.some(({ data }) => data.length > rows);
  return {
    title: null,
    blocks: sheets
      .slice(0, most)
      .flatMap(({ sheet, data }) => rowsToBlocks(data.slice(0, rows), clean(sheet))),
    notice: cut ? `Se leyeron las primeras ${most} hojas y ${shown(rows)} filas de cada una.` : null,
  };
}

/** @throws DocumentFault */
export function readCsv(text: string): Read {
  const { rows: most } = DOCUMENT_LIMITS;
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      bom: true,
      to: most + 1,
      max_record_size: 200_000,
    });
  } catch (error) {
    throw new DocumentFault('El archivo csv no se puede leer: revisa sus comillas y separadores.', {
      cause: error,
    });
  }
  const notice = rows.length > most ? `Se leyeron las primeras ${shown(most)} filas.` : null;
  return { title: null, blocks: rowsToBlocks(rows.slice(0, most), null), notice };
}

/** Excel in Chile writes semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value.toLocaleDateString('es-CL', { timeZone: 'UTC', dateStyle: 'short' });
  if (typeof value === 'number') return value.toLocaleString('es-CL');
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  return clean(String(value));
}

function rowsToBlocks(rows: readonly (readonly unknown[])[], sheet: string | null): Block[] {
  const texts = rows.map((row) => row.map(cellText));
  const first = texts.findIndex((row) => row.some((cell) => cell !== ''));
  const [header = []] = first < 0 ? [] : [texts[first] ?? []];
  const body = texts.slice(first + 1);
  // One row alone, or numbers on top: nothing is called anything.
  const named = body.length > 0 && header.every((cell) => cell === '' || /\p{L}/u.test(cell));
  const from = named ? first + 1 : Math.max(first, 0);
  return texts.slice(from).flatMap((row, at) => {
    const cells = row.flatMap((cell, column) => {
      if (cell === '') return [];
      const name = named ? (header[column] ?? '') : '';
      return [name === '' ? cell : `${name}: ${cell}`];
    });
    if (cells.length === 0) return [];
    return [{ text: cells.join('; '), place: { sheet, row: from + at + 1 }, heading: [] }];
  });
}
