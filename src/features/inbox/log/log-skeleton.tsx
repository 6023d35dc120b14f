/** In place of messages: while they are on their way, and where nobody brings them. */
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

export function OfflineLogNote() {
  return (
    <p className={classes.note} role="status">
      Sin conexión: los mensajes se cargan cuando vuelva. Lo que escribas se enviará entonces.
    </p>
  );
}
