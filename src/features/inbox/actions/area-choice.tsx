/** Which area a conversation belongs to; 'sin área' is one of the choices. */
import { AREAS, type Area } from '../../../../contract/states.ts';
import classes from './card-dialogs.module.css';

interface AreaChoiceProps {
  /** Undefined: nothing chosen yet. */
  value: Area | null | undefined;
  onChange: (area: Area | null) => void;
}

export function AreaChoice({ value, onChange }: AreaChoiceProps) {
  return (
    <fieldset className={classes.choices}>
      <legend>Área</legend>
      {[null, ...AREAS].map((area) => (
        <label key={area ?? 'ninguna'}>
          <input type="radio" name="area" checked={value === area} onChange={() => onChange(area)} />
          {area ?? 'sin área'}
        </label>
      ))}
    </fieldset>
  );
}
