/** The parts of an XLSX workbook as text. Cells carry their own strings, so that a row is done when it is written. */
import { isFormula } from '../../contract/rules/spreadsheet-text.ts';
import type { Cell } from './cell.ts';
import { wallSerial } from './wall-time.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Positions in `STYLES`. */
const BOLD = 1;
const DATE = 2;
/** Text that stays text when somebody edits the cell, or saves the sheet in another format. */
const QUOTED = 3;
/** Excel's limit for a cell's text. */
const LONGEST = 32_767;
/** Rows of one sheet, the heading among them. */
export const SHEET_ROWS = 1_048_576;

/** What XML 1.0 can't say at all: whatever is not a `Char` of its grammar. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function xmlText(text: string): string {
  return (
    text
      .slice(0, LONGEST)
      .replace(FORBIDDEN, '')
      .replace(/\r\n?/g, '\n')
      // Excel reads _x0041_ as the character of that number.
      .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}

/** `A`, `B` … `Z`, `AA`: the column's letters, from 0. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function cellXml(cell: Cell, place: string, style = 0): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" s="${DATE}"><v>${wallSerial(cell)}</v></c>`;
  const kind = style === 0 && isFormula(cell) ? QUOTED : style;
  const shown = kind === 0 ? '' : ` s="${kind}"`;
  return `<c r="${place}"${shown} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

/** One row. @param number from 1 */
export function rowXml(cells: readonly Cell[], number: number, style = 0): string {
  const inside = cells
    .map((cell, index) => cellXml(cell, `${columnLetters(index)}${number}`, style))
    .join('');
  return `<row r="${number}">${inside}</row>`;
}

/** What stands before the rows: the heading stays in sight, columns have a width that a date fits in. */
export function sheetStart(header: readonly string[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols><col min="1" max="${header.length}" width="20" customWidth="1"/></cols><sheetData>` +
    rowXml(header, 1, BOLD)
  );
}
export const SHEET_END = '</sheetData></worksheet>';

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>';

/** Every part but the sheets, by its name in the package. @param sheets their names, in order */
export function workbookParts(sheets: readonly string[]): Map<string, string> {
  const each = (write: (name: string, number: number) => string) =>
    sheets.map((name, index) => write(name, index + 1)).join('');
  return new Map([
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>` +
        each(
          (_name, number) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${KIND}.worksheet+xml"/>`,
        ) +
        '</Types>',
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
        each((name, number) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`) +
        '</sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
        each(
          (_name, number) =>
            `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ) +
        `<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]);
}
