/** How a button on a site looks: its colour and its side. */
import { SIDE_WORDS } from '../../contract/entities/look-words.ts';
import { ColorChoice } from './color-choice.tsx';
import { RadioChoice } from './radio-choice.tsx';

interface Look {
  /** `#rrggbb` */
  color: string;
  position: 'right' | 'left';
}

const SIDES = [
  { value: 'right', label: SIDE_WORDS.right },
  { value: 'left', label: SIDE_WORDS.left },
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
