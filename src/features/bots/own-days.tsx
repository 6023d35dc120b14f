/** Days unlike their weekday: closed, or with hours of their own. They go before holidays. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { CALENDAR_LIMITS } from '../../../contract/entities/calendar.ts';
import classes from './bots.module.css';
import type { OwnDayFields } from './calendar-fields.ts';
import { DaySpans } from './hours-editor.tsx';

interface OwnDaysProps {
  days: OwnDayFields[];
  /** By `days.{key}`. */
  faults: Record<string, string>;
  disabled: boolean;
  onChange: (days: OwnDayFields[]) => void;
}

export function OwnDays({ days, faults, disabled, onChange }: OwnDaysProps) {
  const put = (key: string, part: Partial<OwnDayFields>) =>
    onChange(days.map((day) => (day.key === key ? { ...day, ...part } : day)));
  return (
    <fieldset className={classes.areas} disabled={disabled}>
      <legend>Días propios</legend>
      <p className={classes.quiet}>
        Un aniversario, un inventario, una víspera con menos horas, un feriado en que sí atienden.
      </p>
      <ul className={classes.rules}>
        {days.map((own, place) => (
          <li key={own.key} className={classes.rule}>
            <div className={classes.ownDay}>
              <TextInput
                label={`Fecha, día ${place + 1}`}
                placeholder="DD/MM/AAAA"
                inputMode="numeric"
                value={own.day}
                error={faults[`days.${own.key}`]}
                onChange={(event) => put(own.key, { day: event.currentTarget.value })}
              />
              <TextInput
                label={`Nombre, día ${place + 1} (opcional)`}
                maxLength={CALENDAR_LIMITS.dayName}
                value={own.name}
                onChange={(event) => put(own.key, { name: event.currentTarget.value })}
              />
              <NativeSelect
                label={`Atención, día ${place + 1}`}
                value={own.spans.length === 0 ? 'closed' : 'hours'}
                data={[
                  { value: 'closed', label: 'Cerrado' },
                  { value: 'hours', label: 'Con horas propias' },
                ]}
                onChange={(event) =>
                  put(own.key, {
                    spans: event.currentTarget.value === 'closed' ? [] : [{ from: '09:00', to: '13:00' }],
                  })
                }
              />
            </div>
            {own.spans.length === 0 ? null : (
              <DaySpans
                name={`Día ${place + 1}`}
                spans={own.spans}
                fault={null}
                disabled={disabled}
                onChange={(spans) => put(own.key, { spans })}
              />
            )}
            <div>
              <Button
                variant="subtle"
                size="xs"
                onClick={() => onChange(days.filter(({ key }) => key !== own.key))}
              >
                Quitar día {place + 1}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {disabled || days.length >= CALENDAR_LIMITS.days ? null : (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange([...days, { key: crypto.randomUUID(), day: '', name: '', spans: [] }])}
          >
            Agregar día
          </Button>
        </div>
      )}
    </fieldset>
  );
}
