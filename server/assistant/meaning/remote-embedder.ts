/**
 * A server of OpenAI's wire form (POST /embeddings). It is trusted with nothing: address, time, length and numbers are
 * checked.
 */
import type { IncomingMessage } from 'node:http';
import { readBody, requestOutside, TooLong } from '../../platform/outbound/request.ts';
import { type Embedder, MeaningFault } from './embedder.ts';

export interface RemoteEmbeddings {
  /** No trailing slash; `/embeddings` follows unless it ends with that. */
  url: string;
  apiKey: string | null;
  model: string;
}

const BATCH = 96;
/** Far more than a batch of the longest vectors takes in JSON. */
const MOST_BYTES = 16_000_000;
/** Lengths that models have. */
const MOST_NUMBERS = 8_192;
const MALFORMED = 'El servidor de significados respondió algo que no se entiende.';
/** Nobody waits longer for a server that says so. Milliseconds. */
const LONGEST_PAUSE = 10 * 60_000;

/** Vectors by an OpenAI-compatible server. @param trusted origins that may lie in a private network */
export function remoteEmbedder(
  { url, apiKey, model }: RemoteEmbeddings,
  trusted: readonly string[],
): Embedder {
  const address = url.endsWith('/embeddings') ? url : `${url}/embeddings`;
  return {
    name: `${model} @ ${new URL(address).host}`.slice(0, 200),
    batch: BATCH,
    async embed(texts, signal) {
      try {
        const response = await requestOutside({
          url: address,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          },
          body: Buffer.from(JSON.stringify({ model, input: texts, encoding_format: 'float' })),
          signal,
          trusted,
        });
        refuseStatus(response);
        return readVectors(await readBody(response, MOST_BYTES), texts.length);
      } catch (error) {
        if (signal.aborted || error instanceof MeaningFault) throw error;
        const message =
          error instanceof TooLong ? MALFORMED : 'No pudimos conectar con el servidor de significados.';
        throw new MeaningFault(message, { cause: error });
      }
    },
  };
}

function refuseStatus(response: IncomingMessage): void {
  const status = response.statusCode ?? 0;
  if (status === 200) return;
  response.destroy();
  if (status === 401 || status === 403)
    throw new MeaningFault('El servidor de significados rechazó la clave.', { retryAfter: 60_000 });
  if (status === 404) throw new MeaningFault('El modelo de significados no existe en esa dirección.');
  if (status === 429)
    throw new MeaningFault('El servidor de significados está saturado o sin saldo.', {
      retryAfter: pauseOf(response.headers['retry-after']),
    });
  throw new MeaningFault(`El servidor de significados falló (${status}).`);
}

/** Seconds or a date; null: it says nothing that can be read. */
function pauseOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(LONGEST_PAUSE, Math.max(0, wait)) : null;
}

/** `{data: [{index, embedding}]}` in any order. */
function readVectors(body: Buffer, count: number): Float32Array[] {
  const data = dataOf(body);
  if (data.length !== count) throw new MeaningFault(MALFORMED);
  const vectors: (Float32Array | undefined)[] = Array(count).fill(undefined);
  for (const [at, one] of data.entries()) {
    if (typeof one !== 'object' || one === null) throw new MeaningFault(MALFORMED);
    const index = 'index' in one ? one.index : at;
    const numbers = 'embedding' in one ? one.embedding : null;
    if (typeof index !== 'number' || !Array.isArray(numbers) || numbers.length > MOST_NUMBERS)
      throw new MeaningFault(MALFORMED);
    // `null` is how JSON writes what is no number.
    if (!numbers.every((value) => typeof value === 'number' && Number.isFinite(value)))
      throw new MeaningFault('El servidor de significados respondió números que no lo son.');
    vectors[index] = Float32Array.from(numbers as number[]);
  }
  return vectors.map((vector) => {
    if (!vector || vector.length === 0) throw new MeaningFault(MALFORMED);
    return vector;
  });
}

function dataOf(body: Buffer): unknown[] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data))
      return value.data;
  } catch (error) {
    throw new MeaningFault(MALFORMED, { cause: error });
  }
  throw new MeaningFault(MALFORMED);
}
