/** A small button under the text. It leaves the cursor where it is. */
import type { Icon } from '@tabler/icons-react';
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
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
