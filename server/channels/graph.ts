/** Meta's Graph: one call, its answer read tolerantly, its refusals as faults with a code to act on. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import type { FaultKind } from '../../contract/entities/connection.ts';
import { parsedUrl } from '../../contract/parsed-url.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { NotPublic } from '../platform/outbound/public-address.ts';
import { readBody, requestOutside, TooLong } from '../platform/outbound/request.ts';

/** Milliseconds for one call; a file may take longer. */
const TIMEOUT = 15_000;
const FILE_TIMEOUT = 120_000;
const ANSWER_MOST = 4_000_000;
/** Where a token may go: Meta's own hosts, and the one of the settings. */
const META = /(^|\.)(facebook\.com|fbsbx\.com|instagram\.com)$/;

const errorBody = z.looseObject({
  error: z.looseObject({
    message: z.optional(z.string()),
    code: z.optional(z.coerce.number()),
    error_subcode: z.optional(z.nullable(z.coerce.number())),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
});

/** Graph refused a call. */
export class GraphFault extends ConnectionFault {
  override name = 'GraphFault';
  /** Meta's number of the error; null: what answered was not Graph's. */
  readonly code: number | null;
  /** What narrows it down, where Meta gives one. */
  readonly subcode: number | null;
  /** What Meta says besides. */
  readonly details: string | null;
  /** Nothing was answered: whether it was done is unknown. */
  readonly lost: boolean;

  constructor(
    kind: FaultKind,
    message: string,
    given: {
      code?: number | null;
      subcode?: number | null;
      details?: string | null;
      lost?: boolean;
      retryAfter?: number | null;
    } = {},
  ) {
    super(kind, message, given.retryAfter ?? null);
    this.code = given.code ?? null;
    this.subcode = given.subcode ?? null;
    this.details = given.details ?? null;
    this.lost = given.lost ?? false;
  }
}

const UNAUTHORIZED = [0, 190];
const FORBIDDEN = [3, 10, 33, 368, 131031, 131005];
const LIMITED = [4, 17, 32, 613, 80001, 80002, 80006, 80007, 130429];

/** What an error's code says of the connection. */
export function kindOfCode(code: number, status: number): FaultKind {
  if (UNAUTHORIZED.includes(code)) return 'unauthorized';
  if (FORBIDDEN.includes(code) || (code >= 200 && code <= 299)) return 'forbidden';
  if (LIMITED.includes(code) || status === 429) return 'rate_limited';
  return 'provider_error';
}

export interface GraphCall {
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Record<string, string>;
  json?: unknown;
  /** A body that is no JSON. @property offset of a resumable upload: where the bytes begin in the file */
  raw?: { type: string; bytes: Buffer; offset?: number };
}

export class Graph {
  readonly #app: App;
  readonly #token: string;
  readonly #base: string;

  /**
   * @param token goes to Meta's hosts and the configured ones alone
   * @param base where paths begin, with the version
   */
  constructor(app: App, token: string, base: string = app.config.graphBaseUrl) {
    this.#app = app;
    this.#token = token;
    this.#base = base;
  }

  /** Asks a path below the version. Throws GraphFault. */
  async call(path: string, { method = 'GET', query = {}, json, raw }: GraphCall = {}): Promise<unknown> {
    const url = new URL(`${this.#base}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return this.#ask(url.toString(), method, json, raw);
  }

  /** The next page of a list, as Graph names it. Throws GraphFault, also for an address elsewhere. */
  async next(url: string): Promise<unknown> {
    return this.#ask(url, 'GET', undefined, undefined);
  }

  /** A file that Graph named. Throws GraphFault; `code` 404 when the address has ended. */
  async file(url: string, most: number): Promise<Buffer> {
    const response = await this.#send(url, 'GET', {}, undefined, FILE_TIMEOUT);
    if (response.statusCode !== 200) {
      response.resume();
      throw new GraphFault('provider_error', `A file was answered ${response.statusCode}`, {
        code: response.statusCode ?? null,
      });
    }
    try {
      return await readBody(response, most);
    } catch (error) {
      if (error instanceof TooLong) throw new GraphFault('provider_error', error.message, { code: 413 });
      throw new GraphFault('unreachable', String(error));
    }
  }

  async #ask(
    url: string,
    method: GraphCall['method'],
    json: unknown,
    raw: GraphCall['raw'],
  ): Promise<unknown> {
    const body = raw?.bytes ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
    const type = raw?.type ?? (json === undefined ? undefined : 'application/json');
    const response = await this.#send(
      url,
      method ?? 'GET',
      {
        ...(type ? { 'content-type': type } : {}),
        // Uploads that may be resumed have a scheme of their own.
        ...(raw?.offset === undefined
          ? {}
          : { file_offset: String(raw.offset), authorization: `OAuth ${this.#token}` }),
      },
      body,
      raw ? FILE_TIMEOUT : TIMEOUT,
    );
    let text: string;
    try {
      text = (await readBody(response, ANSWER_MOST)).toString('utf8');
    } catch (error) {
      throw new GraphFault('unreachable', String(error), { lost: true });
    }
    const value = parsed(text);
    const status = response.statusCode ?? 0;
    const refused = errorBody.safeParse(value);
    if (refused.success) {
      const { code = -1, error_subcode, message = '', error_data } = refused.data.error;
      throw new GraphFault(kindOfCode(code, status), message, {
        code,
        subcode: error_subcode ?? null,
        details: error_data?.details ?? null,
        retryAfter: waitOf(response),
      });
    }
    if (status >= 200 && status < 300 && value !== null) return value;
    // A proxy, a page of an outage: whether the call was carried out is not known.
    throw new GraphFault('provider_error', `Graph answered ${status} without its form`, {
      lost: status >= 500 || status < 300,
      retryAfter: waitOf(response),
    });
  }

  async #send(
    url: string,
    method: 'GET' | 'POST' | 'DELETE',
    headers: Record<string, string>,
    body: Buffer | undefined,
    timeout: number,
  ): Promise<IncomingMessage> {
    const { graphBaseUrl, instagramGraphBaseUrl, outboundTrustedOrigins } = this.#app.config;
    const own = [graphBaseUrl, instagramGraphBaseUrl].map((base) => new URL(base).origin);
    const target = parsedUrl(url);
    if (!target || !(META.test(target.hostname) || own.includes(target.origin))) {
      throw new GraphFault('provider_error', 'A token does not go to other hosts than Meta’s');
    }
    try {
      return await requestOutside({
        url,
        method,
        headers: { authorization: `Bearer ${this.#token}`, ...headers },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(timeout),
        trusted: outboundTrustedOrigins,
      });
    } catch (error) {
      if (error instanceof NotPublic) throw new GraphFault('unreachable', error.message);
      throw connectionFault(error);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not Graph's form; its status says the rest.
    return null;
  }
}

/** Milliseconds that Graph asks to wait: Retry-After, else what its usage header says. */
function waitOf({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  const usage = headers['x-business-use-case-usage'];
  const minutes = /"estimated_time_to_regain_access"\s*:\s*(\d+)/.exec(String(usage ?? ''))?.[1];
  return minutes ? Number(minutes) * 60_000 : null;
}

/** Codes with which a connection never came about: nothing was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function connectionFault(error: unknown): GraphFault {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = error instanceof Error ? `${code} ${error.message}` : String(error);
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code))
    return new GraphFault('tls', message);
  return new GraphFault('unreachable', message, { lost: !NEVER_SENT.includes(code) });
}
