/** Leaving words out of a text, in time that grows as the text does: a pattern that looks for a sign in the middle of a word begins again at each letter. */

/** The text with a space for each word (what stands between blanks) that is left out. */
export const withoutWords = (text: string, leaves: (word: string) => boolean): string =>
  text.replace(/\S+/g, (word) => (leaves(word) ? ' ' : word));

/** Whether a word has the sign of an address. */
export const hasAt = (word: string): boolean => word.includes('@');
