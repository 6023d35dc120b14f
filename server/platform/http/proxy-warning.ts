/**
 * Says what happens where a proxy stands before us that the settings do not name: everybody then comes from one
 * address, and all limits by address count them as one.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';

const WHAT =
  'All callers behind it count as one address, so that limits by address (sign-in, registration, chat) reach all of them together. Name the proxy in TRUST_PROXY';

/** At the start: https outside and no TLS here means a proxy. */
export function warnOfUnnamedProxy({ publicUrl, trustProxy }: Config, log: Logger): void {
  if (trustProxy === false && publicUrl.startsWith('https:'))
    log.warn(`PUBLIC_URL is https, so a proxy stands before this server, and TRUST_PROXY is off. ${WHAT}`);
}

/** At the first request that came through one. @returns what looks at each request */
export function watchForUnnamedProxy(log: Logger): (request: FastifyRequest) => void {
  let said = false;
  return (request) => {
    if (said || request.headers['x-forwarded-for'] === undefined) return;
    // A trusted proxy's word became the address already.
    if (request.ip !== request.socket.remoteAddress) return;
    said = true;
    log.warn(`A request came through a proxy (x-forwarded-for) that TRUST_PROXY does not trust. ${WHAT}`);
  };
}
