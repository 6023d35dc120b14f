/** What the list shows while it loads, when it failed, and when there is nothing. */

import type { ConversationState } from '../../../../contract/states.ts';
import { figure } from '../../../ui/money.ts';
import type { InboxFilters } from './inbox-search.ts';
import classes from './pane-states.module.css';

const EMPTY: Record<ConversationState, string> = {
  active: 'El asistente no está conversando con nadie ahora.',
  pending: 'Nadie está esperando. Cuando un cliente pida hablar con una persona, aparecerá aquí.',
  taken: 'No hay conversaciones tomadas. Toma una de Pendientes para empezar.',
  inactive: 'No hay conversaciones inactivas.',
  closed: 'Aún no hay conversaciones terminadas.',
  archived: 'No hay conversaciones archivadas.',
};

/** Of what is the viewer's own. */
const OWN_EMPTY: { [L in NonNullable<InboxFilters['state']>]?: string } = {
  mine: 'No tienes conversaciones. Toma una de Pendientes para empezar.',
  following: 'No sigues ninguna conversación. Abre una y elige «Seguir» en su menú.',
  mentions: 'Nadie te ha mencionado en una nota.',
  overdue: 'Ninguna respuesta está vencida.',
};

/** @param state null: several at once */
export function ListEmpty({
  state,
  own,
  filtered,
  searched,
  onClear,
}: {
  state: ConversationState | null;
  /** What is listed, as the address says it. */
  own: InboxFilters['state'];
  filtered: boolean;
  /** What was searched, if anything. */
  searched: string | undefined;
  onClear: () => void;
}) {
  const nothing =
    searched !== undefined
      ? `Nada coincide con «${searched}».`
      : filtered
        ? 'Ninguna conversación cumple con los filtros.'
        : state
          ? EMPTY[state]
          : ((own && OWN_EMPTY[own]) ?? 'Aún no hay conversaciones.');
  return (
    <div className={classes.state}>
      <p>{nothing}</p>
      {filtered ? (
        <button type="button" onClick={onClear}>
          Quitar filtros
        </button>
      ) : null}
    </div>
  );
}

/** What stands below the last row. */
export function ListEnd({ loading, total }: { loading: boolean; total: number }) {
  return (
    <p className={classes.end} role={loading ? 'status' : undefined}>
      {loading
        ? 'Cargando más…'
        : total === 1
          ? 'Es la única conversación.'
          : `Son todas: ${figure(total)} conversaciones.`}
    </p>
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

/** Without the server: what is shown, and that there may be more. */
export function OfflineNote({ searched }: { searched: boolean }) {
  return (
    <p className={classes.note} role="status">
      {searched
        ? 'Sin conexión: se busca solo en lo guardado en este navegador.'
        : 'Sin conexión: se muestra lo guardado en este navegador; puede faltar algo.'}
    </p>
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
