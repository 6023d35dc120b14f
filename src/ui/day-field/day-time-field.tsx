/** A day and an hour of it, each typed as Chile writes it whatever the browser's language. */
import { Input } from '@mantine/core';
import { useId } from 'react';
import { TimeField } from '../time-field.tsx';
import classes from './day-field.module.css';
import { DayField } from './day-field.tsx';
import type { DayFieldProps } from './day-field-props.ts';
import { dayTime, partsOf } from './day-time.ts';

interface DayTimeFieldProps extends Pick<DayFieldProps, 'today' | 'first' | 'last'> {
  /** Of both together; each is named after it: 'Desde, día'. */
  label: string;
  description?: string | undefined;
  required?: boolean;
  /** `YYYY-MM-DDTHH:mm`, by whichever clock; '' for none; what is typed and is neither stands in its place (`isDayTime`). */
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
}

export function DayTimeField({ label, value, onChange, error, ...rest }: DayTimeFieldProps) {
  const id = useId();
  const { day, time } = partsOf(value);
  const told = { 'aria-describedby': error ? `${id}-error` : undefined, 'aria-invalid': Boolean(error) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no part in the layout of fields
    <div role="group" aria-labelledby={`${id}-label`} className={classes.moment}>
      <Input.Label component="div" id={`${id}-label`} required={rest.required ?? false}>
        {label}
      </Input.Label>
      {rest.description === undefined ? null : <Input.Description>{rest.description}</Input.Description>}
      <div className={classes.pair}>
        <DayField
          aria-label={`${label}, día`}
          value={day}
          today={rest.today}
          {...(rest.first === undefined ? {} : { first: rest.first })}
          {...(rest.last === undefined ? {} : { last: rest.last })}
          onChange={(next) => onChange(dayTime(next, time))}
        />
        <TimeField
          aria-label={`${label}, hora`}
          value={time}
          {...told}
          onChange={(next) => onChange(dayTime(day, next))}
        />
      </div>
      {error ? (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      ) : null}
    </div>
  );
}
