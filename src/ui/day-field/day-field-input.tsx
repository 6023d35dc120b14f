/** The field of a day: loaded lazily by `day-field.tsx`. */
import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { isDay } from '../../../contract/days.ts';
import { CALENDAR, CALENDAR_NAMES } from '../calendar.ts';
import { dayOnScreen, typedDay } from '../date-range/range.ts';
import type { DayFieldProps } from './day-field-props.ts';

export default function DayFieldInput({
  label,
  value,
  onChange,
  today,
  first,
  last,
  ...rest
}: DayFieldProps) {
  const day = isDay(value) ? value : null;
  const [open, setOpen] = useState(false);
  return (
    <DatesProvider settings={CALENDAR}>
      <DateInput
        label={label}
        aria-label={rest['aria-label']}
        placeholder="DD/MM/AAAA"
        inputMode="numeric"
        // Escape closes the calendar first, and not with it the dialog that the field stands in.
        data-mantine-stop-propagation={open || undefined}
        popoverProps={{ onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
        value={day}
        // What is typed is told as it is: the library keeps the last day that was one, which nobody sees any more.
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value.trim();
          onChange(typedDay(typed, today) ?? typed);
        }}
        onChange={(chosen) => {
          if (chosen !== null) onChange(chosen);
        }}
        valueFormat={dayOnScreen}
        dateParser={(typed) => typedDay(typed, today)}
        // What is no day stays to be mended.
        fixOnBlur={day !== null}
        {...(first === undefined ? {} : { minDate: first })}
        {...(last === undefined ? {} : { maxDate: last })}
        highlightToday
        hideOutsideDates
        ariaLabels={CALENDAR_NAMES}
        error={rest.error}
      />
    </DatesProvider>
  );
}
