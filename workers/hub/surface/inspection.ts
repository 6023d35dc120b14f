/** What the hub tells of itself: for the diagnostics panel, the exported log and tests. */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Channel } from '../../../contract/states.ts';
import type { ListState } from '../../../machines/inbox/held.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { RoomState } from '../../../machines/room/room-machine.ts';
import type { ConnectionView } from './connection-view.ts';

/** Figures that were not the server's at a number of the log. */
export interface CounterDifference {
  at: number;
  seq: number;
  /** Without a channel what is the person's own: 'held', 'followed', 'mentioned', 'overdue'. */
  cells: { state: ListState; channel: Channel | null; ours: number; theirs: number }[];
  /** When a later comparison found them equal; null: not yet. */
  healedAt: number | null;
}
/** A bot's local log: `base` and `frames` lead to `state` (what pages added to it besides). */
export interface LogExport {
  base: Pick<InboxState, 'bot_id' | 'seq' | 'sight' | 'viewer' | 'matrix'>;
  frames: LoggedFrame[];
  state: InboxState;
}
export interface LogSize {
  /** Numbers of the first and last stored event; null: none. */
  from: number | null;
  to: number | null;
  segments: number;
  frames: number;
  /** Frames that are about to be written. */
  pending: number;
  /** The number at which the stored snapshot stands. */
  snapshot: number | null;
}
/** Something that should not have happened, healed: shown in the diagnostics panel. */
export interface Diagnostic {
  at: number;
  botId: number;
  kind: 'fault' | 'counters-differ' | 'unread-frame' | 'reset' | 'storage' | 'error';
  text: string;
  details?: unknown;
}
/** What the hub knows of itself. Nothing of it is personal data but ids. */
export interface Inspection {
  epoch: string;
  build: string;
  /** Builds of other tabs that this hub has heard of. */
  otherBuilds: string[];
  tabs: number;
  visibleTabs: number;
  connection: ConnectionView;
  transport: 'websocket';
  /** When the present connection was opened (ms since 1970). */
  connectedAt: number | null;
  /** Holds the person's writer lock. */
  writing: boolean;
  outbox: { waiting: number; sending: number; refused: number; asking: number };
  /** This machine's clock less the server's, ms, ± half a second; null: no answer yet. */
  clockSkew: number | null;
  bots: {
    botId: number;
    state: RoomState;
    seq: number | null;
    sight: string | null;
    matrix: InboxState['matrix'] | null;
    cards: number;
    messages: number;
    windows: string[];
    log: LogSize | null;
    verifiedAt: number | null;
    differences: CounterDifference[];
  }[];
  diagnostics: Diagnostic[];
}
