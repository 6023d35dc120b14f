/** What each part of a message is: a piece of its words, one of its files, some of its products. */
import { carouselsOf } from '../../../contract/rules/carousel.ts';
import { sentAs } from './payload.ts';
import type { MessagingChannel } from './platform.ts';

interface Shape {
  text: string;
  files: number;
  cards: number;
  /** How many options it offers. */
  options: number;
}

/** `at`: its place among those of its kind. */
export type PartOfMessage =
  | { kind: 'words'; piece: string; last: boolean }
  | { kind: 'file'; at: number }
  | { kind: 'carousel'; at: number };

/**
 * The words come first, piece by piece, then each file, then the products. Words with options come last: the channel
 * takes quick replies away as soon as anything follows them.
 */
export function partOfMessage(
  channel: MessagingChannel,
  { text, files, cards, options }: Shape,
  part: number,
): PartOfMessage {
  const pieces = sentAs(channel, text);
  const others = files + carouselsOf(channel, cards);
  const from = options === 0 ? 0 : others;
  const piece = pieces[part - from];
  if (piece !== undefined) return { kind: 'words', piece, last: part - from === pieces.length - 1 };
  const at = options === 0 ? part - pieces.length : part;
  return at < files ? { kind: 'file', at } : { kind: 'carousel', at: at - files };
}
