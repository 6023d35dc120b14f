/** Which texts a spreadsheet would run: what customers write must not run on the computer of who opens a file. */

/**
 * What is not seen: blanks, controls, marks that stand on the letter before, and the letters that are drawn as nothing
 * (Hangul fillers, the Braille blank). Programs drop some of these before they look at what a cell begins with.
 */
const UNSEEN = '[\\s\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u3164\\uffa0\\u2800]*';
/** What a formula begins with, in the forms that some programs read alike: full width, small, the minus sign. */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\u2212]';
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${UNSEEN}${SIGN})`, 'u');

/** Whether a cell with this text would be taken for a formula, now or after it is saved in another format. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/** The text as a CSV cell may hold it: an apostrophe before what would be a formula. */
export const harmlessText = (text: string): string => (isFormula(text) ? `'${text}` : text);
