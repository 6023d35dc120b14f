/**
 * The marks that a channel's customers see as bold, italics, lists …: Markdown in the web's chat and in notes, WhatsApp's
 * own there. Instagram and Messenger know none: what is written there is shown as it was written.
 */
import type { Channel } from '../../../../../contract/states.ts';

/** What a writer may do with the words that they chose. */
export type Format = 'strong' | 'em' | 'strike' | 'code' | 'bullets' | 'numbers' | 'quote' | 'link';

type InlineFormat = 'strong' | 'em' | 'strike';

export interface Dialect {
  name: 'markdown' | 'whatsapp';
  /** What stands before and after the words. */
  inline: Readonly<Record<InlineFormat, string>>;
  /** Whether a word can lead to an address that it does not show. */
  links: boolean;
}

const MARKDOWN: Dialect = {
  name: 'markdown',
  inline: { strong: '**', em: '_', strike: '~~' },
  links: true,
};
const WHATSAPP: Dialect = { name: 'whatsapp', inline: { strong: '*', em: '_', strike: '~' }, links: false };

/** The marks of what is written there; null: there are none. */
export function dialectOf(channel: Channel, note: boolean): Dialect | null {
  if (note || channel === 'web') return MARKDOWN;
  return channel === 'whatsapp' ? WHATSAPP : null;
}

/** Whether a pressed key turns the field with formats on or off. */
export const isRichKey = (press: {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): boolean =>
  (press.ctrlKey || press.metaKey) && press.shiftKey && !press.altKey && press.key.toLowerCase() === 'l';

/** The format of a pressed key with Ctrl or ⌘; null: none. By the character typed, for layouts differ. */
export function formatOfKey(press: {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): Format | null {
  if (!(press.ctrlKey || press.metaKey) || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (!press.shiftKey) return key === 'b' ? 'strong' : key === 'i' ? 'em' : key === 'e' ? 'code' : null;
  if (key === 'x') return 'strike';
  // With Shift the digits are other signs on every layout.
  return press.code === 'Digit7'
    ? 'numbers'
    : press.code === 'Digit8'
      ? 'bullets'
      : press.code === 'Digit9'
        ? 'quote'
        : null;
}
