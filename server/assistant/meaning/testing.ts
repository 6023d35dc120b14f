/** A server of OpenAI's embeddings for tests: words that mean the same lie in the same direction; and the ways it fails. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { wordsOf } from '../words/text.ts';

/** What it does next. */
export type EmbeddingBehaviour =
  | 'answer'
  | 'hang'
  | 'short'
  | 'nan'
  | 'fewer'
  | 'malformed'
  | { status: number; retryAfter?: string };

export interface FakeEmbeddings {
  url: string;
  /** Texts that it was sent, request by request. */
  asked: string[][];
  keys: (string | undefined)[];
  next: EmbeddingBehaviour;
  close(): Promise<void>;
}

const NUMBERS = 64;
/** Of what tests speak: each group is one direction. */
const SAME: readonly (readonly string[])[] = [
  ['morlacos', 'precio', 'valor', 'cuesta', 'vale', 'sale'],
  ['changarro', 'tienda', 'local', 'sucursal'],
  ['regadio', 'riego', 'regar'],
];

/** The same for the same words. */
export function vectorOf(text: string, numbers = NUMBERS): number[] {
  const vector = Array.from({ length: numbers }, () => 0);
  for (const word of wordsOf(text)) {
    const group = SAME.findIndex((words) => words.includes(word));
    if (group !== -1) {
      vector[group] = (vector[group] ?? 0) + 2;
      continue;
    }
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 104_729;
    const at = SAME.length + (hash % (numbers - SAME.length));
    vector[at] = (vector[at] ?? 0) + 0.6;
  }
  return vector.some((value) => value !== 0) ? vector : vector.map((_, at) => (at === numbers - 1 ? 1 : 0));
}

/** Starts one on a free port. */
export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  const fake: Omit<FakeEmbeddings, 'url' | 'close'> = { asked: [], keys: [], next: 'answer' };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { input } = body as { input: string[] };
      fake.asked.push(input);
      fake.keys.push(request.headers.authorization);
      behave(fake.next, input, response);
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

function behave(what: EmbeddingBehaviour, input: readonly string[], response: ServerResponse): void {
  if (what === 'hang') return;
  if (typeof what === 'object') {
    const pause = what.retryAfter === undefined ? {} : { 'retry-after': what.retryAfter };
    response.writeHead(what.status, { 'content-type': 'application/json', ...pause }).end('{"error":{}}');
    return;
  }
  const data = input.map((text, index) => ({
    index,
    embedding: vectorOf(text, what === 'short' ? NUMBERS - 8 : NUMBERS).map((value) =>
      what === 'nan' ? Number.NaN : value,
    ),
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  if (what === 'malformed') response.end('{"data": [');
  // In no order: the index tells.
  else response.end(JSON.stringify({ data: (what === 'fewer' ? data.slice(1) : data).toReversed() }));
}
