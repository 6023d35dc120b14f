/** A closing page's last word (docs/protocol.md 'Presence'). */
import * as z from 'zod/mini';
import { numericId, textId } from '../primitives.ts';
import { defineCall } from './call.ts';

export const presenceCalls = {
  /**
   * The browser's only page closes: the lease that this socket of the caller's browser has at the bot ends after
   * `LIMITS.farewellGrace`, within which a reload comes back with a socket of its own. The page sends it itself, because
   * its worker may end before its socket has said FAREWELL. A socket that is not there, or somebody else's: nothing.
   */
  farewell: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/presence/farewell',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'live', permission: 'read' },
    body: z.object({ bot_id: numericId, socket: textId }),
    answer: z.object({ ok: z.literal(true) }),
  }),
};
