/** The words of a mail that is a page alone, line by line. Nothing is run or loaded. */
import { parseHTML } from 'linkedom';

const LEFT_OUT = 'script, style, head, title, template, noscript';
/** What mail programs put the answered mail into. */
const QUOTED = 'blockquote, .gmail_quote, .yahoo_quoted, #appendonsend, #divRplyFwdMsg, .moz-cite-prefix';
const BLOCKS = new Set('P DIV BR LI TR TABLE H1 H2 H3 H4 H5 H6 HR PRE UL OL SECTION ARTICLE'.split(' '));

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** More inside each other than any mail program writes: reading them costs time by the square of it. */
const DEEPEST = 1_000;
/** More than stand in the longest mails, whatever closes them. */
const MOST_TAGS = 20_000;

interface Part {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  firstChild: Part | null;
  nextSibling: Part | null;
  parentNode: Part | null;
}

/** Whether so much stands inside each other that it is no mail that somebody wrote. Linear in the page. */
function isHeap(html: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  let tags = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/giu)) {
    const of = name.toLowerCase();
    if (VOID.has(of)) continue;
    const count = open.get(of) ?? 0;
    if (slash === '') {
      open.set(of, count + 1);
      depth += 1;
      tags += 1;
    } else if (count > 0) {
      open.set(of, count - 1);
      depth -= 1;
    }
    if (depth > DEEPEST || tags > MOST_TAGS) return true;
  }
  return false;
}

/** Without recursion: nobody's nesting ends the process. */
function wordsOf(root: Part): string {
  let text = '';
  let at: Part | null = root.firstChild;
  while (at) {
    if (at.nodeType === 3) text += (at.textContent ?? '').replace(/\s+/gu, ' ');
    else if (BLOCKS.has(at.nodeName.toUpperCase()) && !text.endsWith('\n')) text += '\n';
    let next: Part | null = at.firstChild ?? at.nextSibling;
    while (!next) {
      at = at.parentNode;
      if (!at || at === root) return text;
      if (BLOCKS.has(at.nodeName.toUpperCase()) && !text.endsWith('\n')) text += '\n';
      next = at.nextSibling;
    }
    at = next;
  }
  return text;
}

/** What is said in it; what it quotes only where nothing else is said. */
export function wordsOfHtml(html: string): string {
  // Of a heap its words are enough.
  if (isHeap(html)) return html.replace(/<[^<>]*>?/gu, ' ').trim();
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  for (const left of document.querySelectorAll(LEFT_OUT)) left.remove();
  const whole = wordsOf(document.documentElement as unknown as Part).trim();
  for (const quoted of document.querySelectorAll(QUOTED)) quoted.remove();
  return wordsOf(document.documentElement as unknown as Part).trim() || whole;
}
