/**
 * How a message's text is to be read: a small Markdown (bold, italics, struck out, code, lists, quotes, links), or the
 * marks of WhatsApp. The answer is a tree of plain data: the code that shows it makes elements of it, so no text is
 * ever read as HTML. Time is linear in the length whatever the text is: customers choose it (docs/decisions says what
 * the libraries did with hostile texts of the length that the wire allows).
 */
import { inlineOf } from './rich-text-inline.ts';
import type { Block, Inline, Reading } from './rich-text-tree.ts';

export const FENCE = /^\s{0,3}```[\w+-]{0,20}\s*$/;
export const FENCE_END = /^\s{0,3}```\s*$/;
const BULLET = /^(\s{0,8})[-*•]\s+(\S.*)$/;
const NUMBER = /^(\s{0,8})(\d{1,3})[.)]\s+(\S.*)$/;
export const QUOTE = /^\s{0,3}>\s?(.*)$/;
export const HEADING = /^#{1,6}\s+(\S.*)$/;
/** Deeper lists stay at this depth: a message is narrow. */
const DEEPEST = 2;

interface Item {
  depth: number;
  number: number | null;
  text: string;
}

function itemOf(line: string): Item | null {
  const bullet = BULLET.exec(line);
  if (bullet) return { depth: depthOf(bullet[1]), number: null, text: bullet[2] ?? '' };
  const numbered = NUMBER.exec(line);
  return numbered
    ? { depth: depthOf(numbered[1]), number: Number(numbered[2]), text: numbered[3] ?? '' }
    : null;
}
const depthOf = (indent = ''): number => Math.min(DEEPEST, Math.floor(indent.length / 2));

/** Reads a text; an empty one has no blocks. */
export function richText(text: string, reading: Reading): Block[] {
  const lines = text.split(/\r\n|\r|\n/);
  const lastFence = lines.findLastIndex((line) => FENCE_END.test(line));
  const blocks: Block[] = [];
  let plain: string[] = [];
  const flush = () => {
    const isText = (line: string) => line.trim() !== '';
    // Blank lines beside a block are its own distance.
    const from = plain.findIndex(isText);
    const to = plain.findLastIndex(isText);
    if (from >= 0) {
      blocks.push({ kind: 'lines', of: inlineOf(plain.slice(from, to + 1).join('\n'), reading) });
    }
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (at < lastFence && FENCE.test(line)) {
      flush();
      let end = at + 1;
      while (!FENCE_END.test(lines[end] ?? '')) end += 1;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end + 1;
      continue;
    }
    if (QUOTE.test(line)) {
      flush();
      const quoted: string[] = [];
      for (let found = QUOTE.exec(line); found; found = QUOTE.exec(lines[at] ?? '')) {
        quoted.push(found[1] ?? '');
        at += 1;
      }
      blocks.push({ kind: 'quote', of: inlineOf(quoted.join('\n'), reading) });
      continue;
    }
    const items = itemsFrom(lines, at);
    // One line alone that begins with a dash is somebody's dash.
    if (items.length > 1) {
      flush();
      blocks.push({
        kind: 'list',
        start: items[0]?.number ?? null,
        items: items.map((item) => ({ depth: item.depth, of: inlineOf(item.text, reading) })),
      });
      at += items.length;
      continue;
    }
    const heading = reading.dialect === 'markdown' ? HEADING.exec(line) : null;
    if (heading) {
      flush();
      blocks.push({ kind: 'lines', of: [{ kind: 'strong', of: inlineOf(heading[1] ?? '', reading) }] });
    } else plain.push(line);
    at += 1;
  }
  flush();
  return blocks;
}

/** The list that begins at a line: its items are all numbered, or none is. */
export function itemsFrom(lines: readonly string[], at: number): Item[] {
  const items: Item[] = [];
  for (let line = at; line < lines.length; line += 1) {
    const item = itemOf(lines[line] ?? '');
    if (!item || (items[0] && (items[0].number === null) !== (item.number === null))) break;
    items.push(item);
  }
  return items;
}

/** What a reader would say aloud or a preview shows: the text without its marks. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'code':
          return block.text;
        case 'list':
          return block.items.map((item) => plainInline(item.of)).join('\n');
        default:
          return plainInline(block.of);
      }
    })
    .join('\n');
}

function plainInline(of: readonly Inline[]): string {
  return of.map((part) => ('of' in part ? plainInline(part.of) : part.text)).join('');
}
