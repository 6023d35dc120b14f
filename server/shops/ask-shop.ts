/** One question to a shop: guarded, never redirected, its refusals as faults of one taxonomy, its answer as JSON. */
import type { IncomingMessage } from 'node:http';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { NotPublic } from '../platform/outbound/public-address.ts';
import { readBody, requestOutside, TooLong } from '../platform/outbound/request.ts';

/** Milliseconds. */
const TIMEOUT = 15_000;
/** A hundred products with long descriptions. Bytes. */
const ANSWER_MOST = 16_000_000;

export interface ShopQuestion {
  url: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  json?: unknown;
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait by headers of the shop's own, where it refuses for too many questions. */
  waitOf?: (headers: IncomingMessage['headers']) => number | null;
}

export interface ShopAnswer {
  value: unknown;
  headers: IncomingMessage['headers'];
}

/** Asks and reads. Throws ConnectionFault: unreachable, tls, not_a_shop (no JSON, not there, sent elsewhere), unauthorized, forbidden, rate_limited, provider_error. */
export async function askShop(app: Pick<App, 'config'>, question: ShopQuestion): Promise<ShopAnswer> {
  const url = new URL(question.url);
  for (const [name, value] of Object.entries(question.query ?? {})) url.searchParams.set(name, value);
  const body = question.json === undefined ? undefined : Buffer.from(JSON.stringify(question.json));
  const time = AbortSignal.timeout(TIMEOUT);
  let response: IncomingMessage;
  let text: string;
  try {
    response = await requestOutside({
      url: url.href,
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': app.config.product.name,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...question.headers,
      },
      ...(body ? { body } : {}),
      signal: question.signal ? AbortSignal.any([time, question.signal]) : time,
      trusted: app.config.outboundTrustedOrigins,
    });
    text = (await readBody(response, ANSWER_MOST)).toString('utf8');
  } catch (error) {
    throw faultOf(error);
  }
  refuse(response, question.waitOf ?? (() => null));
  try {
    return { value: JSON.parse(text) as unknown, headers: response.headers };
  } catch {
    throw new ConnectionFault('not_a_shop', `No JSON: ${text.slice(0, 80)}`);
  }
}

function refuse(
  response: IncomingMessage,
  ownWait: (headers: IncomingMessage['headers']) => number | null,
): void {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  const said = `Answered ${status}`;
  if (status === 401) throw new ConnectionFault('unauthorized', said);
  if (status === 402 || status === 403) throw new ConnectionFault('forbidden', said);
  if (status === 429)
    throw new ConnectionFault('rate_limited', said, waitOf(response) ?? ownWait(response.headers));
  // Sent elsewhere or not there: the address is another one.
  if (status < 500 && status !== 408) throw new ConnectionFault('not_a_shop', said, null, status === 404);
  throw new ConnectionFault('provider_error', said, waitOf(response));
}

/** Milliseconds that the shop asks to wait: seconds, or until a day and hour; null: it does not say. */
function waitOf({ headers }: IncomingMessage): number | null {
  const said = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(said)
    ? Number(said)
    : (Date.parse(said) - Date.parse(headers.date ?? '')) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}

function faultOf(error: unknown): ConnectionFault {
  if (error instanceof TooLong) return new ConnectionFault('provider_error', error.message);
  if (error instanceof NotPublic) return new ConnectionFault('unreachable', error.message);
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = error instanceof Error ? `${code} ${error.message}` : String(error);
  const tls = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code);
  return new ConnectionFault(tls ? 'tls' : 'unreachable', message);
}

/** The header of a name and its word. */
export const basic = (name: string, word: string): string =>
  `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;
