/** Emoji by Spanish words; the list (420 kB) is our own file and stays in this browser after its first use. */
import Database from 'emoji-picker-element/database.js';
import dataSource from 'emoji-picker-element-data/es/cldr/data.json?url';
import { plainText } from '../../../ui/plain-text.ts';

export const EMOJI = { locale: 'es', dataSource } as const;

let database: Database | null = null;

/**
 * The emoji that fit best: those whose name begins with the words before those that only know them.
 * Rejects where this browser keeps no databases.
 */
export async function findEmoji(query: string, most: number): Promise<{ unicode: string; label: string }[]> {
  database ??= new Database(EMOJI);
  const wanted = plainText(query);
  const found = (await database.getEmojiBySearchQuery(query)).flatMap((emoji) =>
    'unicode' in emoji
      ? [{ unicode: emoji.unicode, label: 'annotation' in emoji ? emoji.annotation : '' }]
      : [],
  );
  const begins = ({ label }: { label: string }) => Number(!plainText(label).startsWith(wanted));
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, most);
}
