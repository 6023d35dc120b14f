/** The person who makes a call, as the log's events name them. */
import type { Actor } from '../../contract/realtime/events.ts';
import type { Acting } from '../platform/http/session.ts';

/** Who did it, as events and messages name a signed-in person. */
export function agentActor(by: Pick<Acting, 'user'>): Actor {
  return { kind: 'agent', id: by.user.id, name: by.user.name };
}
