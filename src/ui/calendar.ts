/** What every calendar in which a day is chosen has in common: Mantine's, said in Spanish. */
// Names of months and weekdays: without it the library writes them in English, whatever its locale is called.
import 'dayjs/locale/es';

// Red weekends fail the contrast of AA.
export const CALENDAR = { locale: 'es', firstDayOfWeek: 1 as const, weekendDays: [] };

/** Mantine's English defaults in Spanish. */
export const CALENDAR_NAMES = {
  monthLevelControl: 'Elegir el mes',
  yearLevelControl: 'Elegir el año',
  nextMonth: 'Mes siguiente',
  previousMonth: 'Mes anterior',
  nextYear: 'Año siguiente',
  previousYear: 'Año anterior',
  nextDecade: 'Década siguiente',
  previousDecade: 'Década anterior',
};
