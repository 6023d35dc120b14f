/** What tabs show of the connection. */
import type { ConnectionState } from '../../../machines/connection/connection-machine.ts';

export interface ConnectionView {
  state: ConnectionState;
  /** When the next attempt starts (ms since 1970), while waiting. */
  retryAt: number | null;
  /** What the person writes can't be stored: drafts and outbox end with the worker. */
  memoryOnly: boolean;
  /** The cache of the server's log can't be stored: the next start loads everything again. */
  logInMemory: boolean;
  /** A newer build is open in another tab; this one has stopped writing. */
  superseded: boolean;
  /** The server speaks a newer wire than this build. */
  outdated: boolean;
  signedOut: boolean;
  /** This clock less the server's, ms; null: not known yet. Sent again when it is noticeably another. */
  clockSkew: number | null;
}
