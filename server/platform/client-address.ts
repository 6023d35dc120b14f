/** From which address a request comes: TRUST_PROXY decides whose word counts, for HTTP and sockets alike. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from './config.ts';

type Trust = (address: string, hop: number) => boolean;

/** Networks that no customer's own address belongs to: who comes from there speaks for others. */
const isInside = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Which of the hops before us may name the one before it. */
export function trustOf({ trustProxy }: Pick<Config, 'trustProxy'>): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddress.compile(trustProxy);
}

/**
 * The address of a client, null when it is not known: a proxy stands before us that the settings don't trust, and
 * everybody seems to come from it. Limits per address would then be limits of everybody.
 */
export function clientAddress(config: Pick<Config, 'trustProxy'>, request: IncomingMessage): string | null {
  const direct = request.socket.remoteAddress;
  if (direct === undefined) return null;
  if (config.trustProxy === false) return isInside(direct, 0) ? null : direct;
  return proxyAddress(request, trustOf(config));
}
