/** How long the channel still takes free text (docs/product.md §4 'conversation lock'; docs/product.md §10: it counts down in sight). */
import { hasHumanAgentTag, lockStart } from '../../../../contract/rules/lock.ts';
import type { Channel } from '../../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface LockView {
  /** Nothing that a person writes goes out. */
  locked: boolean;
  /** What may be done instead: a template, or nothing until the customer writes. */
  templates: boolean;
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
  const name = CHANNEL_LABELS[channel];
  const templates = !hasHumanAgentTag(channel);
  const left = start - now;
  if (left > 0) {
    const text = `Quedan ${timeText(left)} para responder por ${name}`;
    return { locked: false, templates, soon: left < HOUR, text };
  }
  if (templates)
    return { locked: true, templates, soon: false, text: `La ventana de 24 h de ${name} se cerró` };
  const rest = (lockStart(channel, lastCustomerMessageAt, 'person') ?? 0) - now;
  if (rest <= 0)
    return { locked: true, templates, soon: false, text: `El plazo de 7 días de ${name} se cerró` };
  const text = `Pasaron 24 h: sale como respuesta de una persona. Quedan ${timeText(rest)}`;
  return { locked: false, templates, soon: rest < 24 * HOUR, text };
}

/** Up: the last seconds are '1 min', never '0 min'. */
function timeText(left: number): string {
  const minutes = Math.ceil(left / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} días`;
  const rest = minutes % 60;
  return hours === 0 ? `${minutes} min` : rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
