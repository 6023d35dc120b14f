/**
 * Chile's holidays of a year, by its laws: fixed days, those by Easter, those that move to a Monday or Friday, the
 * solstice. Days of one region or of one election are no part of it: a bot names them as its own days.
 */
import { addDays, dayIn, TIME_ZONE } from '../days.ts';
import { weekdayOf } from '../zone.ts';

export interface Holiday {
  day: string;
  name: string;
  /** Shops must close (Ley 19.973). */
  mandatory: boolean;
}

const MON = 1;
const TUE = 2;
const WED = 3;
const THU = 4;
const FRI = 5;
const SAT = 6;

/** Easter Sunday of the western church (Gauss, Lichtenberg). */
function easter(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const m = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const s = 2 - Math.floor((3 * century + 3) / 4);
  const d = (19 * a + m) % 30;
  const r = Math.floor((d + Math.floor(a / 11)) / 29);
  const full = 21 + d - r;
  const sunday = 7 - ((year + Math.floor(year / 4) + s) % 7);
  return addDays(`${year}-03-01`, full + (7 - ((full - sunday) % 7)) - 1);
}

/** The winter solstice's day in Chile (Ley 21.357); Meeus' mean instant is off by less than a quarter of an hour. */
function solstice(year: number): string {
  // The law named its first one itself.
  if (year === 2021) return '2021-06-21';
  const y = (year - 2000) / 1000;
  const julian = 2451716.56767 + 365241.62603 * y + 0.00325 * y ** 2 + 0.00888 * y ** 3 - 0.0003 * y ** 4;
  return dayIn((julian - 2440587.5) * 86_400_000, TIME_ZONE);
}

/** Ley 19.668: from Tuesday to Thursday it is kept on that week's Monday, on Friday on the next one. */
function onMonday(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday >= TUE && weekday <= THU) return addDays(day, MON - weekday);
  return weekday === FRI ? addDays(day, 3) : day;
}

/** Ley 20.299: on Tuesday it is kept the Friday before, on Wednesday the Friday after. */
function reformation(year: number): string {
  const day = `${year}-10-31`;
  const weekday = weekdayOf(day);
  if (weekday === TUE) return addDays(day, -4);
  return weekday === WED ? addDays(day, 2) : day;
}

/** Days beside the two of September (Leyes 20.215 and 20.983), and what one law gave one year. */
function bridges(year: number): string[] {
  const eighteenth = weekdayOf(`${year}-09-18`);
  return [
    ...(eighteenth === TUE || eighteenth === SAT ? [`${year}-09-17`] : []),
    ...(eighteenth === WED ? [`${year}-09-20`] : []),
    ...(year === 2022 ? ['2022-09-16'] : []),
  ];
}

function computed(year: number): Holiday[] {
  const sunday = easter(year);
  const others: [string, string][] = [
    ...(weekdayOf(`${year}-01-02`) === MON
      ? [[`${year}-01-02`, 'Feriado de Año Nuevo'] as [string, string]]
      : []),
    [addDays(sunday, -2), 'Viernes Santo'],
    [addDays(sunday, -1), 'Sábado Santo'],
    [`${year}-05-21`, 'Día de las Glorias Navales'],
    ...(year >= 2021 ? [[solstice(year), 'Día Nacional de los Pueblos Indígenas'] as [string, string]] : []),
    [onMonday(`${year}-06-29`), 'San Pedro y San Pablo'],
    [`${year}-07-16`, 'Virgen del Carmen'],
    [`${year}-08-15`, 'Asunción de la Virgen'],
    ...bridges(year).map((day): [string, string] => [day, 'Feriado de Fiestas Patrias']),
    [onMonday(`${year}-10-12`), 'Encuentro de Dos Mundos'],
    [reformation(year), 'Día de las Iglesias Evangélicas y Protestantes'],
    [`${year}-11-01`, 'Día de Todos los Santos'],
    [`${year}-12-08`, 'Inmaculada Concepción'],
  ];
  const mandatory: [string, string][] = [
    [`${year}-01-01`, 'Año Nuevo'],
    [`${year}-05-01`, 'Día del Trabajo'],
    [`${year}-09-18`, 'Independencia Nacional'],
    [`${year}-09-19`, 'Glorias del Ejército'],
    [`${year}-12-25`, 'Navidad'],
  ];
  return [
    ...others.map(([day, name]) => ({ day, name, mandatory: false })),
    ...mandatory.map(([day, name]) => ({ day, name, mandatory: true })),
  ].sort((a, b) => a.day.localeCompare(b.day));
}

const known = new Map<number, Holiday[]>();

/** By day. Right for 2020 and later, as the laws of 2026 have it. */
export function holidaysOf(year: number): readonly Holiday[] {
  let found = known.get(year);
  if (!found) {
    found = computed(year);
    known.set(year, found);
  }
  return found;
}

/** The holiday on a day; null: none. */
export const holidayOn = (day: string): Holiday | null =>
  holidaysOf(Number(day.slice(0, 4))).find((holiday) => holiday.day === day) ?? null;
