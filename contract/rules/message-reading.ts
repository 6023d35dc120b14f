/** How a message is to be read: by which marks, and as which one line a preview shows it. */
import type { Channel } from '../states.ts';
import { richText } from './rich-text.ts';
import type { Block, Inline, Reading } from './rich-text-tree.ts';

const READINGS = {
  markdown: { dialect: 'markdown', labels: true },
  whatsapp: { dialect: 'whatsapp', labels: true },
  fromMarkdown: { dialect: 'markdown', labels: false },
  fromWhatsapp: { dialect: 'whatsapp', labels: false },
} as const satisfies Record<string, Reading>;

/** Of whom a message is, and whether it is a note. */
interface Written {
  from: string;
  note: boolean;
}

/**
 * How a message is read, so that it is seen as its customer sees it: WhatsApp has marks of its own; Instagram and Messenger
 * have none (null). Notes are the team's and always Markdown.
 */
export function readingOf({ from, note }: Written, channel: Channel): Reading | null {
  if (!note && (channel === 'instagram' || channel === 'messenger')) return null;
  const whatsapp = channel === 'whatsapp' && !note;
  if (from === 'Cliente') return whatsapp ? READINGS.fromWhatsapp : READINGS.fromMarkdown;
  return whatsapp ? READINGS.whatsapp : READINGS.markdown;
}

/** Texts without one of these are read as they stand. */
const MARKED = /[*_~`\\[#>]|^\s{0,8}-\s/m;

/**
 * The words that a message's marks leave, as its customer reads them: bold, lists' dots and titles' signs are no words,
 * the numbers of a list are. Signs that mark nothing (`2*3*4`) stay. Linear in the length.
 */
export function readWords(text: string, reading: Reading | null): string {
  if (reading === null || !MARKED.test(text)) return text;
  return richText(text, reading).map(blockWords).join('\n');
}

function blockWords(block: Block): string {
  if (block.kind === 'code') return block.text;
  if (block.kind !== 'list') return inlineWords(block.of);
  const { start } = block;
  return block.items
    .map(({ of }, at) => `${start === null ? '•' : `${start + at}.`} ${inlineWords(of)}`)
    .join('\n');
}

const inlineWords = (of: readonly Inline[]): string =>
  of.map((part) => ('of' in part ? inlineWords(part.of) : part.text)).join('');
