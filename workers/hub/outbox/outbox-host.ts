/** What the outbox needs of the hub. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { FileUpload } from './flight.ts';

export interface OutboxHost {
  platform: Pick<HubPlatform, 'clock' | 'uuid'>;
  /** Whether the bot is caught up and this hub may write. Asking for it makes the hub open the bot. */
  ready(botId: number): boolean;
  me(): number;
  /** The server's time, as far as it is known (ms since 1970): what the 24 h window is judged by. */
  serverNow(): number;
  known(botId: number, conversationId: string): { card: Conversation | null; messages: readonly Message[] };
  call: RoomHost['call'];
  /** Uploads a file under its key. @returns the server's id @throws ApiError */
  upload(file: FileUpload): Promise<string>;
  /** An answer holds a newer card than the fold may have; its event is on the way. */
  changed(): void;
  refused(entry: OutboxEntry): void;
}
