/** 'Área asignada': a box for each area and one for all of them. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { AREAS, type Area } from '../../../contract/states.ts';
import classes from './agent-form.module.css';

export function AreaBoxes({
  value,
  onChange,
  disabled,
  error,
}: {
  value: readonly Area[];
  onChange: (areas: Area[]) => void;
  disabled?: boolean;
  error?: string | null;
}) {
  const all = value.length === AREAS.length;
  return (
    <fieldset
      className={classes.areas}
      aria-describedby={error ? 'areas-error' : undefined}
      disabled={disabled}
    >
      <legend>Área asignada</legend>
      <Checkbox
        label="Seleccionar todas"
        checked={all}
        indeterminate={!all && value.length > 0}
        onChange={() => onChange(all ? [] : [...AREAS])}
      />
      {AREAS.map((area) => (
        <Checkbox
          key={area}
          label={area}
          name="category"
          checked={value.includes(area)}
          onChange={(event) =>
            // In the order in which they are offered, however they were ticked.
            onChange(
              AREAS.filter((other) => (other === area ? event.currentTarget.checked : value.includes(other))),
            )
          }
        />
      ))}
      {error ? (
        <p id="areas-error" className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
