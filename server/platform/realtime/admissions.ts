/**
 * How often a connection may ask to be let in, and how many connections an address holds. A handshake by polling holds no
 * TCP connection, and one connection may ask for its namespace again and again: neither is counted elsewhere.
 */
import type { IncomingMessage } from 'node:http';
import type { Namespace, Socket } from 'socket.io';
import type { Config } from '../config.ts';
import { Refused } from '../http/refused.ts';

/** A page asks once, and once more each time that it was refused and tries again. */
const MOST_ASKED = 5;
/** One address holds at most this part of them, where no proxy speaks for others (http/connection-limits.ts). */
const ADDRESS_SHARE = 2;

/** A connection that asks more often than any client of ours is closed. Call it before the namespace's own middleware. */
export function limitAsking(namespace: Namespace): void {
  const asked = new WeakMap<object, number>();
  namespace.use(({ conn }, next) => {
    const now = (asked.get(conn) ?? 0) + 1;
    asked.set(conn, now);
    if (now <= MOST_ASKED) {
      next();
      return;
    }
    if (conn.readyState === 'open') conn.close(true);
    // Without its farewell: nothing more is read of it.
    (conn.request as IncomingMessage).socket.destroy();
  });
}

/**
 * Throws when the connection ended while it was judged who it is: nothing must be held for it that its close, which was
 * heard already, would give back.
 */
export function requireOpen({ conn }: Pick<Socket, 'conn'>): void {
  if (conn.readyState === 'open') return;
  throw new Refused('bad_request', { message: 'La conexión se cerró antes de abrirse.' });
}

/** What is used here of Engine.IO's server. */
interface Engine {
  opts: { allowRequest?: (request: IncomingMessage, decide: Decide) => void };
  on(event: 'connection', told: (connection: Held) => void): unknown;
}
type Decide = (message: string | null | undefined, allowed: boolean) => void;
interface Held {
  request: IncomingMessage;
  once(event: 'close', told: () => void): unknown;
}

/** Bounds the connections of a socket server, polling ones included: 403 with a sentence beyond. */
export function limitHeld(
  engine: Engine,
  { connections: { most }, trustProxy }: Pick<Config, 'connections' | 'trustProxy'>,
): void {
  const held = new Map<string, number>();
  let all = 0;
  // Behind a proxy every connection is the proxy's.
  const share = trustProxy === false ? Math.ceil(most / ADDRESS_SHARE) : most;
  const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';
  engine.opts.allowRequest = (request, decide) => {
    // One that is open goes on.
    const goesOn = /[?&]sid=/.test(request.url ?? '');
    if (goesOn || (all < most && (held.get(addressOf(request)) ?? 0) < share)) decide(null, true);
    else decide('Hay demasiadas conexiones abiertas desde tu red. Inténtalo en unos minutos.', false);
  };
  engine.on('connection', (connection) => {
    const address = addressOf(connection.request);
    all += 1;
    held.set(address, (held.get(address) ?? 0) + 1);
    connection.once('close', () => {
      all -= 1;
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
}
