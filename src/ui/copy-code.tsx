/** Code that is copied as it stands; a browser that refuses leaves it to Ctrl+C (docs/product.md §8). */

import { CopyButton } from './copy-button.tsx';
import classes from './copy-code.module.css';

/** @param describedBy the id of what explains it */
export function CopyCode({ code, describedBy }: { code: string; describedBy?: string }) {
  return (
    <div className={classes.box}>
      <textarea
        className={classes.code}
        readOnly
        rows={code.split('\n').length + 2}
        aria-label="Código de inserción"
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
