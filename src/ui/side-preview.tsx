/** A form with, beside it, what it makes, following what is typed; below each other where there is no room. */
import type { ReactNode } from 'react';
import classes from './side-preview.module.css';

/** The form's own class. */
export const withPreview = classes.form;

export function SidePreview({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <figure className={classes.preview}>
      <figcaption>Vista previa, con lo que aún no guardas</figcaption>
      {children}
      {below}
    </figure>
  );
}
