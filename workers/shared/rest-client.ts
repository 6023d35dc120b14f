/**
 * The one REST client, of tabs and workers, made from the contract: address from service and path, the five credential
 * headers, JSON or a form, the answer read by its schema, every failure an `ApiError`. A deadline covers the whole
 * answer, its body too; of an upload that tells its progress, the time in which nothing moves.
 */
import { createFetch } from 'ofetch';
import type * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  ACCEPT_VERSION,
  SEQ_HEADER,
  SERVICE_BASES,
  type ServiceBases,
  SIGHT_HEADER,
} from '../../contract/services.ts';
import { badAnswer, noAnswer, refusal } from './api-error.ts';
import { type ProgressFetch, progressFetch } from './progress-fetch.ts';

/** Whose calls they are, and over what they travel. What may change is asked at every call. */
export interface RestSettings {
  /** The session's, or null without one. */
  credentials(): Credentials | null;
  /** Fills `{product}` in paths. */
  product?(): { slug: string };
  /** Where the services live (contract/backends.ts); absent: at the page's own origin. */
  bases?(): ServiceBases | undefined;
  /** A call with the credentials that still are the session's was answered by 401: the session is over. */
  unauthorized?(): void;
  /** The installation is under maintenance. */
  maintenance?(): void;
  /** What paths of the page's own origin are preceded by; empty in a browser. */
  origin?: string;
  fetch?: typeof globalThis.fetch;
  progressFetch?: ProgressFetch;
  /** Milliseconds without the whole of an answer. */
  timeout?: number;
}

type Input<C, Name extends string> = C extends { [N in Name]?: infer T }
  ? T extends z.ZodMiniType
    ? z.input<T>
    : never
  : never;
type Part<C, Name extends string> = [Input<C, Name>] extends [never]
  ? unknown
  : undefined extends Input<C, Name>
    ? unknown
    : { [N in Name]: Input<C, Name> };
/** A call whose contract names a file may bring one. */
type FilePart<C> = C extends { form?: { file?: string } } ? { file?: Blob | null } : unknown;

/** How a request is watched while it is under way. */
interface Watch {
  /** Ends it: the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Bytes of the body that have left, of all. */
  progress?: (sent: number, total: number) => void;
}
/** The parts that a call takes: those with a schema, and no others. */
export type CallInput<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> &
  FilePart<C> &
  Watch & {
    /** It leaves although the page that makes it closes. */
    keepalive?: boolean;
  };
export type CallAnswer<C extends Call> = z.output<C['answer']>;

interface LooseInput extends Watch {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: Blob | null;
  keepalive?: boolean;
}

/** A request that no call of the contract describes. */
export interface RestRequest extends Watch {
  method: string;
  address: string;
  query?: Record<string, unknown>;
  body?: FormData | Record<string, unknown>;
  /** Without the session's credentials. */
  isPublic?: boolean;
  keepalive?: boolean;
}

export interface ServiceAnswer<A> {
  data: A;
  /** Log number of the snapshot that the answer was read in, where the answer is a bare array. */
  seq: number | null;
  sight: string | null;
  headers: Headers;
}

export interface RestClient {
  /**
   * Makes a call of `contract/calls`. Calls come as objects of their own files, so that a screen loads the schemas that
   * it uses and no others.
   * @throws {ApiError} for every refusal, a lost connection, a deadline, or an answer that does not fit its schema
   */
  call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>>;
  /** As `call`, for what is no call of a service. */
  request<S extends z.ZodMiniType>(request: RestRequest, schema: S): Promise<ServiceAnswer<z.output<S>>>;
}

/** A client that makes calls of the contract with these credentials. */
export function restClient(settings: RestSettings): RestClient {
  const plain = createFetch(settings.fetch ? { fetch: settings.fetch } : {});

  /** The answer, whatever it says. @throws no answer, or the reason of the caller's signal */
  async function exchange(
    { address, signal, progress, isPublic, ...request }: RestRequest,
    own: Credentials | null,
  ) {
    const stop = new AbortController();
    const deadline = settings.timeout ?? LIMITS.requestTimeout;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), deadline);
    };
    const follow = () => stop.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener('abort', follow);
    const moved = (sent: number, total: number) => {
      wait();
      progress?.(sent, total);
    };
    const client = progress
      ? createFetch({ fetch: (settings.progressFetch ?? progressFetch)(moved) })
      : plain;
    wait();
    try {
      return await client.raw(address, {
        ...request,
        headers: { ...own, accept: 'application/json', 'accept-version': ACCEPT_VERSION },
        signal: stop.signal,
        retry: false,
        ignoreResponseError: true,
        parseResponse: parsed,
      });
    } catch (error) {
      signal?.throwIfAborted();
      console.warn(`${address}: no answer`, error);
      throw noAnswer();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    }
  }

  async function request<S extends z.ZodMiniType>(
    asked: RestRequest,
    schema: S,
  ): Promise<ServiceAnswer<z.output<S>>> {
    const own = asked.isPublic ? null : settings.credentials();
    const { status, ok, headers, _data: body } = await exchange(asked, own);
    if (!ok) {
      // A late answer to a session that is over already must not end the one that followed it.
      const still = own !== null && settings.credentials()?.['access-token'] === own['access-token'];
      if (status === 401 && still) settings.unauthorized?.();
      const refused = refusal(status, body, headers.get('retry-after'));
      if (status === 503 && refused.details['maintenance'] === true) settings.maintenance?.();
      throw refused;
    }
    const answer = schema.safeParse(body);
    if (!answer.success) {
      console.error(`${asked.address}: the answer does not fit the contract`, answer.error);
      throw badAnswer();
    }
    const seq = headers.get(SEQ_HEADER);
    return {
      data: answer.data,
      seq: seq === null ? null : Number(seq),
      sight: headers.get(SIGHT_HEADER),
      headers,
    };
  }

  return {
    request,
    call: <C extends Call>(call: C, input: CallInput<C>) => {
      const { params, query, body, file, ...rest } = input as LooseInput;
      const base = (settings.bases?.() ?? SERVICE_BASES)[call.service];
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'product' ? (settings.product?.().slug ?? '') : encodeURIComponent(String(params?.[name])),
      );
      const payload = call.form ? formOf(body, call.form.file, file) : body;
      return request(
        {
          ...rest,
          method: call.method,
          address: `${base.startsWith('/') ? (settings.origin ?? '') : ''}${base}${path}`,
          isPublic: call.access.kind === 'public' && call.access.optionalSession !== true,
          ...(query ? { query } : {}),
          ...(payload ? { body: payload } : {}),
        },
        call.answer as C['answer'],
      );
    },
  };
}

/** The body as a form, as the contract says (docs/product.md §7 'multipart', 'form field'); its file comes last. */
function formOf(body: Record<string, unknown> = {}, name?: string, file?: Blob | null): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    // A form knows no null: an empty field takes a value away.
    if (value !== undefined) form.append(key, value === null ? '' : String(value));
  }
  if (name && file) form.append(name, file);
  return form;
}

/** What came, as JSON; a proxy's page as its text and an empty answer as nothing, which only their schemas may take. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
