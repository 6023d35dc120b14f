/** Small words and figures of the chat: hours, days, keys. */

/** 128 random bits as text. `crypto.randomUUID` exists on https pages alone; shops on http chat, too. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const time = new Intl.DateTimeFormat('es-CL', { hour: '2-digit', minute: '2-digit', hour12: false });

export const clockOf = (instant: string): string => time.format(new Date(instant));

/** DD/MM/YYYY where the reader is; Intl's es-CL would write dashes. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}
