/** How a connection stands, in a few words. */
import type { ConnectionState } from '../../../contract/entities/connection.ts';

export type Tone = 'ok' | 'busy' | 'bad' | 'off';

export const STATE_TEXT: Record<ConnectionState, { text: string; tone: Tone }> = {
  ok: { text: 'En orden', tone: 'ok' },
  degraded: { text: 'Con problemas', tone: 'busy' },
  needs_reconnect: { text: 'Hay que reconectar', tone: 'bad' },
  paused: { text: 'En pausa', tone: 'off' },
};
