/** What a file is: by its content; its name decides only between kinds of plain text. */
import { isUtf8 } from 'node:buffer';
import { DocumentFault } from './fault.ts';

/** `zip`: docx or xlsx, which only its table of contents tells. */
export type RoughKind = 'pdf' | 'zip' | 'csv' | 'html' | 'txt';

const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENDINGS: Record<string, RoughKind> = {
  csv: 'csv',
  html: 'html',
  htm: 'html',
  txt: 'txt',
  md: 'txt',
};
const UNREADABLE = 'Ese tipo de archivo no se puede leer. Sube un pdf, docx, xlsx, csv, html o txt.';

/**
 * @param name of the file, or the content type of a page ('text/html')
 * @throws DocumentFault for what is none of them
 */
export function roughKind(bytes: Buffer, name: string): RoughKind {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'zip';
  if (bytes.subarray(0, 8).equals(OLD_OFFICE)) {
    throw new DocumentFault(
      'Los archivos .doc y .xls antiguos o con contraseña no se pueden leer. Guárdalo como .docx o .xlsx.',
    );
  }
  const head = decode(bytes.subarray(0, 2048));
  if (head === null) throw new DocumentFault(UNREADABLE);
  const type = name.toLowerCase();
  if (/^text\/html|^application\/xhtml/.test(type)) return 'html';
  if (/^text\/csv/.test(type)) return 'csv';
  if (/^text\/plain/.test(type)) return 'txt';
  const byName = ENDINGS[type.split('.').at(-1) ?? ''];
  if (/^\s*(<!doctype html|<html)/i.test(head)) return 'html';
  if (!byName) throw new DocumentFault(UNREADABLE);
  return byName;
}

/**
 * Text of bytes: UTF-16 by its mark, else UTF-8, else what Windows in Chile writes.
 * @returns null for what is no text
 */
export function decode(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  // A head may end within a character.
  if (
    isUtf8(bytes) ||
    isUtf8(bytes.subarray(0, -1)) ||
    isUtf8(bytes.subarray(0, -2)) ||
    isUtf8(bytes.subarray(0, -3))
  )
    return new TextDecoder('utf-8').decode(bytes);
  return new TextDecoder('windows-1252').decode(bytes);
}
