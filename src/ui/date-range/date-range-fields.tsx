/** The fields of a date range: loaded lazily by `date-range.tsx`. */
import { NativeSelect } from '@mantine/core';
import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { useId, useState } from 'react';
import { CALENDAR, CALENDAR_NAMES } from '../calendar.ts';
import classes from './date-range.module.css';
import { type DayRange, dayOnScreen, rangeFault, typedDay, usualRanges } from './range.ts';
import type { DateRangeProps } from './range-props.ts';

const CUSTOM = 'custom';

export default function DateRangeFields({ label = 'Fechas', value, onChange, ...rules }: DateRangeProps) {
  const faultId = useId();
  const fault = rangeFault(value, rules);
  const usual = usualRanges(rules.today);
  const chosen = usual.findIndex(({ range }) => range.from === value.from && range.to === value.to);
  const none = value.from === '' && value.to === '';
  // A field whose calendar is open keeps its text whatever its value: one of the usual stretches begins both again.
  const [chosenTimes, setChosenTimes] = useState(0);
  const choose = (choice: string) => {
    setChosenTimes((times) => times + 1);
    if (choice === '') onChange({ from: '', to: '' });
    const found = usual[Number(choice)];
    if (choice !== '' && found) onChange(found.range);
  };
  const field = (end: keyof DayRange, name: string) => (
    <DateInput
      key={`${end} ${chosenTimes}`}
      label={name}
      placeholder="DD/MM/AAAA"
      inputMode="numeric"
      className={classes.day}
      value={value[end] || null}
      onChange={(day) => onChange({ ...value, [end]: day ?? '' })}
      valueFormat={dayOnScreen}
      dateParser={(typed) => typedDay(typed, rules.today)}
      excludeDate={(day) => day > rules.today}
      getDayProps={(day) => ({
        inRange: fault === null && day >= value.from && day <= value.to && !none,
        firstInRange: day === value.from,
        lastInRange: day === value.to,
      })}
      clearable={rules.optional ?? false}
      clearButtonProps={{ 'aria-label': `Quitar ${name}`, tabIndex: 0 }}
      highlightToday
      hideOutsideDates
      ariaLabels={CALENDAR_NAMES}
      error={fault !== null}
      aria-describedby={fault === null ? undefined : faultId}
    />
  );
  return (
    <DatesProvider settings={CALENDAR}>
      <fieldset className={classes.range}>
        <legend className="visually-hidden">{label}</legend>
        <NativeSelect
          label="Período"
          className={classes.usual}
          value={none ? '' : chosen === -1 ? CUSTOM : String(chosen)}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            ...(rules.optional || none ? [{ value: '', label: 'Siempre' }] : []),
            ...usual.map((one, index) => ({ value: String(index), label: one.label })),
            { value: CUSTOM, label: 'Otras fechas', disabled: chosen !== -1 },
          ]}
        />
        {field('from', 'Desde')}
        {field('to', 'Hasta')}
        <p id={faultId} role="alert" className={classes.fault}>
          {fault}
        </p>
      </fieldset>
    </DatesProvider>
  );
}
