/** What the screen of tickets keeps in the address, so that a link shows the same: view, words, order, the open one. */
import { LIMITS } from '../../../contract/limits.ts';
import { TICKET_VIEWS, type TicketView } from '../../../contract/rules/tickets.ts';
import { known, oneOf, positive, text } from '../../base/search-values.ts';

export interface TicketsSearch {
  /** The bot of a link; one of another bot selects it. */
  bot?: number;
  view?: TicketView;
  q?: string;
  order?: 'recent' | 'due';
  /** The id of the one that is open. */
  ticket?: string;
}

/** Reads the address; whatever it does not know is dropped, never an error page. */
export const readTicketsSearch = (raw: Record<string, unknown>): TicketsSearch =>
  known<TicketsSearch>({
    bot: positive(raw['bot']),
    view: oneOf(TICKET_VIEWS, raw['view']),
    q: text(raw['q'], LIMITS.searchText),
    order: oneOf(['recent', 'due'] as const, raw['order']),
    ticket: text(raw['ticket'], 64),
  });

export const TICKET_VIEW_LABELS: Record<TicketView, string> = {
  mine: 'Míos',
  unassigned: 'De nadie',
  waiting_us: 'Esperan nuestra respuesta',
  waiting_client: 'Esperan al cliente',
  overdue: 'Vencidos',
};
