/** Code that is copied as it stands; a browser that refuses leaves it to Ctrl+C (docs/product.md §8). */

import { CopyButton } from './copy-button.tsx';
import classes from './copy-code.module.css';

/** @param describedBy the id of what explains it */
interface CopyCodeProps {
  code: string;
  describedBy?: string;
  /** What it is, for who does not see it. */
  label?: string;
  /** What its button calls it. */
  what?: 'código' | 'secreto';
}

export function CopyCode({
  code,
  describedBy,
  label = 'Código de inserción',
  what = 'código',
}: CopyCodeProps) {
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
        label={`Copiar ${what}`}
        copied={what === 'código' ? 'Código copiado' : 'Secreto copiado'}
        otherwise={`Selecciona el ${what} y cópialo con Ctrl+C.`}
      />
    </div>
  );
}
