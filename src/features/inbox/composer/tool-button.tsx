/** A small button under the text. It leaves the cursor where it is. */
import type { Icon } from '@tabler/icons-react';
import { useMemo } from 'react';
import classes from './composer.module.css';

interface ToolButtonProps {
  label: string;
  Icon: Icon;
  onClick: () => void;
  disabled?: boolean;
  /** The keys that do the same, for who points at it. */
  keys?: string;
  /** It stays pressed. */
  pressed?: boolean;
}

export function ToolButton({ label, Icon, onClick, disabled, keys, pressed }: ToolButtonProps) {
  // Buttons are drawn again at each key of the field above them; what is drawn on them stays.
  const sign = useMemo(() => <Icon size={18} aria-hidden="true" />, [Icon]);
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={pressed}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}
