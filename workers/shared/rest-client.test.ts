/** The one REST client against real servers: what leaves, what comes back, and what every failure is called. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { documentCalls } from '../../contract/calls/documents.ts';
import { signInCalls } from '../../contract/calls/sign-in.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { ERRORS } from '../../contract/errors.ts';
import { TEXTS } from '../../contract/texts.ts';
import { ApiError } from './api-error.ts';
import { type RestSettings, restClient } from './rest-client.ts';

const credentials: Credentials = {
  'access-token': 'secret',
  'token-type': 'Bearer',
  client: 'c',
  expiry: '1',
  uid: 'ana@charla.test',
};

let reply: (response: ServerResponse, request: IncomingMessage) => void;
let asked: IncomingMessage[];
let bodies: string[];
/** How many exchanges the caller ended before their answer was whole. */
let given: number;
const server = createServer((request, response) => {
  asked.push(request);
  response.on('close', () => {
    if (!response.writableFinished) given += 1;
  });
  text(request).then(
    (body) => {
      bodies.push(body);
      reply(response, request);
    },
    () => undefined,
  );
});
let origin = '';

beforeEach(async () => {
  asked = [];
  bodies = [];
  given = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const answering = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  const isText = typeof body === 'string';
  reply = (response) => {
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
};
const client = (settings: Partial<RestSettings> = {}) =>
  restClient({ credentials: () => credentials, product: () => ({ slug: 'charla' }), origin, ...settings });
const failure = (work: Promise<unknown>): Promise<ApiError | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );
const signOut = (settings: Partial<RestSettings> = {}) =>
  failure(client(settings).call(signInCalls.signOut, {}));

describe('what leaves', () => {
  it('fills service, path and product, and sends the five headers and the version', async () => {
    answering({}, 500);
    await failure(client().call(conversationCalls.countStates, { body: { bot_id: 64 } }));
    expect(asked[0]?.url).toBe('/svc/conversations/conversations/count_states_charla_live');
    expect(asked[0]?.headers).toMatchObject({
      ...credentials,
      'accept-version': 'v1',
      'content-type': 'application/json',
    });
    expect(bodies[0]).toBe('{"bot_id":64}');
  });

  it('escapes parameters, passes the query, and reads the place in the log', async () => {
    answering([], 200, { 'x-seq': '7', 'x-sight': 's' });
    const answer = await client().call(conversationCalls.messages, {
      params: { id: 'a/b' },
      query: { items: 20, before: undefined, after: 'ñ&1' },
    });
    expect(asked[0]?.url).toBe(
      '/svc/conversations/session_logs/by_conversation_id/a%2Fb?items=20&after=%C3%B1%261',
    );
    expect(answer).toMatchObject({ data: [], seq: 7, sight: 's' });
  });

  it('asks for a list by its name once for each value', async () => {
    answering(1);
    const query = { state: ['taken', 'closed'], none: undefined };
    await client().request({ method: 'GET', address: `${origin}/x`, query }, z.number());
    expect(asked[0]?.url).toBe('/x?state=taken&state=closed');
  });

  it('sends a form with its file last where the contract says so, and empty fields for what is taken away', async () => {
    answering({}, 422);
    const file = new File(['hola'], 'precios.txt', { type: 'text/plain' });
    await failure(client().call(documentCalls.uploadDocument, { body: { bot_id: 7, live: true }, file }));
    expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const [body = ''] = bodies;
    expect(body).toMatch(/name="bot_id"\s+7\s.*name="live"\s+true\s.*filename="precios\.txt".*hola/s);
  });

  it('sends no credentials with a public call, whose 401 ends no session', async () => {
    answering({ errors: ['Correo o contraseña incorrectos.'] }, 401);
    const unauthorized = vi.fn();
    const error = await failure(
      client({ unauthorized }).call(signInCalls.signIn, { body: { email: 'a@b.cl', password: 'x' } }),
    );
    expect(asked[0]?.headers['access-token']).toBeUndefined();
    expect(error).toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: 'Correo o contraseña incorrectos.',
    });
    expect(unauthorized).not.toHaveBeenCalled();
  });
});

describe('refusals', () => {
  it('keeps code, sentence and details', async () => {
    answering({ error: 'already_taken', message: 'Bruno ya la tomó.', details: { agent_id: 12 } }, 409);
    const error = await signOut();
    expect(error).toMatchObject({
      status: 409,
      code: 'already_taken',
      message: 'Bruno ya la tomó.',
      details: { agent_id: 12 },
      passing: false,
    });
  });

  it('tells the faults of fields, and nothing that is none', async () => {
    const fields = { email: 'Ya existe', other: 7 };
    answering({ error: 'rule', message: 'Revisa los datos', details: { fields } }, 422);
    expect((await signOut())?.fields).toEqual({ email: 'Ya existe' });
    answering({ error: 'rule', message: 'Revisa los datos' }, 422);
    expect((await signOut())?.fields).toEqual({});
  });

  it('says how long to wait after a 429', async () => {
    answering({ error: 'too_many', message: ERRORS.too_many.message }, 429, { 'retry-after': '90' });
    expect(await signOut()).toMatchObject({ status: 429, passing: true, retryAfter: 90 });
    answering('<h1>Slow down</h1>', 429);
    expect(await signOut()).toMatchObject({
      code: 'too_many',
      message: ERRORS.too_many.message,
      retryAfter: null,
    });
  });

  it("gives a proxy's page the sentence of its status", async () => {
    answering('<html><h1>413 Request Entity Too Large</h1></html>', 413);
    expect(await signOut()).toMatchObject({
      status: 413,
      code: 'too_large',
      message: ERRORS.too_large.message,
    });
    answering('<html><h1>502 Bad Gateway</h1></html>', 502);
    expect(await signOut()).toMatchObject({
      status: 502,
      code: 'server',
      message: ERRORS.server.message,
      passing: true,
    });
  });

  it('ends the session at a 401, once for each call that carried it', async () => {
    answering({ error: 'unauthorized', message: ERRORS.unauthorized.message }, 401);
    const unauthorized = vi.fn();
    expect(await signOut({ unauthorized })).toMatchObject({ status: 401 });
    expect(unauthorized).toHaveBeenCalledTimes(1);
  });

  it('lets a late 401 of an earlier session end nothing', async () => {
    const unauthorized = vi.fn();
    let now = credentials;
    reply = (response) => {
      now = { ...credentials, 'access-token': 'another' };
      response.writeHead(401).end();
    };
    expect(await signOut({ credentials: () => now, unauthorized })).toMatchObject({ status: 401 });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it('tells of maintenance, and of no other 503', async () => {
    const maintenance = vi.fn();
    answering({ error: 'unavailable', message: 'Ocupado' }, 503);
    expect(await signOut({ maintenance })).toMatchObject({ status: 503, passing: true });
    expect(maintenance).not.toHaveBeenCalled();
    answering({ error: 'unavailable', message: 'Volvemos pronto', details: { maintenance: true } }, 503);
    expect(await signOut({ maintenance })).toMatchObject({ message: 'Volvemos pronto' });
    expect(maintenance).toHaveBeenCalledTimes(1);
  });
});

describe('no answer', () => {
  const silence = { status: 0, code: 'network', message: TEXTS.serverTimeout, passing: true };

  /** A slow machine may give up before its question has left: it asks again then. @returns how many ended at the server */
  const givenUpAfter = async (timeout: number) => {
    expect(await signOut({ timeout })).toMatchObject(silence);
    return given;
  };

  it('calls a lost connection by the fixed text', async () => {
    reply = (response) => response.destroy();
    expect(await signOut()).toMatchObject(silence);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    expect(await signOut()).toMatchObject(silence);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  it('does not wait for ever for an answer to begin', async () => {
    reply = () => undefined;
    await expect.poll(() => givenUpAfter(30)).toBeGreaterThan(0);
  });

  it('does not wait for ever for the rest of one that began', async () => {
    reply = (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"ok":');
    await expect.poll(() => givenUpAfter(60)).toBeGreaterThan(0);
  });

  it('takes an answer that breaks off for none', async () => {
    reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"ok":', () => response.destroy());
    };
    expect(await signOut()).toMatchObject(silence);
  });

  it("rejects with the caller's reason when it is aborted, before and while it is under way", async () => {
    const stop = new AbortController();
    reply = () => stop.abort(new Error('gone'));
    const call = (signal: AbortSignal) => client().call(signInCalls.signOut, { signal });
    await expect(call(stop.signal)).rejects.toThrow('gone');
    await expect.poll(() => given).toBe(1);
    await expect(call(stop.signal)).rejects.toThrow('gone');
    expect(asked).toHaveLength(1);
  });
});

describe('answers that do not fit', () => {
  const unfit = { status: 502, code: 'bad_answer', passing: true };

  it('are a fault of the server: another shape, broken JSON, a page, nothing', async () => {
    answering({ ok: 'maybe' });
    expect(await signOut()).toMatchObject(unfit);
    reply = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok": tru');
    expect(await signOut()).toMatchObject(unfit);
    answering('<html><h1>Inicia sesión en la red del hotel</h1></html>');
    expect(await signOut()).toMatchObject(unfit);
    reply = (response) => response.writeHead(200).end();
    expect(await signOut()).toMatchObject(unfit);
  });
});
