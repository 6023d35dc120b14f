/** While messages are on their way. */
import classes from './message-log.module.css';

export function LogSkeleton() {
  return (
    <div className={classes.loading} role="status">
      <span className="visually-hidden">Cargando mensajes…</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </div>
  );
}
