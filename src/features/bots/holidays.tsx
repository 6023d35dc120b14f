/** On which holidays it is closed, with the holidays that these are. */
import { holidaysOf } from '../../../contract/calendar/holidays.ts';
import type { CalendarVersion } from '../../../contract/entities/calendar.ts';
import { weekdayOf } from '../../../contract/zone.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import classes from './bots.module.css';
import { DAYS } from './hours.ts';

const RULES = [
  { value: 'all', label: 'Cerrado todos los feriados de Chile' },
  {
    value: 'mandatory',
    label: 'Cerrado solo los irrenunciables',
    text: '1 de enero, 1 de mayo, 18 y 19 de septiembre, 25 de diciembre.',
  },
  { value: 'none', label: 'Se atiende también en feriados' },
] as const;

interface HolidaysProps {
  value: CalendarVersion['holidays'];
  year: number;
  disabled: boolean;
  onChange: (value: CalendarVersion['holidays']) => void;
}

export function Holidays({ value, year, disabled, onChange }: HolidaysProps) {
  const closed = [...holidaysOf(year), ...holidaysOf(year + 1)].filter(
    ({ mandatory }) => value === 'all' || mandatory,
  );
  const weekday = (day: string) => DAYS.find((one) => one.day === weekdayOf(day))?.name.toLowerCase();
  return (
    <>
      <RadioChoice
        legend="Feriados"
        name="holidays"
        options={RULES}
        value={value}
        disabled={disabled}
        onChange={onChange}
      />
      {value === 'none' ? null : (
        <details className={classes.unfold}>
          <summary>
            Feriados de {year} y {year + 1}
          </summary>
          <ul className={classes.holidays}>
            {closed.map(({ day, name }) => (
              <li key={day}>
                <span>
                  {weekday(day)} {dayOnScreen(day)}
                </span>
                {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
