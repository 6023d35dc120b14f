import type { FastifyReply } from 'fastify';

/** A signal that ends when the caller of a request goes away before it is answered: nobody waits for it any more. */
export function callerGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
