/** The hours of a week: spans for each day; a day without spans is closed. */
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { TimeField } from '../../ui/time-field.tsx';
import classes from './bots.module.css';
import { COPY_TO, type CopyTo, copyDay, DAYS, type Span, type Week, weekFaults } from './hours.ts';

/** More in a day is nobody's timetable. */
const MOST = 4;

interface HoursEditorProps {
  /** Whose hours they are: part of the names of the fields. */
  of: string;
  value: Week;
  disabled?: boolean;
  onChange: (week: Week) => void;
}

export function HoursEditor({ of, value, disabled = false, onChange }: HoursEditorProps) {
  const faults = weekFaults(value);
  const change = (place: number, spans: Span[]) =>
    onChange(value.map((day, at) => (at === place ? spans : day)));
  return (
    <div className={classes.form}>
      <ul className={classes.days} aria-label={`Horario ${of}`}>
        {DAYS.map(({ name }, place) => (
          <li key={name} className={classes.day}>
            <strong>{name}</strong>
            <DaySpans
              name={`${name}, ${of}`}
              spans={value[place] ?? []}
              fault={faults[place] ?? null}
              disabled={disabled}
              onChange={(spans) => change(place, spans)}
            />
          </li>
        ))}
      </ul>
      {disabled ? null : <CopyDay of={of} onCopy={(from, to) => onChange(copyDay(value, from, to))} />}
    </div>
  );
}

function CopyDay({ of, onCopy }: { of: string; onCopy: (from: number, to: CopyTo) => void }) {
  const [from, setFrom] = useState('0');
  const [to, setTo] = useState<CopyTo>('weekdays');
  return (
    <div className={classes.copy}>
      <NativeSelect
        aria-label={`Día que se copia, ${of}`}
        size="xs"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        data={DAYS.map(({ name }, place) => ({ value: String(place), label: name }))}
      />
      <span>a</span>
      <NativeSelect
        aria-label={`A qué días se copia, ${of}`}
        size="xs"
        value={to}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen in COPY_TO) setTo(chosen as CopyTo);
        }}
        data={Object.entries(COPY_TO).map(([value, label]) => ({ value, label }))}
      />
      <Button variant="default" size="xs" onClick={() => onCopy(Number(from), to)}>
        Copiar horas
      </Button>
    </div>
  );
}

interface DaySpansProps {
  name: string;
  spans: Span[];
  fault: string | null;
  disabled: boolean;
  onChange: (spans: Span[]) => void;
}

/** The spans of one day. */
export function DaySpans({ name, spans, fault, disabled, onChange }: DaySpansProps) {
  const set = (at: number, part: Partial<Span>) =>
    onChange(spans.map((span, place) => (place === at ? { ...span, ...part } : span)));
  // Spans have no id of their own: they are only ever changed in their place or taken away.
  const keyed = spans.map((span, place) => ({ ...span, place, key: `${name} ${place}` }));
  return (
    <div>
      <div className={classes.spans}>
        {spans.length === 0 ? <span className={classes.quiet}>Cerrado</span> : null}
        {keyed.map(({ key, place, from, to }) => (
          <span key={key} className={classes.span}>
            <TimeField
              aria-label={`${name}: desde, tramo ${place + 1}`}
              value={from}
              disabled={disabled}
              onChange={(next) => set(place, { from: next })}
            />
            <span aria-hidden="true">a</span>
            <TimeField
              aria-label={`${name}: hasta, tramo ${place + 1}`}
              value={to}
              disabled={disabled}
              onChange={(next) => set(place, { to: next })}
            />
            {disabled ? null : (
              <ActionIcon
                aria-label={`Quitar tramo ${place + 1} de ${name}`}
                onClick={() => onChange(spans.filter((_, at) => at !== place))}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </span>
        ))}
        {disabled || spans.length >= MOST ? null : (
          <ActionIcon
            aria-label={`Agregar tramo: ${name}`}
            onClick={() =>
              onChange([...spans, spans.length === 0 ? { from: '09:00', to: '18:00' } : { from: '', to: '' }])
            }
          >
            <IconPlus size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <p role="alert" className={classes.error}>
        {fault}
      </p>
    </div>
  );
}
