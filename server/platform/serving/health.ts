/** Is the process alive, is it ready (docs/protocol.md 'One process, one origin'). */
import type { App } from '../app.ts';
import { registerPublic } from '../http/route.ts';

/** `isReady` false: still starting, or draining. */
export function registerHealth(app: App, isReady: () => boolean): void {
  registerPublic(app, 'health of the process, for its operator', {
    method: 'GET',
    url: '/healthz',
    handler: async () => ({ ok: true }),
  });
  registerPublic(app, 'health of process and database, for its operator', {
    method: 'GET',
    url: '/readyz',
    async handler(request, reply) {
      try {
        if (!isReady()) return await reply.code(503).send({ ok: false });
        // On a way of its own: a database that is busy with what people ask is well.
        await app.db.ping();
        return { ok: true };
      } catch (error) {
        request.log.warn({ err: error }, 'The database does not answer');
        return reply.code(503).send({ ok: false });
      }
    },
  });
}
