/**
 * How long a connection may take, and how many there are. A client that sends a byte a second holds a socket, a parser
 * and what has arrived; ten thousand of them hold everything. So a head has so long to arrive, a request with its body
 * so long (files longer), a connection without a byte ends, and there are so many at a time, of one address half of
 * them.
 */
import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import type { Config, ConnectionTimes } from '../config.ts';
import { rawRefusal } from './error-answers.ts';
import { Refused } from './refused.ts';

/** Between two requests on a connection: longer than a proxy keeps one (deploy/Caddyfile). Milliseconds. */
const KEEP_ALIVE = 72_000;
/** One address holds at most this part of the connections, where no proxy speaks for others. */
const ADDRESS_SHARE = 2;
/** How often Node looks for heads and bodies that take too long, at the least. Milliseconds. */
const LOOK = 5_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files come here: the request may take as long as an upload. */
    takesFiles?: boolean;
  }
}

/** What Node itself watches. Pass it to `fastify()`. */
export function connectionOptions({ head, upload, idle }: ConnectionTimes): FastifyHttpOptions<Server> {
  return {
    http: { headersTimeout: head, connectionsCheckingInterval: Math.min(LOOK, head) },
    // The longest of all; `limitConnections` watches the others by route.
    requestTimeout: upload,
    connectionTimeout: idle,
    keepAliveTimeout: KEEP_ALIVE,
  };
}

/** Watches bodies and counts connections. Call it before anything else is registered. */
export function limitConnections(fastify: FastifyInstance, config: Config): void {
  const { times, most } = config.connections;
  const { server } = fastify;
  server.maxConnections = most;
  fastify.addHook('onRequest', async (request) => {
    if (request.raw.readableEnded || request.raw.complete) return;
    limitBody(request, request.routeOptions.config.takesFiles === true ? times.upload : times.request);
  });
  // Behind a proxy every connection is the proxy's.
  if (config.trustProxy !== false) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const now = counts.get(address) ?? 0;
    if (now >= Math.ceil(most / ADDRESS_SHARE)) {
      socket.destroy();
      return;
    }
    counts.set(address, now + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

function limitBody({ raw }: FastifyRequest, longest: number): void {
  const timer = setTimeout(() => {
    // Nobody else answers it: its handler still waits for the body.
    raw.socket.end(rawRefusal(new Refused('too_slow')));
    raw.socket.destroySoon();
  }, longest);
  timer.unref();
  const over = () => clearTimeout(timer);
  raw.once('end', over);
  raw.once('close', over);
}
