/** What the connection line says: pure, so that every case is written down and tested. */
import type { ConnectionView } from '../../../workers/hub/surface/connection-view.ts';

export type Line =
  | { kind: 'offline' | 'catching-up' | 'connecting' | 'memory'; text: string }
  /** `retryAt`: a countdown runs to it (ms since 1970). */
  | { kind: 'waiting'; text: string; retryAt: number }
  | { kind: 'new-version'; text: string }
  | { kind: 'hub-failed'; text: string };

/**
 * @param online what the browser thinks of its network
 * @returns null when there is nothing to say
 */
export function connectionLine(
  connection: ConnectionView | undefined,
  hubState: 'starting' | 'ready' | 'failed',
  online: boolean,
): Line | null {
  if (hubState === 'failed') {
    return { kind: 'hub-failed', text: 'No pudimos iniciar la conexión en segundo plano.' };
  }
  if (!connection) return null;
  if (connection.superseded || connection.outdated)
    return { kind: 'new-version', text: 'Hay una versión nueva' };
  if (!online) return { kind: 'offline', text: 'Sin conexión: lo que escribas se enviará cuando vuelva' };
  switch (connection.state) {
    case 'waiting':
      return connection.retryAt === null
        ? { kind: 'connecting', text: 'Reconectando…' }
        : { kind: 'waiting', text: 'Sin conexión con el servidor', retryAt: connection.retryAt };
    case 'connecting':
      return { kind: 'connecting', text: 'Conectando…' };
    case 'catching-up':
      return { kind: 'catching-up', text: 'Poniéndose al día…' };
    case 'idle':
    case 'live':
    case 'refused':
      return memoryLine(connection);
  }
}

function memoryLine({ memoryOnly, logInMemory }: ConnectionView): Line | null {
  if (memoryOnly) {
    return {
      kind: 'memory',
      text: 'Este navegador no deja guardar datos: los borradores se pierden al cerrar',
    };
  }
  return logInMemory
    ? { kind: 'memory', text: 'Sin copia local en este navegador: tus borradores sí se guardan' }
    : null;
}

/** Whole seconds to a moment, never below zero. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000));
