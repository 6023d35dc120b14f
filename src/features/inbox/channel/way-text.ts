/** Why what is written in a conversation does not leave for now (TK-1: agents see why). Pure. */

interface Way {
  connection: string;
  state?: 'ok' | 'degraded' | 'needs_reconnect' | 'paused' | undefined;
  held?: boolean | undefined;
}

/** @param way the conversation's connection; null: it has none. @returns null when it works */
export function wayText(way: Way | null): string | null {
  if (way === null)
    return 'Esta conversación no tiene un número o una cuenta conectada: lo que escribas no llega al cliente.';
  if (way.held)
    return `Los envíos de «${way.connection}» están detenidos: lo que escribas sale cuando un propietario los reanude.`;
  if (way.state === 'paused')
    return `«${way.connection}» está en pausa: lo que escribas queda en cola y sale cuando se reanude.`;
  if (way.state === 'needs_reconnect')
    return `«${way.connection}» perdió su conexión: lo que escribas queda en cola y sale cuando se reconecte.`;
  return null;
}
