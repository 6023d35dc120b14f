import type { FastifyReply } from 'fastify';

/** Nobody waits for the answer any more. Named and numbered as Node's own aborts. */
class CallerGone extends Error {
  override name = 'AbortError';
  readonly code = 'ABORT_ERR';

  constructor() {
    super('The caller went away before the answer');
  }
}

/** A signal that ends when the caller of a request goes away before it is answered: nobody waits for it any more. */
export function callerGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new CallerGone());
  });
  return gone.signal;
}
