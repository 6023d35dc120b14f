/** How a ticket reads in lists and on its own page. */
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { dateTimeText, untilText } from '../../ui/dates.ts';

export interface DueWords {
  text: string;
  tone: 'late' | 'soon' | 'calm';
}

const HOUR = 60 * 60_000;

/** What is due next: the first answer while nobody gave one, then the solution. Null: nothing is. */
export function dueWords(
  ticket: Pick<Ticket, 'state' | 'first_answered_at' | 'first_due_at' | 'solve_due_at'>,
  now: number,
): DueWords | null {
  if (ticket.state === 'solved' || ticket.state === 'closed') return null;
  const first = ticket.first_answered_at === null ? ticket.first_due_at : null;
  const at = first ?? ticket.solve_due_at;
  if (at === null) return ticket.state === 'waiting' ? { text: 'Plazo en pausa', tone: 'calm' } : null;
  const what = first === null ? 'Solución' : 'Primera respuesta';
  const left = Date.parse(at) - now;
  if (left <= 0) return { text: `${what} vencida desde el ${dateTimeText(at)}`, tone: 'late' };
  return { text: `${what}: ${untilText(at, now)}`, tone: left < HOUR ? 'soon' : 'calm' };
}
