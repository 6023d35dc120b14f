/** Socket.IO on the process's one port, and what other rooms of the server may ask of it. */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { LIMITS } from '../../../contract/limits.ts';
import type { Bus } from '../bus.ts';
import type { Realtime } from './realtime.ts';

export interface SocketServer {
  realtime: Realtime;
  /** Ends every connection; clients come back to whoever listens next. */
  close(): Promise<void>;
}

/** The room of one person's sockets, whatever the bot. */
export const userRoom = (userId: number) => `user:${userId}`;

/**
 * Attaches Socket.IO to a server that does not listen yet. Any origin may connect: the chat lives on other people's
 * pages, and proof is a token in the handshake, never a cookie.
 */
export function createSocketServer(httpServer: HttpServer, bus: Bus): SocketServer {
  const io = new Server(httpServer, {
    serveClient: false,
    cors: { origin: '*' },
    maxHttpBufferSize: LIMITS.socketFrameBytes,
    // A connection that asks for no namespace is nobody's. Milliseconds.
    connectTimeout: 10_000,
    // Our own replay is stronger, and needs no memory per socket.
  });
  const realtime: Realtime = {
    namespace: (name) => io.of(name),
    toViewersOf: (botId, facts, name, data) => bus.publish('toViewers', { botId, facts, name, data }),
    toAgent: (_botId, userId, name, data) => bus.publish('live', { room: userRoom(userId), name, data }),
    sightChanged: (botId, userId) => bus.publish('sightChanged', { botId, userId }),
    signedOut: (client) => bus.publish('signedOut', { client }),
  };
  return {
    realtime,
    async close() {
      io.disconnectSockets(true);
      io.engine.close();
      await Promise.all([...io._nsps.values()].map((namespace) => namespace.adapter.close()));
    },
  };
}
