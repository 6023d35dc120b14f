/** Everything that the hub holds of one bot. */
import type { PageLoader } from '../pages/page-loader.ts';
import type { BotRoom } from '../room/bot-room.ts';
import type { Ephemeral } from './ephemeral.ts';
import type { SupervisionHost } from './supervision-host.ts';

export interface BotParts {
  room: BotRoom;
  pages: PageLoader;
  ephemeral: Ephemeral;
  supervision: SupervisionHost;
  /** When the counters were last compared with the server (ms since 1970). */
  verifiedAt: number | null;
}
