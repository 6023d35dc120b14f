/** The words by which a customer ends marketing, and begins it again. Only the whole message is one: within a sentence they mean something else. */

const STOP = new Set(['BAJA', 'STOP', 'NO MAS', 'CANCELAR SUSCRIPCION']);
const START = new Set(['ALTA']);
/** The longest of them with room for what people put around: nothing longer is folded. */
const LONGEST = 40;

/** What a message says of marketing: in any case, with or without accents and marks around it; null: nothing. */
export function optWord(text: string): 'denied' | 'granted' | null {
  if (text.length > LONGEST) return null;
  const word = text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toUpperCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
  if (STOP.has(word)) return 'denied';
  return START.has(word) ? 'granted' : null;
}
