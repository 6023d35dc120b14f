/** A page's, or a worker's, side of rest-client.spec.ts: asks by the REST client and tells what came of it. */
import * as z from 'zod/mini';
import { ApiError } from '../../workers/shared/api-error.ts';
import { restClient } from '../../workers/shared/rest-client.ts';

interface Options {
  /** With progress, a file of this size; 0 or absent: JSON, without progress. */
  bytes?: number;
  stopAtProgress?: boolean;
  timeout?: number;
}

const credentials = {
  'access-token': 'secret',
  'token-type': 'Bearer',
  client: 'c',
  expiry: '1',
  uid: 'ana@charla.test',
} as const;

async function ask(address: string, { bytes = 0, stopAtProgress, timeout }: Options): Promise<unknown> {
  const stop = new AbortController();
  const progress: number[] = [];
  let unauthorized = 0;
  const client = restClient({
    credentials: () => credentials,
    unauthorized: () => {
      unauthorized += 1;
    },
    ...(timeout ? { timeout } : {}),
  });
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
  const moved = (sent: number) => {
    progress.push(sent);
    if (stopAtProgress) stop.abort();
  };
  const file = bytes > 0 ? { body, progress: moved } : { body: { a: 1 } };
  try {
    const { data } = await client.request(
      { method: 'POST', address, signal: stop.signal, ...file },
      z.object({ id: z.string() }),
    );
    return { data, progress, unauthorized };
  } catch (error) {
    if (!(error instanceof ApiError)) return { thrown: (error as Error).name, progress };
    const { status, code, message, retryAfter } = error;
    return { status, code, message, retryAfter, progress, unauthorized };
  }
}

type Question = { address: string; options: Options };
type Place = 'page' | 'worker';

if (typeof window === 'undefined') {
  self.addEventListener('message', (event: MessageEvent<Question>) => {
    ask(event.data.address, event.data.options).then((told) => self.postMessage(told), console.error);
  });
} else {
  const worker = new Worker('/script.js');
  const inWorker = (question: Question) =>
    new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
      worker.postMessage(question);
    });
  Object.assign(window, {
    askRest: (place: Place, address: string, options: Options) =>
      place === 'page' ? ask(address, options) : inWorker({ address, options }),
  });
}
