/** How a button on a site looks: its colour and its side. */
import { ColorChoice } from './color-choice.tsx';
import { RadioChoice } from './radio-choice.tsx';

interface Look {
  /** `#rrggbb` */
  color: string;
  position: 'right' | 'left';
}

const SIDES = [
  { value: 'right', label: 'A la derecha' },
  { value: 'left', label: 'A la izquierda' },
] as const;

export function LauncherLookFields({
  value,
  disabled,
  onChange,
}: {
  value: Look;
  disabled: boolean;
  onChange: (part: Partial<Look>) => void;
}) {
  return (
    <>
      <ColorChoice value={value.color} disabled={disabled} onChange={(color) => onChange({ color })} />
      <RadioChoice
        legend="Posición del botón"
        name="position"
        options={SIDES}
        value={value.position}
        disabled={disabled}
        onChange={(position) => onChange({ position })}
      />
    </>
  );
}
