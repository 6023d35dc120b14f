/** Who goes and looks when a shop says that something has changed. */
import type { ConnectionRow } from '../connections/connection-row.ts';

/** What others look at when a shop says that something has changed; each asks the shop itself. */
export interface Lookers {
  order?: (connection: ConnectionRow, id: string) => Promise<void>;
  cart?: (connection: ConnectionRow, id: string) => Promise<void>;
  /** A customer of the shop wants to be forgotten. */
  forget?: (connection: ConnectionRow, who: { email: string | null; phone: string | null }) => Promise<void>;
}
