/** The typed client: what leaves, what comes back, and what every failure is called. */
import { describe, expect, it } from 'vitest';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { mainCalls } from '../../contract/calls/main.ts';
import { TEXTS } from '../../contract/texts.ts';
import { CallError, callService } from './call-service.ts';

const credentials = {
  'access-token': 'secret',
  'token-type': 'Bearer',
  client: 'c',
  expiry: '1',
  uid: 'ana@charla.test',
} as const;
const answering = (answer: () => Response | Promise<Response>) => {
  const seen: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: RequestInfo | URL, init: RequestInit = {}) => {
    seen.push({ url: String(url), init });
    return answer();
  };
  return { seen, context: { credentials, product: { slug: 'charla' }, fetch, origin: 'http://x' } };
};
const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error : Promise.reject(error)),
  );

describe('callService', () => {
  it('fills service, path and product, and sends the five headers and the version', async () => {
    const { seen, context } = answering(json({}, 500));
    await failure(callService(conversationCalls.countStates, { body: { bot_id: 64 } }, context));
    expect(seen[0]?.url).toBe('http://x/svc/conversations/conversations/count_states_charla_live');
    const headers = new Headers(seen[0]?.init.headers);
    expect(Object.fromEntries(headers)).toMatchObject({ ...credentials, 'accept-version': 'v1' });
    expect(seen[0]?.init.body).toBe('{"bot_id":64}');
  });

  it('escapes parameters and passes the query', async () => {
    const { seen, context } = answering(json([], 200, { 'x-seq': '7', 'x-sight': 's' }));
    const answer = await callService(
      conversationCalls.messages,
      { params: { id: 'a/b' }, query: { items: 20, before: undefined, after: 'ñ&1' } },
      context,
    );
    expect(seen[0]?.url).toBe(
      'http://x/svc/conversations/session_logs/by_conversation_id/a%2Fb?items=20&after=%C3%B1%261',
    );
    expect(answer).toMatchObject({ data: [], seq: 7, sight: 's' });
  });

  it('keeps code, sentence and details of a refusal', async () => {
    const refused = { error: 'already_taken', message: 'Bruno ya la tomó.', details: { agent_id: 12 } };
    const { context } = answering(json(refused, 409));
    const body = { state: 'taken', agent_id: 11 } as const;
    const error = await failure(
      callService(conversationCalls.change, { params: { id: 'a' }, body }, context),
    );
    expect(error).toMatchObject({ ...refused, status: 409, passing: false });
  });

  it('calls a lost connection by the fixed text, as one that may be tried again', async () => {
    const { context } = answering(() => Promise.reject(new TypeError('offline')));
    const error = await failure(callService(mainCalls.signOut, {}, context));
    expect(error).toMatchObject({ error: 'network', status: 0, message: TEXTS.serverTimeout, passing: true });
  });

  it('does not wait for ever', async () => {
    const { context } = answering(() => new Promise<Response>(() => undefined));
    const stuck = (url: RequestInfo | URL, init?: RequestInit) =>
      Promise.race([
        context.fetch(url, init),
        new Promise<Response>((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
      ]);
    const error = await failure(
      callService(mainCalls.signOut, {}, { ...context, fetch: stuck, timeout: 20 }),
    );
    expect(error).toMatchObject({ error: 'network', message: TEXTS.serverTimeout });
  });

  it('does not wait for ever for the rest of an answer that began', async () => {
    const { context } = answering(json({}));
    const begun = async (_: RequestInfo | URL, init?: RequestInit) => {
      const body = new ReadableStream({
        start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
      });
      return new Response(body);
    };
    const error = await failure(
      callService(mainCalls.signOut, {}, { ...context, fetch: begun, timeout: 20 }),
    );
    expect(error).toMatchObject({ error: 'network', message: TEXTS.serverTimeout });
  });

  it('takes an answer that does not fit, or a page instead of an answer, for a fault of the server', async () => {
    const odd = await failure(callService(mainCalls.signOut, {}, answering(json({ ok: 'maybe' })).context));
    expect(odd).toMatchObject({ error: 'bad_answer', passing: true });
    const html = () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
    const page = await failure(callService(mainCalls.signOut, {}, answering(html).context));
    expect(page).toMatchObject({ status: 502, passing: true });
  });
});
