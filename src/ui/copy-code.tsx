/** Code that is copied as it stands; a browser that refuses leaves it to Ctrl+C (docs/product.md §8). */

import { CopyButton } from './copy-button.tsx';
import classes from './copy-code.module.css';

/** @param describedBy the id of what explains it */
interface CopyCodeProps {
  code: string;
  describedBy?: string;
  /** What it is, for who does not see it. */
  label?: string;
}

export function CopyCode({ code, describedBy, label = 'Código de inserción' }: CopyCodeProps) {
  return (
    <div className={classes.box}>
      <textarea
        className={classes.code}
        readOnly
        rows={code.split('\n').length + 2}
        aria-label={label}
        aria-describedby={describedBy}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
        spellCheck={false}
      />
      <CopyButton
        text={() => code}
        label="Copiar código"
        copied="Código copiado"
        otherwise="Selecciona el código y cópialo con Ctrl+C."
      />
    </div>
  );
}
