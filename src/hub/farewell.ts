/** The last word of a browser's only page, which outlives it (`keepalive`): its worker may be ended before it speaks. */
import { presenceCalls } from '../../contract/calls/presence.ts';
import type { Product } from '../../contract/services.ts';
import type { HubSession } from '../../workers/hub/surface/session.ts';
import { restClient } from '../../workers/shared/rest-client.ts';

export interface Farewell {
  session: HubSession;
  product: Product;
  botId: number;
  /** Whose lease at the bot it ends. */
  socket: string;
}

/** Tells the server; nobody is left to hear its answer. */
export function sayFarewell({ session, product, botId, socket }: Farewell): void {
  const { credentials, bases } = session;
  restClient({ credentials: () => credentials, product: () => product, bases: () => bases })
    .call(presenceCalls.farewell, { body: { bot_id: botId, socket }, keepalive: true })
    .catch((error: unknown) => console.warn('The farewell did not leave.', error));
}
