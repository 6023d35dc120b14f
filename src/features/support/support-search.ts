/** What the screen keeps in the address: the thread that is open, as links of notifications name it. */
import { known, text } from '../../base/search-values.ts';

interface SupportSearch {
  ticket?: string;
}

/** Reads the address; whatever it does not know is dropped. */
export const readSupportSearch = (raw: Record<string, unknown>): SupportSearch =>
  known<SupportSearch>({ ticket: text(raw['ticket'], 64) });
