/** Whether a customer takes the person that was offered: 'sí', 'ya, dale', 'bueno por favor'. */
import { wordsOf } from '../words/text.ts';

const YES = new Set(
  'si sii siii sip sipo yes dale claro obvio quiero porfa porfis porfavor favor'.split(' '),
);
/** Said of anything; with thanks they take leave. */
const PERHAPS = new Set('ya yapo ok oki oka okey okay bueno perfecto listo genial'.split(' '));
const BESIDE = new Set('por que de acuerdo esta bien eso me gustaria po pues va gracias muchas'.split(' '));
const LONGEST = 5;

/** Only such words, one of them a yes. */
export function takesOffer(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > LONGEST) return false;
  if (!words.every((word) => YES.has(word) || PERHAPS.has(word) || BESIDE.has(word))) return false;
  return (
    words.some((word) => YES.has(word)) ||
    (words.some((word) => PERHAPS.has(word)) && !words.includes('gracias'))
  );
}
