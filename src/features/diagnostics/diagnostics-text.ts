/** What the diagnostics panel says, in words. Pure. */
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import type { ConnectionState } from '../../../machines/connection/connection-machine.ts';
import { isMarkedList, type ListState } from '../../../machines/inbox/held.ts';
import type { CounterDifference, Diagnostic, Inspection } from '../../../workers/hub/surface/inspection.ts';
import type { RecentError } from '../../base/recent-errors.ts';

export const CONNECTION_TEXTS: Record<ConnectionState, string> = {
  idle: 'Sin iniciar',
  connecting: 'Conectando',
  'catching-up': 'Poniéndose al día',
  live: 'En línea',
  waiting: 'Esperando para reconectar',
  refused: 'Rechazada: la sesión terminó',
};
export const ROOM_TEXTS: Record<Inspection['bots'][number]['state'], string> = {
  reading: 'Leyendo lo guardado',
  offline: 'Sin conexión',
  catching: 'Poniéndose al día',
  live: 'Al día',
  refused: 'Sin acceso',
  closed: 'Cerrado',
};
const KIND_TEXTS: Record<Diagnostic['kind'], string> = {
  fault: 'Falla corregida',
  'counters-differ': 'Contadores distintos',
  'unread-frame': 'Evento ilegible',
  reset: 'Nueva base',
  storage: 'Almacenamiento',
  error: 'Error',
};

/** `850 ms`, `12 s`, `3 min`, `2 h`. */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MINUTE = 60_000;

/** Half a second is what the Date header leaves open. */
export function skewText(skew: number | null): string {
  if (skew === null) return 'Aún sin respuesta del servidor';
  if (Math.abs(skew) < 1500) return 'Igual al del servidor';
  const off = Math.abs(skew);
  // To the nearest minute: the answer's way would make an hour one of 59 minutes.
  const told = off < MINUTE ? off : Math.round(off / MINUTE) * MINUTE;
  return `${spanText(told)} ${skew > 0 ? 'adelantado' : 'atrasado'}`;
}

const OWN_NAMES = {
  held: 'Mías',
  followed: 'Siguiendo',
  mentioned: 'Menciones',
  overdue: 'Vencidas',
} as const;
const nameOf = (state: ListState, product: string): string =>
  state === 'held' || isMarkedList(state) ? OWN_NAMES[state] : withProduct(STATE_LABELS[state], product);

/** `Pendientes, Web: 3 aquí, 4 en el servidor`. */
export function differenceLines(difference: CounterDifference, product: string): string[] {
  return difference.cells.map(
    ({ state, channel, ours, theirs }) =>
      `${nameOf(state, product)}${channel === null ? '' : `, ${CHANNEL_LABELS[channel]}`}: ${ours} aquí, ${theirs} en el servidor`,
  );
}

export interface ErrorLine {
  /** The n-th of its kind, oldest first: stays when others come. */
  key: string;
  at: number;
  what: string;
  text: string;
}
/** Everything that went wrong, newest first. */
export function errorLines(hub: readonly Diagnostic[], page: readonly RecentError[]): ErrorLine[] {
  return [
    ...hub.map(({ at, kind, text, botId }, index) => ({
      key: `hub ${index} ${at}`,
      at,
      what: botId === 0 ? KIND_TEXTS[kind] : `${KIND_TEXTS[kind]} · chatbot ${botId}`,
      text,
    })),
    ...page.map(({ at, text }, index) => ({ key: `page ${index} ${at}`, at, what: 'Página', text })),
  ].sort((a, b) => b.at - a.at);
}
