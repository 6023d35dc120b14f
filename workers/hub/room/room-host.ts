/** What the parts of a bot need of the hub. */
import type { Call } from '../../../contract/calls/call.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Changes } from '../../../machines/inbox/inbox-state.ts';
import type { CallAnswer, CallInput, ServiceAnswer } from '../../shared/rest-client.ts';
import type { HubPlatform, HubSocket } from '../platform/platform.ts';
import type { Diagnostic } from '../surface/inspection.ts';

export interface RoomHost {
  platform: HubPlatform;
  uid: string;
  storage: HubPlatform['storage'];
  socket(): HubSocket | null;
  call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>>;
  /** The fold changed. `everything`: another base, or its state (live or not) did. */
  changed(botId: number, changes: Changes | 'everything'): void;
  /** Frames were applied; `live` ones came as they happened. */
  applied(botId: number, frames: readonly LoggedFrame[], live: boolean): void;
  /** A new base is on its way: what is shown may be asked for beside it. */
  basing(botId: number): void;
  /** It is there before the socket: what was asked for beside it follows. */
  basedAhead(botId: number): void;
  /** A new base is there: load what is shown. */
  rebased(botId: number): void;
  /** In the place of an earlier base came another: what happened in between no event told. */
  skipped(botId: number): void;
  stateChanged(botId: number): void;
  /** Role, areas or link are others than they were: what the tabs let this person do is old. */
  sightChanged(): void;
  /** The socket does not answer. */
  suspect(): void;
  diagnose(record: Diagnostic): void;
  storageFailed(error: unknown): void;
}
