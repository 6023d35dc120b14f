/**
 * The only door through which HTTP routes come in. A call of the contract brings its access rule, which is checked
 * here before its handler runs; whatever is not such a call says in words why it needs none. `app.http.routes` lists
 * them all, and tests/route-walk.test.ts walks the list.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import type { Access, Call } from '../../../contract/calls/call.ts';
import { SERVICE_BASES } from '../../../contract/services.ts';
import { readForm } from './form.ts';
import type { Place, Watched } from './gate.ts';
import { judgedAgain, judgementOf } from './judged-again.ts';
import type { Mounted } from './registry.ts';
import type { Session, SessionFor } from './session.ts';
import { validate } from './validate.ts';

export interface CallContext<P, Q, B, A extends Access> {
  params: P;
  query: Q;
  body: B;
  /** Who calls, and for bot and entity rules their checked place at the bot; null for public calls. */
  session: SessionFor<A>;
  request: FastifyRequest;
  /** For headers and status; the body is what the handler returns. */
  reply: FastifyReply;
}

/** Where a call is mounted, with Fastify's parameters. */
export function urlOf(call: Pick<Call, 'service' | 'path'>, slug: string): string {
  const path = call.path.replaceAll('{product}', slug).replaceAll(/\{(\w+)\}/g, ':$1');
  return `${SERVICE_BASES[call.service]}${path}`;
}

/**
 * Mounts a call of the contract. Its input is parsed, its access rule enforced (401, 403, 404), its answer parsed
 * too, so that no column leaves that the contract does not name.
 * @param handler returns the answer; throws `Refused` for anything else
 */
export function registerCall<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  A extends Access,
>(
  app: Mounted,
  call: Call<P, Q, B, R, A>,
  handler: (context: CallContext<z.output<P>, z.output<Q>, z.output<B>, A>) => Promise<z.input<R>>,
): void {
  const url = urlOf(call, app.config.product.slug);
  app.http.routes.push({
    method: call.method,
    url,
    guard: { rule: call.access, call: call as unknown as Call },
  });
  const judgement = judgementOf(call.method, handler);
  app.http.fastify.route({
    method: call.method,
    url,
    config: { takesFiles: call.form?.file !== undefined },
    async handler(request, reply) {
      const { gate, calls } = app.http;
      const session = await gate.session(call.access, request);
      if (!session) return answer(null, null, request, reply);
      const watched = gate.watch(session.user.id);
      try {
        return await calls.run(session.user.id, () => answer(session, watched, request, reply));
      } finally {
        watched.end();
      }
    },
  });

  async function answer(
    asker: Session | null,
    watched: Watched | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { gate } = app.http;
    await gate.admit(call.access, asker);
    const input = {
      params: validate(call.params, request.params, 'params'),
      query: validate(call.query, request.query, 'query'),
      body: validate(call.body, call.form ? await readForm(request, call.form) : request.body, 'body'),
    };
    // It waited for its turn, or for its file: the session may be over.
    let session = watched?.changed() ? await gate.session(call.access, request) : asker;
    const make = async (place: Place) =>
      call.answer.parse(
        await handler({
          ...input,
          session: (session && { ...session, ...place }) as SessionFor<A>,
          request,
          reply,
        }),
      );
    const place = await gate.place(call.access, session, input);
    const answered = await make(place);
    if (!watched) return answered;
    const placeNow = async (seen?: 'seen') => {
      session = await gate.session(call.access, request);
      return gate.place(call.access, session, input, seen);
    };
    return judgedAgain({ judgement, watched, place, answer: answered, placeNow, make });
  }
}

/**
 * Mounts a route whose handler gets the body as its raw bytes (`request.body` is a Buffer), whatever it says it is: what
 * is signed is judged before it is read. A longer one than `bodyLimit` is 413.
 * @param reason why it needs no access rule, or how it guards itself
 */
export function registerRaw(app: Mounted, reason: string, route: RouteOptions & { bodyLimit: number }): void {
  for (const method of [route.method].flat())
    app.http.routes.push({ method, url: route.url, guard: { reason } });
  void app.http.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route(route);
  });
}

/**
 * Mounts a route that is no call of the contract: pages, files, health.
 * @param reason why it needs no access rule, or how it guards itself
 */
export function registerPublic(app: Mounted, reason: string, route: RouteOptions): void {
  const methods = Array.isArray(route.method) ? route.method : [route.method];
  for (const method of methods) app.http.routes.push({ method, url: route.url, guard: { reason } });
  app.http.fastify.route(route);
}
