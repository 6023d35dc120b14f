/** The supervisor's figures in words. Pure. */

/** A duration in ms: '45 s', '3 min 20 s', '1 h 05 min'. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Exactly what each figure counts; the server's query and the fold count the same. */
export const DEFINITIONS = {
  queue: 'Conversaciones en Pendientes ahora. Es la misma cifra que el contador.',
  longest: 'Cuánto lleva esperando a una persona el cliente de Pendientes que empezó a esperar primero.',
  waits:
    'Mediana de hoy, desde las 00:00 de Chile: desde que la conversación pasó a Pendientes hasta que una persona la tomó por primera vez. Cuenta las que se tomaron hoy; no las que pasaron del asistente directo a una persona. No es la Espera de Métricas, que va de cada mensaje del cliente a su respuesta.',
  firstResponses:
    'Mediana de hoy, desde las 00:00 de Chile: desde que la conversación pasó del asistente (o de Inactivas) a las personas hasta el primer mensaje de una persona al cliente. Cuenta las respondidas hoy por primera vez; las notas internas no cuentan. No es la Primera respuesta de Métricas, que tras reabrir cuenta desde el primer mensaje del cliente.',
} as const;
