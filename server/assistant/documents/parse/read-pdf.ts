/** Text of a PDF, page by page. Scripts in it are never run, pictures are never unpacked; a scan has no text. */
import { getDocumentProxy } from 'unpdf';
import { DOCUMENT_LIMITS } from '../../../../contract/rules/documents.ts';
import { type Block, clean, type Progress, type Read } from './block.ts';
import { DocumentFault } from './fault.ts';

/** @throws DocumentFault: damaged, locked, scanned */
export async function readPdf(bytes: Buffer, progress: Progress): Promise<Read> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    // Errors only: what it thinks of a file is no line of our log.
    verbosity: 0,
    disableFontFace: true,
  }).catch((error: unknown) => {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentFault(
      locked
        ? 'El PDF tiene contraseña. Guárdalo sin ella y súbelo de nuevo.'
        : 'El PDF está dañado y no se puede leer.',
      { cause: error },
    );
  });
  const count = Math.min(pdf.numPages, DOCUMENT_LIMITS.pages);
  const pages: string[][] = [];
  let length = 0;
  for (let number = 1; number <= count && length <= DOCUMENT_LIMITS.characters; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    page.cleanup();
    length += text.length;
    pages.push(
      clean(text, true)
        .split('\n')
        .map((line) => clean(line))
        .filter((line) => line !== ''),
    );
    progress(number / count);
  }
  const blocks = withoutRepeated(pages).flatMap((lines, at) => paragraphs(lines, at + 1));
  if (blocks.length === 0)
    throw new DocumentFault(
      'El PDF no tiene texto: parece escaneado. Sube uno con texto o escribe su contenido.',
    );
  const notice =
    pdf.numPages > count
      ? `Se leyeron las primeras ${count} de ${pdf.numPages.toLocaleString('es-CL')} páginas.`
      : null;
  return { title: null, blocks, notice };
}

/** First and last lines that most pages share (but for their numbers) are headers and footers. */
function withoutRepeated(pages: string[][]): string[][] {
  if (pages.length < 4) return pages;
  const plain = (line: string) => line.replace(/\d+/g, '#');
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const line of new Set([lines[0], lines.at(-1)]))
      if (line !== undefined) counts.set(plain(line), (counts.get(plain(line)) ?? 0) + 1);
  }
  const repeated = (line: string | undefined) =>
    line !== undefined && (counts.get(plain(line)) ?? 0) > pages.length / 2;
  return pages.map((lines) =>
    lines.filter((line, at) => !((at === 0 || at === lines.length - 1) && repeated(line))),
  );
}

/** Lines joined again into sentences: a line that ends one, or before a capital after a short line, ends the paragraph. */
function paragraphs(lines: readonly string[], page: number): Block[] {
  const found: string[] = [];
  let open = '';
  for (const [at, line] of lines.entries()) {
    open =
      open === ''
        ? line
        : /\p{L}-$/u.test(open) && /^\p{Ll}/u.test(line)
          ? open.slice(0, -1) + line
          : `${open} ${line}`;
    const next = lines[at + 1] ?? '';
    if (/[.:?!]$/.test(line) || (line.length < 50 && /^[\p{Lu}\d•\-–¿¡]/u.test(next))) {
      found.push(open);
      open = '';
    }
  }
  if (open !== '') found.push(open);
  return found.map((text) => ({ text, place: { page }, heading: [] }));
}
