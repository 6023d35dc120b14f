/**
 * Looks through a docx or xlsx before its library opens it: every part is unpacked once, into nothing, and the whole is
 * refused when it grows past the limits, whatever sizes it claims. So a zip bomb costs some seconds of one thread.
 */
import { fromBufferPromise } from 'yauzl';
import { DOCUMENT_LIMITS } from '../../../../contract/rules/documents.ts';
import { DocumentFault } from './fault.ts';

const BOMB = 'El archivo se descomprime a un tamaño desmedido, así que no lo abrimos.';
const BROKEN = 'El archivo está dañado y no se puede abrir.';
const OTHER = 'Ese archivo comprimido no es un documento de Word (docx) ni de Excel (xlsx).';

export interface UnzipLimits {
  bytes: number;
  files: number;
}
const STANDARD: UnzipLimits = { bytes: DOCUMENT_LIMITS.unpackedBytes, files: DOCUMENT_LIMITS.unpackedFiles };

/** Which of the two it is. @throws DocumentFault: a bomb, damaged, or something else */
export async function checkedOfficeKind(bytes: Buffer, limits = STANDARD): Promise<'docx' | 'xlsx'> {
  try {
    return await look(bytes, limits);
  } catch (error) {
    // What can't be opened, or unpacks to another size than it says.
    throw error instanceof DocumentFault ? error : new DocumentFault(BROKEN, { cause: error });
  }
}

async function look(bytes: Buffer, limits: UnzipLimits): Promise<'docx' | 'xlsx'> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  if (zip.entryCount > limits.files) throw new DocumentFault(BOMB);
  let unpacked = 0;
  let kind: 'docx' | 'xlsx' | null = null;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'word/document.xml') kind = 'docx';
    if (entry.fileName === 'xl/workbook.xml') kind = 'xlsx';
    if (unpacked + entry.uncompressedSize > limits.bytes) throw new DocumentFault(BOMB);
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > limits.bytes) throw new DocumentFault(BOMB);
    }
  }
  if (!kind) throw new DocumentFault(OTHER);
  return kind;
}
