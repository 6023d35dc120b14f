/** While a screen's part loads for longer than a moment. */
import { Loader } from '@mantine/core';
import classes from './page.module.css';

export function Pending() {
  return (
    <div className={classes.page} role="status">
      <Loader size="sm" />
      <span className="visually-hidden">Cargando…</span>
    </div>
  );
}
