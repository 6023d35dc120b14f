/** One request to an address that somebody else chose: guarded, never redirected; its answer is read by the caller. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { NotPublic, publicLookup, type Resolve, readPublicUrl } from './public-address.ts';

export interface OutsideRequest {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: Buffer;
  /** Ends it, and the reading of its answer. */
  signal: AbortSignal;
  /** Origins of the settings that need not be public https. */
  trusted: readonly string[];
  /** How names are looked up. Default: as the system does. */
  resolve?: Resolve | undefined;
}

/**
 * Sends it and waits for the answer's head. The caller reads the body to its end or destroys it.
 * @throws NotPublic, or what the connection says; an ended signal is an AbortError
 */
export function requestOutside(wish: OutsideRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, trusted, resolve: names } = wish;
  const target = readPublicUrl(url, trusted);
  if (!target) return Promise.reject(new NotPublic(`${url.slice(0, 100)} is not public https`));
  const own = trusted.includes(target.origin);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method,
        headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
        signal,
        ...(own ? {} : { lookup: publicLookup(names) }),
      },
      (response) => {
        // The signal may end it while its head is already being looked at.
        response.on('error', reject);
        resolve(response);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The body of an answer. @throws TooLong past the limit; the connection is ended then */
export async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    if (length > most) {
      response.destroy();
      throw new TooLong(`More than ${most} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The other side sends more than it may. */
export class TooLong extends Error {
  override name = 'TooLong';
}
