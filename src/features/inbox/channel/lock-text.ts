/** How long the channel still takes free text (docs/product.md §4 'conversation lock'; docs/product.md §10: it counts down in sight). */
import { lockStart } from '../../../../contract/rules/lock.ts';
import type { Channel } from '../../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface LockView {
  locked: boolean;
  /** Less than an hour is left. */
  soon: boolean;
  text: string;
}

/** @param now ms since 1970. @returns null where the channel has no window */
export function lockView(
  channel: Channel,
  lastCustomerMessageAt: string | null,
  now: number,
): LockView | null {
  const start = lockStart(channel, lastCustomerMessageAt);
  if (start === null) return null;
  const left = start - now;
  const name = CHANNEL_LABELS[channel];
  if (left <= 0) return { locked: true, soon: false, text: `La ventana de 24 h de ${name} se cerró` };
  // Up: the last seconds are '1 min', never '0 min'.
  const minutes = Math.ceil(left / MINUTE);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const time = hours === 0 ? `${minutes} min` : rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return { locked: false, soon: left < HOUR, text: `Quedan ${time} para responder por ${name}` };
}
