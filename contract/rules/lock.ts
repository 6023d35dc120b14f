/**
 * The 24 h lock (docs/product.md §4 'conversation lock'): the channels of Meta take a free text only within 24 h of the customer's
 * last message; after that, an approved template. The web is never locked. Both sides judge by this.
 */
import { LIMITS } from '../limits.ts';
import type { Channel } from '../states.ts';

const LOCKING: readonly Channel[] = ['whatsapp', 'instagram', 'messenger'];

export const LOCK_TEXT =
  'Pasaron más de 24 horas desde el último mensaje del cliente. Para escribirle por este canal debes usar una plantilla aprobada.';

/** When the lock falls, in milliseconds since 1970; null where the channel has none, 0 where the customer never wrote. */
export function lockStart(channel: Channel, lastCustomerMessageAt: string | null): number | null {
  if (!LOCKING.includes(channel)) return null;
  return lastCustomerMessageAt === null ? 0 : Date.parse(lastCustomerMessageAt) + LIMITS.conversationLock;
}

/** Whether a free text is refused now. A template and a note never are. */
export function isLocked(channel: Channel, lastCustomerMessageAt: string | null, now: Date): boolean {
  const start = lockStart(channel, lastCustomerMessageAt);
  return start !== null && now.getTime() >= start;
}
