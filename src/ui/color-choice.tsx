/** The colour of a chat: a few that always work, or any other, with a word on those that are hard to see. */
import { contrast } from '../../contract/rules/color.ts';
import classes from './color-choice.module.css';

/** Each dark enough for white letters and to stand out on a white page. */
const COLORS = [
  { value: '#0f766e', name: 'Petróleo' },
  { value: '#1d4ed8', name: 'Azul' },
  { value: '#7c3aed', name: 'Violeta' },
  { value: '#be185d', name: 'Frambuesa' },
  { value: '#b45309', name: 'Ocre' },
  { value: '#334155', name: 'Pizarra' },
] as const;

/** What a button has to stand out by (WCAG 1.4.11). */
const ENOUGH = 3;
const GROUNDS = [
  { ground: '#ffffff', name: 'blanco', other: 'oscuro' },
  { ground: '#111111', name: 'negro', other: 'claro' },
] as const;

/** Where the button of the chat would hardly be seen; null: nowhere. */
export function faintOn(color: string): string | null {
  const found = GROUNDS.find(({ ground }) => contrast(color, ground) < ENOUGH);
  if (!found) return null;
  const ratio = contrast(color, found.ground).toLocaleString('es-CL', { maximumFractionDigits: 1 });
  return `Casi no se distingue en un sitio ${found.name} (contraste ${ratio}:1; se recomienda 3:1). Prueba uno más ${found.other}.`;
}

export function ColorChoice({
  value,
  onChange,
  disabled = false,
}: {
  /** `#rrggbb` */
  value: string;
  onChange: (color: string) => void;
  disabled?: boolean;
}) {
  const faint = faintOn(value);
  return (
    <fieldset className={classes.colors} disabled={disabled}>
      <legend>Color</legend>
      {COLORS.map(({ value: color, name }) => (
        <label key={color} title={name}>
          <input
            type="radio"
            name="color"
            value={color}
            checked={value === color}
            onChange={() => onChange(color)}
          />
          <i style={{ background: color }} aria-hidden="true" />
          <span className="visually-hidden">{name}</span>
        </label>
      ))}
      <label>
        <input type="color" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        Otro color
      </label>
      <p role="status" className={classes.faint}>
        {faint}
      </p>
    </fieldset>
  );
}
