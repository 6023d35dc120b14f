/** Pages of the web and Word files: headings, paragraphs, lists and rows of tables, in order. Nothing is run or loaded. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import mammoth from 'mammoth';
import { type Block, clean, type Read } from './block.ts';
import { DocumentFault } from './fault.ts';

const SKIPPED = new Set(
  'script style noscript template svg nav footer iframe object form button select input head title'.split(
    ' ',
  ),
);
const BLOCKS = new Set('p li pre blockquote dt dd figcaption address tr caption summary'.split(' '));
/** What the library wants of a page; linkedom's does. */
type ReadablePage = ConstructorParameters<typeof Readability>[0];
/** Nobody nests a page deeper; bounds the recursion. */
const DEEPEST = 200;

/** A Word file. Pictures are left out. @throws DocumentFault */
export async function readDocx(bytes: Buffer): Promise<Read> {
  let html: string;
  try {
    const ignore = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
    html = (await mammoth.convertToHtml({ buffer: bytes }, { convertImage: ignore })).value;
  } catch (error) {
    throw new DocumentFault('El documento de Word está dañado y no se puede leer.', { cause: error });
  }
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return { title: null, blocks: blocksOf(document.body), notice: null };
}

/** A page: its article, where one is to be found; menus and footers answer nobody. */
export function readHtml(text: string): Read {
  const document = pageOf(text);
  const title = clean(document.querySelector('title')?.textContent ?? '') || null;
  const whole = document.body ? blocksOf(document.body) : [];
  // The library takes the square of the depth; no page that people read is that deep.
  const article = isDeeper(document.body, DEEPEST)
    ? null
    : new Readability(document as unknown as ReadablePage, { charThreshold: 200 }).parse();
  const main = article?.content
    ? blocksOf(parseHTML(`<!doctype html><html><body>${article.content}</body></html>`).document.body)
    : [];
  const length = (blocks: Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);
  // A page of short pieces (questions and answers, tables) is no article: half of it must have been found.
  return { title, blocks: length(main) * 2 >= length(whole) ? main : whole, notice: null };
}

/**
 * The page with a head and a body. Both tags may be left out of a page and browsers add them; linkedom does not, and
 * finds the body only next to a head: what stands elsewhere would be lost.
 */
function pageOf(text: string) {
  const { document } = parseHTML(text);
  const body = document.querySelector('html > head + body');
  if (body) return document;
  const title = document.querySelector('title')?.outerHTML ?? '';
  const content = document.querySelector('body')?.innerHTML ?? text.replace(/<!doctype[^>]*>/i, '');
  return parseHTML(`<!doctype html><html><head>${title}</head><body>${content}</body></html>`).document;
}

interface MarkupElement {
  localName: string;
  nodeType: number;
  textContent: string | null;
  childNodes: Iterable<MarkupElement>;
  hasAttribute?(name: string): boolean;
}

function isDeeper(body: unknown, most: number): boolean {
  let level = [body as MarkupElement];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((node) => [...node.childNodes].filter(({ nodeType }) => nodeType === 1));
    if (level.length === 0) return false;
  }
  return true;
}

function blocksOf(body: unknown): Block[] {
  const blocks: Block[] = [];
  const headings: { level: number; text: string }[] = [];
  let loose = '';
  const flush = () => {
    push(loose);
    loose = '';
  };
  const push = (text: string) => {
    const said = clean(text);
    if (said !== '') blocks.push({ text: said, place: null, heading: headings.map(({ text: one }) => one) });
  };
  const walk = (node: MarkupElement, depth: number): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) loose += child.textContent ?? '';
      if (child.nodeType !== 1) continue;
      const name = child.localName;
      if (SKIPPED.has(name) || child.hasAttribute?.('hidden')) continue;
      if (name === 'br') {
        loose += ' ';
        continue;
      }
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined) {
        flush();
        while ((headings.at(-1)?.level ?? 0) >= Number(level)) headings.pop();
        const text = clean(child.textContent ?? '').slice(0, 120);
        if (text !== '') headings.push({ level: Number(level), text });
      } else if (name === 'tr') {
        flush();
        push([...child.childNodes].flatMap((cell) => clean(cell.textContent ?? '') || []).join(' | '));
      } else if (depth < DEEPEST) {
        const own =
          BLOCKS.has(name) || /^(div|section|article|main|ul|ol|dl|table|body|figure|details)$/.test(name);
        if (own) flush();
        walk(child, depth + 1);
        if (own) flush();
      }
    }
  };
  walk(body as MarkupElement, 0);
  flush();
  return blocks;
}
