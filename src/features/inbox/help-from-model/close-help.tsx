/** Puts what the model said away. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import classes from './help-from-model.module.css';

export function CloseHelp({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className={classes.close} aria-label={label} title={label} onClick={onClose}>
      <IconX size={16} aria-hidden="true" />
    </button>
  );
}
