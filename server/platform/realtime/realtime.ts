/** The socket server as other rooms of the server use it. */
import type { Namespace } from 'socket.io';
import type { LiveEvent } from '../../../contract/realtime/agent-socket.ts';
import type { SightFacts } from '../../../machines/inbox/sight.ts';

type NameAndData = { [E in LiveEvent as E['name']]: [name: E['name'], data: E['data']] }[LiveEvent['name']];

export interface Realtime {
  /** Another namespace of the same socket server (`/visitor`); its owner adds middleware and listeners before start. */
  namespace(name: string): Namespace;
  /** An unlogged event to everybody at the bot who sees a conversation in this condition. */
  toViewersOf(botId: number, facts: SightFacts, ...event: NameAndData): void;
  /** An unlogged event to one person's sockets at a bot. */
  toAgent(botId: number, userId: number, ...event: NameAndData): void;
  /** An unlogged event to one person's sockets, whatever the bot. */
  toPerson(userId: number, ...event: NameAndData): void;
  /** Call after commit of a change of role or areas, or of unlinking: moves the sockets, then sends RESET. */
  sightChanged(botId: number, userId: number): void;
  /** Ends the sockets of a browser whose token was deleted, and the agent's session with them. */
  signedOut(client: string, userId: number): void;
}
