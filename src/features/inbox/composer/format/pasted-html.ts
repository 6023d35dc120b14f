/**
 * What is pasted from a page or a document, with the marks of the channel: bold, italics, lists, quotes, links. Its HTML is
 * read in a document of its own that runs nothing and loads nothing; what comes out is text.
 */
import TurndownService from 'turndown';
import { safeAddress } from '../../../../../contract/rules/web-address.ts';
import type { Dialect } from './marks.ts';

/** Characters of HTML; what is longer is pasted as plain text. */
const LONGEST = 200_000;
const DEEPEST = 60;
/** What a page has besides its words. */
const NO_WORDS = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
] as const;

/** @returns null: it is better pasted as the plain text that came with it */
export function markedText(html: string, dialect: Dialect): string | null {
  if (html.length > LONGEST) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(NO_WORDS.join(','))) element.remove();
  if (depthOf(body) > DEEPEST) return null;
  const lines = converter(dialect).turndown(body).replaceAll('\u00a0', ' ').split('\n');
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  return text === '' ? null : text;
}

function depthOf(root: Element): number {
  let deepest = 0;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let depth = 0;
  // Without recursion: what is pasted may be nested as deep as it likes.
  for (let node: Node | null = walker.currentNode; node; ) {
    deepest = Math.max(deepest, depth);
    const child = walker.firstChild();
    if (child) {
      depth += 1;
      node = child;
      continue;
    }
    let next = walker.nextSibling();
    while (!next && walker.parentNode()) {
      depth -= 1;
      next = walker.nextSibling();
    }
    node = next;
  }
  return deepest;
}

const BOLD = /^(bold|bolder|[6-9]00)$/;
const asElement = (node: Node): HTMLElement => node as HTMLElement;
/** Some programs write `<b style="font-weight: normal">` around everything. */
const isBold = (node: Node): boolean => {
  const { nodeName, style } = asElement(node);
  const weight = style?.fontWeight ?? '';
  return weight === ''
    ? ['B', 'STRONG', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'].includes(nodeName)
    : BOLD.test(weight);
};
const isItalic = (node: Node): boolean => {
  const { nodeName, style } = asElement(node);
  const kind = style?.fontStyle ?? '';
  return kind === '' ? ['I', 'EM'].includes(nodeName) : kind === 'italic';
};

/** A mark holds within a line and beside a letter. */
const marked = (content: string, mark: string): string =>
  content
    .split('\n')
    .map((line) => {
      const inner = line.trim();
      return inner === '' || inner.startsWith(mark)
        ? line
        : line.replace(inner, () => `${mark}${inner}${mark}`);
    })
    .join('\n');

function converter(dialect: Dialect): TurndownService {
  const { strong, em, strike } = dialect.inline;
  const service = new TurndownService({ bulletListMarker: '-', codeBlockStyle: 'fenced', br: '' });
  // Words stay as they were written: a sign that is no mark here needs nothing before it.
  service.escape = (text) => text;
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content) => `\n\n${marked(content, strong)}\n\n`,
  });
  service.addRule('words', {
    filter: (node) => ['B', 'STRONG', 'I', 'EM', 'SPAN', 'S', 'DEL', 'STRIKE'].includes(node.nodeName),
    replacement: (content, node) => {
      const struck = ['S', 'DEL', 'STRIKE'].includes(node.nodeName);
      const bold = isBold(node) ? marked(content, strong) : content;
      const slanted = isItalic(node) ? marked(bold, em) : bold;
      return struck ? marked(slanted, strike) : slanted;
    },
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const url = safeAddress(asElement(node).getAttribute('href') ?? '');
      const label = content.trim();
      if (url === null || label === '' || label === url) return url !== null && label !== '' ? url : content;
      return dialect.links && !/[[\]\n]/.test(label) ? `[${label}](${url})` : `${label} (${url})`;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode;
      const place = list
        ? [...list.childNodes].filter((one) => one.nodeName === 'LI').indexOf(node as ChildNode)
        : 0;
      const sign = list?.nodeName === 'OL' ? `${place + 1}. ` : '- ';
      return `${sign}${content.trim().replaceAll('\n', '\n  ')}\n`;
    },
  });
  service.addRule('picture', { filter: ['img', 'picture', 'video', 'audio'], replacement: () => '' });
  service.addRule('rule', { filter: 'hr', replacement: () => '\n\n' });
  return service;
}
