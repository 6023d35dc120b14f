/** Reads a document of any kind into passages. Runs in the thread of `parse-worker.ts`: it may be ended at any moment. */
import { DOCUMENT_LIMITS, type DocumentKind } from '../../../../contract/rules/documents.ts';
import { type Block, clean, type Progress, type Read } from './block.ts';
import { DocumentFault } from './fault.ts';
import { decode, roughKind } from './kind.ts';
import { type PassageDraft, toPassages } from './passages.ts';

export interface ReadDocument {
  kind: DocumentKind;
  /** What the document calls itself; null: nothing. */
  title: string | null;
  passages: PassageDraft[];
  notice: string | null;
}

/**
 * @param name of the file, or the content type of a page
 * @throws DocumentFault
 */
export async function readDocument(
  bytes: Buffer,
  name: string,
  progress: Progress = () => undefined,
): Promise<ReadDocument> {
  const rough = roughKind(bytes, name);
  const kind = rough === 'zip' ? await officeKind(bytes) : rough;
  const { title, blocks, notice } = await readAs(kind, bytes, progress);
  const kept = withinLimit(blocks);
  const passages = toPassages(kept.blocks);
  if (passages.length === 0) throw new DocumentFault('El documento no tiene texto.');
  return { kind, title, passages, notice: notice ?? kept.notice };
}

/** Each kind's library is loaded when it is needed: together they take a second. */
async function readAs(kind: DocumentKind, bytes: Buffer, progress: Progress): Promise<Read> {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdf(bytes, progress);
  if (kind === 'docx') return (await import('./read-markup.ts')).readDocx(bytes);
  if (kind === 'xlsx') return (await import('./read-rows.ts')).readXlsx(bytes);
  const text = decode(bytes);
  if (text === null) throw new DocumentFault('El archivo no es texto.');
  if (kind === 'html') return (await import('./read-markup.ts')).readHtml(text);
  return kind === 'csv' ? (await import('./read-rows.ts')).readCsv(text) : readText(text);
}

async function officeKind(bytes: Buffer): Promise<'docx' | 'xlsx'> {
  return (await import('./unzip-guard.ts')).checkedOfficeKind(bytes);
}

/** Paragraphs are what blank lines part; a line that begins with # is a heading. */
function readText(text: string): Read {
  const blocks: Block[] = [];
  let heading: string[] = [];
  let open: Block | null = null;
  for (const [at, raw] of clean(text, true).split('\n').entries()) {
    const line = clean(raw);
    const title = /^#{1,6}\s+(.+)$/.exec(line)?.[1];
    if (title !== undefined) heading = [title.slice(0, 120)];
    if (line === '' || title !== undefined) {
      open = null;
    } else if (open) {
      open.text = `${open.text} ${line}`;
    } else {
      open = { text: line, place: { line: at + 1 }, heading };
      blocks.push(open);
    }
  }
  return { title: null, blocks, notice: null };
}

function withinLimit(blocks: readonly Block[]): { blocks: Block[]; notice: string | null } {
  const most = DOCUMENT_LIMITS.characters;
  let length = 0;
  const kept: Block[] = [];
  for (const block of blocks) {
    if (length + block.text.length > most) {
      kept.push({ ...block, text: block.text.slice(0, most - length) });
      return {
        blocks: kept,
        notice: `Se leyó el primer ${(most / 1_000_000).toLocaleString('es-CL')} millón de caracteres.`,
      };
    }
    length += block.text.length;
    kept.push(block);
  }
  return { blocks: kept, notice: null };
}
