/** A file's title and rows, whichever of the two kinds it is, on the thread that calls. */
import { IMPORT_LIMITS } from '../../../contract/rules/imports.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { FileFault } from './fault.ts';
import { type FileRow, readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** Whether it is a ZIP, as an XLSX is. */
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** Names of the columns: each its own, none empty. Throws `FileFault`. */
function columnsOf({ cells }: FileRow): string[] {
  if (cells.length > IMPORT_LIMITS.columns) {
    const count = cells.length.toLocaleString('es-CL');
    throw new FileFault(`El archivo tiene ${count} columnas; el máximo es ${IMPORT_LIMITS.columns}.`);
  }
  const names: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const name = (cleanLine(cell) ?? `Columna ${at + 1}`).slice(0, IMPORT_LIMITS.header);
    const twice = names.filter((one) => one === name || one.startsWith(`${name} (`)).length;
    names.push(twice === 0 ? name : `${name} (${twice + 1})`);
  }
  return names;
}

/** Reads the whole file once: its columns, then each row that is not empty, cut to them. Throws `FileFault`. */
export async function parseRows(
  bytes: Buffer,
  begin: (columns: string[]) => void,
  take: (row: FileRow) => void | Promise<void>,
): Promise<void> {
  const rows = isZip(bytes) ? readXlsx(bytes) : readCsv(bytes);
  let columns: string[] | null = null;
  for await (const row of rows) {
    if (columns === null) {
      columns = columnsOf(row);
      begin(columns);
      continue;
    }
    const cells = row.cells
      .slice(0, columns.length)
      .map((cell) => cell.replaceAll('\0', '').slice(0, IMPORT_LIMITS.cell));
    await take({ line: row.line, cells });
  }
}
