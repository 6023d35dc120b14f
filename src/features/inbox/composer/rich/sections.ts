/**
 * The lines of a text by what its reader reads together (contract/rules/rich-text.ts): by the same signs, in the same order.
 * The reader itself, which every customer loads, keeps no lines.
 */
import { FENCE, FENCE_END, HEADING, itemsFrom, QUOTE } from '../../../../../contract/rules/rich-text.ts';
import type { Reading } from '../../../../../contract/rules/rich-text-tree.ts';

/** Lines that are read together. */
export interface Section {
  kind: 'lines' | 'code' | 'quote' | 'list' | 'heading';
  lines: string[];
}

/** @returns all lines of a text, in their order */
export function sectionsOf(text: string, dialect: Reading['dialect']): Section[] {
  const lines = text.split(/\r\n|\r|\n/);
  const lastFence = lines.findLastIndex((line) => FENCE_END.test(line));
  const found: Section[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const from = at;
    let kind: Section['kind'] = 'lines';
    at += 1;
    if (from < lastFence && FENCE.test(line)) {
      kind = 'code';
      while (!FENCE_END.test(lines[at] ?? '')) at += 1;
      at += 1;
    } else if (QUOTE.test(line)) {
      kind = 'quote';
      while (QUOTE.test(lines[at] ?? '')) at += 1;
    } else {
      const { length } = itemsFrom(lines, from);
      // One line alone that begins with a dash is somebody's dash.
      if (length > 1) {
        kind = 'list';
        at = from + length;
      } else if (dialect === 'markdown' && HEADING.test(line)) kind = 'heading';
    }
    const last = found.at(-1);
    if (kind === 'lines' && last?.kind === kind) last.lines.push(line);
    else found.push({ kind, lines: lines.slice(from, at) });
  }
  return found;
}
