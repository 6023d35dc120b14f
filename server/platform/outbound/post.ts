/** One POST to an address that somebody else chose: guarded, never redirected, its answer's body thrown away. */
import { requestOutside } from './request.ts';

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Milliseconds for the whole of it. */
  timeout: number;
  /** Origins of the settings that need not be public https. */
  trusted: readonly string[];
}

export interface PostAnswer {
  status: number;
  /** As it was sent: seconds or a date. */
  retryAfter: string | null;
}

/** @throws NotPublic, or what the connection says; no answer in time is an AbortError */
export async function postOutside({ timeout, ...request }: PostRequest): Promise<PostAnswer> {
  const response = await requestOutside({
    ...request,
    method: 'POST',
    signal: AbortSignal.timeout(timeout),
  });
  // Nobody reads it; without this the connection would stay taken.
  response.resume();
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
}
