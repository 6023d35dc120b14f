/** GET /metricsz (/metrics is a screen): for this machine, or for a caller that shows METRICS_TOKEN; to everybody else it does not exist. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { Refused } from '../http/refused.ts';
import { registerPublic } from '../http/route.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Counts requests and mounts the page of metrics. */
export function registerMetrics(app: App): void {
  const { metrics, config } = app;
  app.http.fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    metrics.answered({ method, route, status }, reply.elapsedTime / 1000);
    // The pattern, not the address: addresses hold ids and tokens.
    if (route.startsWith('/svc/')) request.log.info({ method, route, status, ms }, 'answered');
  });
  registerPublic(app, 'figures for the operator: by token, or from this machine', {
    method: 'GET',
    url: '/metricsz',
    async handler(request, reply) {
      if (!mayRead(request, config.metricsToken)) throw new Refused('not_found');
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  });
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return LOOPBACK.has(request.ip) && request.headers['x-forwarded-for'] === undefined;
  const given = Buffer.from(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
