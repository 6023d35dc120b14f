/** The state of the connection: in the top bar's own place, so that nothing moves; on a phone in a row under it. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { restartHub, useConnection, useHubState } from '../../hub/hooks.ts';
import { setClockSkew } from '../../ui/use-now.ts';
import classes from './connection-banner.module.css';
import { connectionLine, type Line, secondsUntil } from './connection-view.ts';

/** A state that passes within this time is not worth a word (ms). */
const PATIENCE = 800;

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/** Counts down by itself; read aloud once, not every second. */
function Countdown({ to }: { to: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(to, Date.now()));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(to, Date.now()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [to]);
  return <span aria-hidden="true">{seconds > 0 ? ` · reintento en ${seconds} s` : ' · reintentando…'}</span>;
}

/** The line, once it has lasted; a line that ends disappears at once. */
function usePatient(line: Line | null): Line | null {
  const key = line?.text ?? null;
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setLasting(key), PATIENCE);
    return () => clearTimeout(timer);
  }, [key]);
  return line && lasting === key ? line : null;
}

export default function ConnectionBanner() {
  const connection = useConnection();
  const line = usePatient(connectionLine(connection, useHubState(), useOnline()));
  const skew = connection?.clockSkew ?? null;
  useEffect(() => setClockSkew(skew), [skew]);
  return (
    <div role="status" className={classes.slot}>
      {line ? (
        <div className={classes.line} data-kind={line.kind}>
          <span>{line.text}</span>
          {line.kind === 'waiting' ? <Countdown to={line.retryAt} /> : null}
          {line.kind === 'new-version' ? (
            <button type="button" onClick={() => location.reload()}>
              Recargar
            </button>
          ) : null}
          {line.kind === 'hub-failed' ? (
            <button type="button" onClick={restartHub}>
              Reintentar
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
