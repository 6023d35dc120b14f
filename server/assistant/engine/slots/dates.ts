/** A day as Chileans write it: 'pasado mañana', 'el viernes', '18/9', 'el 5 de enero', 'en 3 días'. */

import { addDays, countDays, isDay } from '../../../../contract/days.ts';
import { weekdayOf } from '../../../../contract/zone.ts';
import { fold, soundOf } from '../../words/text.ts';

/** By weekday, Sunday 0. */
const WEEKDAYS = 'domingo lunes martes miercoles jueves viernes sabado'.split(' ').map(soundOf);
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** '18 de septiembre', '5 ene 2027', 'primero de mayo'. */
const OF_MONTH = new RegExp(
  `\\b(\\d{1,2}|primero|uno) (?:de |del )?(set(?:iembre)?|sept|${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\b(?:,? (?:de |del )?(\\d{4}))?`,
);
const COUNTS: Record<string, number> = { un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6 };
/** A day of no year is the next one, unless it has been so many days ago at most. */
const JUST_PAST = 30;

export type ReadDay = { day: string } | { wrong: true } | null;

/** The day that a text names, as `YYYY-MM-DD`; `wrong`: it names one that does not exist. @param today as the bot's calendar has it @param asked a day was asked for */
export function readDay(text: string, today: string, asked: boolean): ReadDay {
  const said = fold(text).replace(/\s+/g, ' ');
  return inFigures(said, today) ?? inWords(said, today, asked);
}

function inFigures(said: string, today: string): ReadDay {
  const turned = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(said);
  if (turned) return made(Number(turned[1]), Number(turned[2]), Number(turned[3]));
  const figures = /(?<![\d$.,/-])(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/.-]*\d)/.exec(said);
  if (!figures) return null;
  const [, day = '', mark, month = '', year] = figures;
  // '1.5' is a number.
  if (year === undefined && mark === '.') return null;
  return year === undefined
    ? nextOf(Number(month), Number(day), today)
    : made(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day));
}

function inWords(said: string, today: string, asked: boolean): ReadDay {
  const month = OF_MONTH.exec(said);
  if (month) {
    const [, count = '', name = '', year] = month;
    const begins = name.startsWith('set') ? 'sep' : name.slice(0, 3);
    const number = MONTHS.findIndex((one) => one.startsWith(begins)) + 1;
    const day = /\d/.test(count) ? Number(count) : 1;
    return year === undefined ? nextOf(number, day, today) : made(Number(year), number, day);
  }
  if (/\bpasado mañana\b/.test(said)) return { day: addDays(today, 2) };
  if (/\b(?:anteayer|antes de ayer|antier)\b/.test(said)) return { day: addDays(today, -2) };
  if (/\bayer\b/.test(said)) return { day: addDays(today, -1) };
  const later = /\b(?:en|dentro de) (\d{1,3}|[a-z]+) (dias?|semanas?)\b/.exec(said);
  const count = later ? (COUNTS[later[1] ?? ''] ?? Number(later[1])) : Number.NaN;
  if (later && !Number.isNaN(count))
    return { day: addDays(today, later[2]?.startsWith('d') ? count : 7 * count) };
  const weekday = weekdayIn(said, today);
  if (weekday) return { day: weekday };
  if (/(?<!(?:en|por|de|a) la )\b(?:mañana|manana)\b/.test(said)) return { day: addDays(today, 1) };
  if (/\bhoy\b/.test(said)) return { day: today };
  const alone = asked ? /\b(?:el|dia) (\d{1,2})\b/.exec(said) : null;
  return alone ? dayOfMonth(Number(alone[1]), today) : null;
}

/** The named weekday after today; before it where the text says 'pasado'. */
function weekdayIn(said: string, today: string): string | null {
  const words = said.match(/[a-zñ]+/g) ?? [];
  for (const [at, word] of words.entries()) {
    const wanted = WEEKDAYS.indexOf(soundOf(word));
    if (wanted === -1) continue;
    const ahead = (wanted - weekdayOf(today) + 7) % 7 || 7;
    const past = words[at + 1] === 'pasado' || words[at - 1] === 'pasado';
    return addDays(today, past ? ahead - (ahead === 7 ? 14 : 7) : ahead);
  }
  return null;
}

function made(year: number, month: number, day: number): ReadDay {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? { day: text } : { wrong: true };
}

function nextOf(month: number, day: number, today: string): ReadDay {
  const year = Number(today.slice(0, 4));
  // A leap day of no year may be up to eight years off.
  for (let at = year; at <= year + 8; at++) {
    const found = made(at, month, day);
    if (found && 'day' in found && countDays(found.day, today) <= JUST_PAST) return found;
    if (month < 1 || month > 12 || day < 1 || day > 31) break;
  }
  return { wrong: true };
}

function dayOfMonth(day: number, today: string): ReadDay {
  if (day < 1 || day > 31) return { wrong: true };
  let at = today;
  while (Number(at.slice(8)) !== day) at = addDays(at, 1);
  return { day: at };
}
