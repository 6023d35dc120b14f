/** A new line within a list goes on with the list; from an item without words it leaves it. */
const ITEM = /^(\s{0,8})(?:([-*•])|(\d{1,3})([.)]))\s(.*)$/;

/**
 * @param caret where the new line is wished
 * @returns what to write in place of a part of `text`; null: an ordinary new line
 */
export function continueList(
  text: string,
  caret: number,
): { from: number; to: number; words: string } | null {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const item = ITEM.exec(text.slice(start, caret));
  if (!item) return null;
  const [, indent = '', bullet, number, end = '', words = ''] = item;
  if (words.trim() === '') return { from: start, to: caret, words: '' };
  const sign = bullet ?? `${Number(number) + 1}${end}`;
  return { from: caret, to: caret, words: `\n${indent}${sign} ` };
}
