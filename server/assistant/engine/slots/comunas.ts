/** The 346 comunas of Chile, found in a message however they are spelled. */
import { editDistance, fold, slipsAllowed, soundOf } from '../../words/text.ts';
import byRegion from './comunas.json' with { type: 'json' };

/** What people call them; what stands for none by itself ('la quinta') is not here. */
const CALLED: Record<string, string> = {
  viña: 'Viña del Mar',
  valpo: 'Valparaíso',
  conce: 'Concepción',
  stgo: 'Santiago',
  scl: 'Santiago',
  'santiago centro': 'Santiago',
  'pto montt': 'Puerto Montt',
  'pto varas': 'Puerto Varas',
  'pta arenas': 'Punta Arenas',
  'puerto natales': 'Natales',
  'puerto aysen': 'Aysén',
  'puerto williams': 'Cabo de Hornos',
  'rapa nui': 'Isla de Pascua',
  'san vicente de tagua tagua': 'San Vicente',
  'san jose de la mariquina': 'Mariquina',
  'san francisco de mostazal': 'Mostazal',
  thno: 'Talcahuano',
  pac: 'Pedro Aguirre Cerda',
  'til til': 'Tiltil',
  penalolen: 'Peñalolén',
  nunoa: 'Ñuñoa',
};
/** Words of every day that are comunas, too: heard as one only where one is asked for. */
const EVERYDAY = new Set(
  'retiro navidad primavera porvenir empedrado pica pinto canela nacimiento cabrero corral colina florida victoria independencia constitucion union cruz estrella rinconada'.split(
    ' ',
  ),
);
/** Before a place. */
const TO = new Set('a en de para hasta desde por hacia comuna ciudad vivo soy estoy y'.split(' '));
const LONGEST = 5;

const key = (words: readonly string[]): string => words.map(soundOf).join(' ');
const piecesOf = (text: string): string[] => fold(text).match(/[a-z0-9ñ]+/g) ?? [];

const known = new Map<string, string>();
for (const comuna of Object.values(byRegion).flat()) known.set(key(piecesOf(comuna)), comuna);
for (const [called, comuna] of Object.entries(CALLED)) known.set(key(piecesOf(called)), comuna);

/** A comuna of the text with the words that say it. @param asked the message is the answer to 'which comuna?' */
export function findComuna(text: string, asked: boolean): { value: string; words: number } | null {
  const words = piecesOf(text);
  for (let length = LONGEST; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const own = words.slice(at, at + length);
      const value = known.get(key(own));
      if (value === undefined) continue;
      const surely = asked || (TO.has(words[at - 1] ?? '') && !EVERYDAY.has(own.join(' ')));
      if (surely) return { value, words: length };
    }
  }
  return asked ? nearComuna(words) : null;
}

/** Whether the comuna's name is a word of every day, too. */
export const isEveryday = (comuna: string): boolean => EVERYDAY.has(fold(comuna));

/** One that is a slip away from the whole answer. */
function nearComuna(words: readonly string[]): { value: string; words: number } | null {
  const said = words.filter((word) => !TO.has(word) && word !== 'la' && word !== 'el');
  if (said.length === 0 || said.length > LONGEST) return null;
  const sound = key(said);
  const allowed = slipsAllowed(sound.length);
  const near = [...known].filter(
    ([name]) => allowed > 0 && name[0] === sound[0] && editDistance(sound, name, allowed) <= allowed,
  );
  const values = new Set(near.map(([, value]) => value));
  const [value] = values;
  return values.size === 1 && value !== undefined ? { value, words: said.length } : null;
}
