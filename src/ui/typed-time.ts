/** How the hour of a day is typed. Pure. */

/** Whether the text is an hour as the wire writes it: `09:30`, `00:00` to `23:59`. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** What is said of a text that is no hour. */
export const TIME_FAULT = 'Escribe una hora de 00:00 a 23:59, por ejemplo 09:30.';

/** What somebody typed, as an hour: '9:30', '09.30', '930', '9'; '9:30 pm' is 21:30. Null while it is none. */
export function typedTime(typed: string): string | null {
  const found = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(?:([ap])\.? ?m\.?|h(?:rs?)?\.?)?$/i.exec(typed.trim());
  if (!found) return null;
  const [, said = '', minutes = '00', half] = found;
  const hour = half && Number(said) <= 12 ? (Number(said) % 12) + (/p/i.test(half) ? 12 : 0) : Number(said);
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}
