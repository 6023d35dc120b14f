/**
 * The 24 h lock (docs/product.md §4 'conversation lock'): the channels of Meta take a free text only within 24 h of the customer's
 * last message; after that WhatsApp takes an approved template, and Messenger and Instagram a person's reply with the
 * human-agent tag for 7 days. The web is never locked. Both sides judge by this.
 */
import { LIMITS } from '../limits.ts';
import type { Channel } from '../states.ts';

const LOCKING: readonly Channel[] = ['whatsapp', 'instagram', 'messenger'];
const TAGGING: readonly Channel[] = ['instagram', 'messenger'];

/** Who writes: the tag is for people alone. */
export type Writer = 'person' | 'bot';

export const LOCK_TEXT =
  'Pasaron más de 24 horas desde el último mensaje del cliente. Para escribirle por este canal debes usar una plantilla aprobada.';
const PERSON_LOCK_TEXT =
  'Pasaron más de 7 días desde el último mensaje del cliente. Por este canal no se le puede escribir hasta que vuelva a hacerlo.';
const BOT_LOCK_TEXT =
  'Pasaron más de 24 horas desde el último mensaje del cliente. Por este canal solo puede responderle una persona, hasta 7 días después.';

/** Whether people may answer after the lock, with the human-agent tag. */
export const hasHumanAgentTag = (channel: Channel): boolean => TAGGING.includes(channel);

/** Why the channel does not take a free text any more, with what to do. */
export function lockText(channel: Channel, by: Writer): string {
  if (!hasHumanAgentTag(channel)) return LOCK_TEXT;
  return by === 'person' ? PERSON_LOCK_TEXT : BOT_LOCK_TEXT;
}

/**
 * When the lock falls, in milliseconds since 1970; null where the channel has none, 0 where the customer never wrote.
 * @param by a person may write for longer where the channel has the human-agent tag
 */
export function lockStart(
  channel: Channel,
  lastCustomerMessageAt: string | null,
  by: Writer = 'bot',
): number | null {
  if (!LOCKING.includes(channel)) return null;
  if (lastCustomerMessageAt === null) return 0;
  const tagged = by === 'person' && hasHumanAgentTag(channel);
  return Date.parse(lastCustomerMessageAt) + (tagged ? LIMITS.humanAgentWindow : LIMITS.conversationLock);
}

/** Whether a free text is refused now. A template and a note never are. */
export function isLocked(
  channel: Channel,
  lastCustomerMessageAt: string | null,
  now: Date,
  by: Writer = 'bot',
): boolean {
  const start = lockStart(channel, lastCustomerMessageAt, by);
  return start !== null && now.getTime() >= start;
}
