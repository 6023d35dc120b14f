/** Socket.IO on the process's one port, and what other rooms of the server may ask of it. */
import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { type Bus, createLocalBus } from '../bus.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { RedisClient } from '../redis.ts';
import { limitHeld } from './admissions.ts';
import { createClusterBus } from './cluster-bus.ts';
import { boundOutgoing } from './outgoing.ts';
import type { Realtime } from './realtime.ts';

export interface SocketServer {
  io: Server;
  realtime: Realtime;
  bus: Bus;
  /** Ends every connection; clients come back to the next server that listens. */
  close(): Promise<void>;
}

/** The room of one person's sockets, whatever the bot. */
export const userRoom = (userId: number) => `user:${userId}`;

/**
 * Attaches Socket.IO to a server that does not listen yet. Any origin may connect: the chat lives on other people's
 * pages, and proof is a token in the handshake, never a cookie.
 *
 * @param redis where several processes meet; null: this is the only one
 * @param overflowed told of each connection that was closed because it did not read
 */
export function createSocketServer(
  httpServer: HttpServer,
  config: Pick<Config, 'connections' | 'trustProxy'>,
  redis: RedisClient | null,
  log: Logger,
  overflowed: () => void = () => undefined,
): SocketServer {
  const io = new Server(httpServer, {
    ...(redis ? { adapter: createAdapter(forgiving(redis, log), { streamName: 'charla:events' }) } : {}),
    serveClient: false,
    cors: { origin: '*' },
    maxHttpBufferSize: SERVER_LIMITS.socketFrameBytes,
    // A connection that asks for no namespace is nobody's. Milliseconds.
    connectTimeout: 10_000,
    // Our own replay is stronger, and needs no memory per socket.
  });
  boundOutgoing(io.engine, log, overflowed);
  limitHeld(io.engine, config);
  const local = createLocalBus(log);
  const bus = redis ? createClusterBus(local, io.of('/')) : local;
  const realtime: Realtime = {
    namespace: (name) => io.of(name),
    toViewersOf: (botId, facts, name, data) => bus.publish('toViewers', { botId, facts, name, data }),
    toAgent: (_botId, userId, name, data) => void io.of('/').to(userRoom(userId)).emit(name, data),
    toPerson: (userId, name, data) => void io.of('/').to(userRoom(userId)).emit(name, data),
    sightChanged: (botId, userId) => bus.publish('sightChanged', { botId, userId }),
    signedOut: (client, userId) => bus.publish('signedOut', { client, userId }),
  };
  return {
    io,
    realtime,
    bus,
    async close() {
      io.disconnectSockets(true);
      io.engine.close();
      await Promise.all([...io._nsps.values()].map((namespace) => namespace.adapter.close()));
    },
  };
}

/**
 * The adapter does not wait for what it writes, so a write that fails while Redis is away would end the process as an
 * error that nobody handled. What it would have said is unlogged or a hint: it is dropped, and said in the log once.
 */
function forgiving(redis: RedisClient, log: Logger): RedisClient {
  let told = false;
  const dropped = (error: unknown) => {
    if (!told) log.warn({ err: error }, 'An unlogged event did not reach the other processes');
    told = true;
    return '';
  };
  redis.on('ready', () => {
    told = false;
  });
  return new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...rest: unknown[]) => unknown;
      if (name !== 'publish' && name !== 'xAdd') return method;
      return (...rest: unknown[]) => Promise.resolve(method(...rest)).catch(dropped);
    },
  });
}
