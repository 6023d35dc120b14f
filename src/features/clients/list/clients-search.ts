/** What the list of clients keeps in the address, so that a link shows the same: words, filter, segment, order. */
import { LEAD_SORTS, type LeadSort, USUAL_LEAD_SORT } from '../../../../contract/calls/leads.ts';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { known, oneOf, positive, text } from '../../../base/search-values.ts';

export interface ClientsSearch {
  /** The bot of a link; one of another bot selects it. */
  bot?: number;
  q?: string;
  sort?: LeadSort;
  /** A segment's id. */
  segment?: string;
  /** A filter of the grammar; beside a segment it is the segment's, changed. The server judges it. */
  filter?: LeadFilter;
}

const filterOf = (raw: unknown): LeadFilter | undefined =>
  typeof raw === 'object' && raw !== null && ('all' in raw || 'any' in raw) ? (raw as LeadFilter) : undefined;

/** Reads the address; whatever it does not know is dropped, never an error page. */
export const readClientsSearch = (raw: Record<string, unknown>): ClientsSearch =>
  known<ClientsSearch>({
    bot: positive(raw['bot']),
    q: text(raw['q'], LIMITS.searchText),
    sort: oneOf(LEAD_SORTS, raw['sort']),
    segment: text(raw['segment'], 64),
    filter: filterOf(raw['filter']),
  });

/**
 * The order after a click on a column: up, down, and the list's own again. The list's own is not written down, and a
 * click on its column is one on what it is.
 */
export function nextSort(now: LeadSort | undefined, column: string): LeadSort | undefined {
  const [up, down] = [column, `-${column}`] as LeadSort[];
  if (now === up) return down === USUAL_LEAD_SORT ? undefined : down;
  if (now === down) return undefined;
  return now === undefined && up === USUAL_LEAD_SORT ? down : up;
}

/** Changes what the address says; undefined takes something away. */
export type GoTo = (change: { [K in keyof ClientsSearch]?: ClientsSearch[K] | undefined }) => void;
