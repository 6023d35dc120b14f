/** Whether what was typed is in a name: every word, in any order, accents and capitals aside. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether a name has every typed word in it; accents and capitals do not count. */
export function found(name: string, typed: string): boolean {
  const within = plain(name);
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
