/** Messages that go on about the last subject without naming it: '¿y a Temuco?', 'es el 60658, ya lo puse'. */
import type { NodeSlot, SlotKind } from '../../../../contract/entities/bot-slot.ts';
import { isContent } from '../../words/content-words.ts';
import { fold } from '../../words/text.ts';
import { findComuna } from './comunas.ts';
import { readValue } from './values.ts';

const LONGEST = 6;
const OPENS = new Set(['y', 'e', 'tambien']);
/** What stands by itself: no other question holds such a value. */
const BY_ITSELF = new Set<SlotKind>(['order', 'rut', 'email', 'phone']);
/** Words of content of a day or a size with what it is called: 'la talla XL', 'el viernes 27'. */
const VALUE_WORDS = 2;
/** So few words are nothing but the value. */
const BARE = 3;

/**
 * How a message goes on about a node that was answered last: with the value that the node asks for, or with nothing but
 * another place, day or size after an 'y'; null: it does not.
 */
export function goesOn(
  last: { slot?: NodeSlot | undefined },
  text: string,
  today: string,
): 'value' | 'ellipsis' | null {
  const words = fold(text).match(/[a-z0-9ñ]+/g) ?? [];
  const kind = last.slot?.kind;
  if (kind && BY_ITSELF.has(kind)) {
    const read = readValue(kind, text, { today, asked: words.length <= BARE });
    if (read && 'value' in read) return 'value';
  }
  if (words.length > LONGEST || !OPENS.has(words[0] ?? '')) return null;
  const content = words.filter((word) => isContent(word)).length;
  const has = (one: SlotKind) => {
    const read = readValue(one, text, { today, asked: true });
    return read !== null && 'value' in read;
  };
  const comuna = findComuna(text, false);
  if (comuna && content <= comuna.words) return kind === 'comuna' ? 'value' : 'ellipsis';
  for (const one of ['date', 'size'] as const)
    if (content <= VALUE_WORDS && has(one)) return kind === one ? 'value' : 'ellipsis';
  return null;
}
