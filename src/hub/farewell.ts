/** The last word of a browser's only page, which outlives it (`keepalive`): its worker may be ended before it speaks. */
import { presenceCalls } from '../../contract/calls/presence.ts';
import { ACCEPT_VERSION, type Product } from '../../contract/services.ts';
import type { HubSession } from '../../workers/hub/surface/session.ts';
import { addressOf } from '../../workers/shared/call-service.ts';

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
  const { farewell } = presenceCalls;
  fetch(addressOf(farewell, {}, { credentials, product, bases }), {
    method: farewell.method,
    headers: { ...credentials, 'accept-version': ACCEPT_VERSION, 'content-type': 'application/json' },
    body: JSON.stringify({ bot_id: botId, socket }),
    keepalive: true,
  }).catch((error: unknown) => console.warn('The farewell did not leave.', error));
}
