/** What a person's hub (`user-hub.ts`) needs of the hub around it. */
import type { LiveEvent } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BotRoom } from '../room/bot-room.ts';
import type { Diagnostic } from '../surface/inspection.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { Topic } from '../surface/topics.ts';
import type { Draft } from '../work-store/work-database.ts';

/** What is stored in this browser: the cache of the server's log, or what the person wrote. */
export type Stored = 'log' | 'work';

export interface UserHost {
  platform: HubPlatform;
  /** Bots that tabs have selected or show something of. */
  wantedBots(): Set<number>;
  shown(): Topic[];
  mark(touched: (topic: Topic) => boolean, rows?: number): void;
  /** Everything that the server's log has is here. */
  caughtUp(): void;
  /** Its state, or its socket, is another. */
  connectionChanged(): void;
  applied(frame: LoggedFrame, room: BotRoom, live: boolean): void;
  liveEvent(event: LiveEvent): void;
  stale(queries: string[]): void;
  refused(entry: OutboxEntry): void;
  /** A draft was changed by a tab of this hub. */
  drafted(draft: Draft): void;
  /** 401 or a refused connection: the session is over. */
  unauthorized(): void;
  diagnose(record: Diagnostic): void;
  /** From here on this lives in memory only. */
  storageFailed(error: unknown, what: Stored): void;
}
