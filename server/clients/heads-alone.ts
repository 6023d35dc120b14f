/** What of the clients' tools is for owners and administrators alone, whatever else a role holds. */
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

/** Throws forbidden for an agent. */
export function requireHead({ viewer }: BotSession, what: string): void {
  if (viewer.base === 'administrador') return;
  throw new Refused('forbidden', { message: `Solo quien es propietario o administrador puede ${what}.` });
}
