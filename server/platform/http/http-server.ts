/** The HTTP server before any route: parsing, headers, compression, the error envelope. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import { ACCEPT_VERSION } from '../../../contract/services.ts';
import { fromAddress } from '../caller-address.ts';
import { trustOf } from '../client-address.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { inRequest, workers } from '../request-scope.ts';
import { connectionOptions, limitConnections } from './connection-limits.ts';
import { DATA_POLICY } from './content-policy.ts';
import { answerError, rawRefusal } from './error-answers.ts';
import { CLOSED_GATE } from './gate.ts';
import { PersonsCalls } from './persons-calls.ts';
import { warnOfUnnamedProxy, watchForUnnamedProxy } from './proxy-warning.ts';
import { Refused } from './refused.ts';
import type { Registry } from './registry.ts';

/** A JSON body; uploads have a limit of their own. Bytes. */
const BODY_LIMIT = 1_000_000;

/** Makes the server and the empty table of its routes. */
export async function createHttp(config: Config, log: Logger): Promise<Registry> {
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    ...connectionOptions(config.connections.times),
    genReqId: () => randomUUID(),
    // The request's number is on every line already (request-scope.ts), also on those of other rooms.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config),
    routerOptions: { maxParamLength: 500 },
    // Idle keep-alive connections must not hold up the end of the process; what is being answered may finish.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler(error, socket) {
      const { code } = error as NodeJS.ErrnoException;
      if (socket.writable && code !== 'ECONNRESET')
        socket.write(
          rawRefusal(new Refused(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'bad_request')),
        );
      socket.destroy();
    },
  });
  limitConnections(server, config);
  const mounted: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) mounted.push(`${one} ${url}`);
  });
  // A client that sets the JSON type without a body (DELETE) means 'no body'; text bodies mean nothing here.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
  // Until it is known who asks, by the address and the browser that they say they are.
  server.addHook('onRequest', (request, _, done) =>
    inRequest(request.id, workers.stranger(request.ip, request.headers.client), done),
  );
  server.addHook('onRequest', (request, _, done) => fromAddress(request.ip, done));
  const look = watchForUnnamedProxy(log);
  warnOfUnnamedProxy(config, log);
  server.addHook('onRequest', async (request) => look(request));
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((request, reply) => answerError(new Refused('not_found'), request, reply));

  await server.register(helmet, {
    // Decided per kind of answer in content-policy.ts.
    contentSecurityPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 15_552_000 } : false,
  });
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 5, parts: 6, fieldSize: 200, fileSize: LIMITS.attachmentMaxBytes },
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', DATA_POLICY);
    if (!request.url.startsWith('/svc/')) return;
    reply.header('cache-control', 'no-store');
    const version = request.headers['accept-version'];
    if (version !== undefined && version !== ACCEPT_VERSION) {
      throw new Refused('bad_request', {
        message: 'Esta versión de la aplicación ya no es compatible. Recarga la página.',
        details: { accept_version: ACCEPT_VERSION },
      });
    }
  });
  return { fastify: server, routes: [], mounted, calls: new PersonsCalls(), gate: CLOSED_GATE };
}
