/** What the list shows while it loads, when it failed, and when there is nothing. */

import type { ConversationState } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import type { ListQuery } from '../../../machines/inbox/inbox-state.ts';
import classes from './pane-states.module.css';

const EMPTY: Record<ConversationState, string> = {
  active: 'El asistente no está conversando con nadie ahora.',
  pending: 'Nadie está esperando. Cuando un cliente pida hablar con una persona, aparecerá aquí.',
  taken: 'No hay conversaciones tomadas. Toma una de Pendientes para empezar.',
  inactive: 'No hay conversaciones inactivas.',
  closed: 'Aún no hay conversaciones terminadas.',
  archived: 'No hay conversaciones archivadas.',
};

export function ListEmpty({ query }: { query: ListQuery }) {
  return (
    <div className={classes.state}>
      <p>{EMPTY[query.state]}</p>
      {query.channel ? <p>El filtro {CHANNEL_LABELS[query.channel]} está puesto.</p> : null}
    </div>
  );
}

export function ListError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={classes.error} role="alert">
      <span>{message}</span>
      <button type="button" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  );
}

const SHADES = [0, 1, 2, 3, 4, 5, 6];
export function ListSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <span className="visually-hidden">Cargando conversaciones…</span>
      {SHADES.map((row) => (
        <div key={row} className={classes.shade} aria-hidden="true">
          <span />
          <div>
            <i style={{ width: `${55 - row * 4}%` }} />
            <i style={{ width: `${88 - row * 5}%` }} />
          </div>
        </div>
      ))}
    </div>
  );
}
