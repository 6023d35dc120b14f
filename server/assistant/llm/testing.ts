/** A server of OpenAI's wire form for tests, with the ways in which such servers fail. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ChatMessage } from './stream-chat.ts';

/** What it does next: words one by one, or a failure. */
export type Behaviour =
  | { words: string[]; pause?: Promise<unknown> }
  | { status: number }
  | 'hang'
  | 'break'
  | 'malformed'
  | 'no stream'
  | 'redirect';

export interface FakeLlm {
  url: string;
  /** Bodies that it was sent. */
  asked: {
    model: string;
    messages: ChatMessage[];
    authorization: string | undefined;
    /** The form that the answer must have. */
    form?: { json_schema: { schema: { properties: { eleccion: { enum: string[] } } } } };
  }[];
  next: Behaviour;
  /** Questions whose asker went away before the answer ended. */
  gone: number;
  close(): Promise<void>;
}

const TOKENS = 120;

/** Starts one on a free port. */
export async function startFakeLlm(): Promise<FakeLlm> {
  const fake: Omit<FakeLlm, 'url' | 'close'> = { asked: [], next: { words: ['hola'] }, gone: 0 };
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const { model, messages, response_format } = body as {
        model: string;
        messages: ChatMessage[];
        response_format?: FakeLlm['asked'][number]['form'];
      };
      const form = response_format ? { form: response_format } : {};
      response.once('close', () => {
        if (!response.writableFinished) fake.gone += 1;
      });
      fake.asked.push({ model, messages, authorization: request.headers.authorization, ...form });
      await behave(fake.next, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

async function behave(what: Behaviour, response: ServerResponse): Promise<void> {
  const head = () => response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const word = (content: string) =>
    event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  if (what === 'hang') return;
  if (what === 'redirect') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  if (what === 'no stream')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}');
  if (what === 'malformed') return void head().end('data: {no json\n\n');
  if (what === 'break') {
    head().write(word('Los envíos'));
    setImmediate(() => response.destroy());
    return;
  }
  if ('status' in what) {
    const error = { error: { message: 'no', type: 'x', code: null, param: null } };
    return void response
      .writeHead(what.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(error));
  }
  head().write(': keep-alive\n\n');
  for (const one of what.words) {
    // Pieces end anywhere, also within a letter.
    const bytes = Buffer.from(word(one));
    const cut = Math.floor(bytes.length / 2);
    response.write(bytes.subarray(0, cut));
    await new Promise((resolve) => setImmediate(resolve));
    response.write(bytes.subarray(cut));
    if (what.pause) await what.pause;
  }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.end(`${event({ choices: [], usage: { total_tokens: TOKENS } })}data: [DONE]\n\n`);
}
