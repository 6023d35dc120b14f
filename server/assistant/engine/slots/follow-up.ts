/** Messages that go on about the last subject without naming it: '¿y a Temuco?', 'es el 60658, ya lo puse'. */
import type { SlotKind } from '../../../../contract/entities/bot-slot.ts';
import type { BotNode } from '../bot-model.ts';
import { isContent } from '../content-words.ts';
import type { Found } from '../entities.ts';
import { fold } from '../text.ts';
import { findComuna } from './comunas.ts';
import { readValue } from './values.ts';

const LONGEST = 6;
const OPENS = new Set(['y', 'e', 'tambien']);
/** What stands by itself: no other question holds such a value. */
const BY_ITSELF = new Set<SlotKind>(['order', 'rut', 'email', 'phone']);
/** So few words are nothing but the value. */
const BARE = 3;

/**
 * Whether a message goes on about a node that was answered last: it brings the value that the node asks for, or is
 * nothing but another place, day, size or thing after an 'y'.
 */
export function goesOn(last: BotNode, text: string, found: readonly Found[], now: Date): boolean {
  const words = fold(text).match(/[a-z0-9ñ]+/g) ?? [];
  const kind = last.slot?.kind;
  if (kind && BY_ITSELF.has(kind)) {
    const read = readValue(kind, text, { now, asked: words.length <= BARE });
    if (read && 'value' in read) return true;
  }
  if (words.length > LONGEST || !OPENS.has(words[0] ?? '')) return false;
  const content = words.filter((word) => isContent(word)).length;
  return content <= valueWords(text, found, now);
}

/** How many words of content a value of the text may have; none without one. */
function valueWords(text: string, found: readonly Found[], now: Date): number {
  const has = (kind: SlotKind) => {
    const read = readValue(kind, text, { now, asked: true });
    return read !== null && 'value' in read;
  };
  const named = found
    .filter(({ entity }) => !entity.startsWith('sys-'))
    .map((one) => one.text.split(' ').length);
  return Math.max(findComuna(text, false)?.words ?? 0, has('date') || has('size') ? 2 : 0, ...named, 0);
}
