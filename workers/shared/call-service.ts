/**
 * The typed client of every REST call, made from the contract: address from service and path, the five credential
 * headers, the answer parsed by its schema, every failure a `CallError`. Plain `fetch`: every byte counts in a worker that
 * the inbox waits for, and of a library's comforts the hub wants none.
 */
import type * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { ERRORS, errorBody } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  ACCEPT_VERSION,
  SEQ_HEADER,
  SERVICE_BASES,
  type ServiceBases,
  SIGHT_HEADER,
} from '../../contract/services.ts';
import { TEXTS } from '../../contract/texts.ts';

/** What a call is made with, besides its own input. */
export interface CallContext {
  credentials: Credentials | null;
  /** Fills `{product}` in paths. */
  product: { slug: string };
  /** What paths of this page's own origin are preceded by; empty in a browser. */
  origin?: string;
  /** Where the services live (contract/backends.ts); absent: at the page's own origin. */
  bases?: ServiceBases | undefined;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds without the whole of an answer. */
  timeout?: number;
}

/** A refused or failed call. `status` 0: no answer came, so nobody knows whether it happened. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** The wire's stable code, or `network` / `bad_answer`. */
  readonly error: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;

  constructor(error: string, message: string, status: number, details?: Record<string, unknown>) {
    super(message);
    this.error = error;
    this.status = status;
    this.details = details;
  }

  /** Nobody knows whether it happened, or it may be tried again unchanged. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/** The parts that a call takes: those with a schema, and no others. */
export type CallInput<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodMiniType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;
type Part<Name extends string, T extends z.ZodMiniType> =
  undefined extends z.input<T> ? { [N in Name]?: z.input<T> } : { [N in Name]: z.input<T> };
export type CallAnswer<C> = C extends { answer: infer A extends z.ZodMiniType } ? z.infer<A> : never;

export interface ServiceAnswer<A> {
  data: A;
  /** Log number of the snapshot that the answer was read in, where the answer is a bare array. */
  seq: number | null;
  sight: string | null;
  headers: Headers;
}

/**
 * Makes a call.
 * @param call from `contract/calls`
 * @param input its path parameters, query and body
 * @returns the parsed answer and the log position of a bare array's snapshot
 * @throws {CallError} for every refusal, a lost connection, a timeout, or an answer that does not fit its schema
 */
export async function callService<C extends Call>(
  call: C,
  input: CallInput<C>,
  context: CallContext,
): Promise<ServiceAnswer<CallAnswer<C>>> {
  const parts = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const send = context.fetch ?? globalThis.fetch;
  const address = addressOf(call, parts.params ?? {}, context) + queryText(parts.query);
  const request: RequestInit = {
    method: call.method,
    headers: {
      ...context.credentials,
      accept: 'application/json',
      'accept-version': ACCEPT_VERSION,
      ...(parts.body !== undefined ? { 'content-type': 'application/json' } : {}),
    },
    ...(parts.body !== undefined ? { body: JSON.stringify(parts.body) } : {}),
    signal: AbortSignal.timeout(context.timeout ?? LIMITS.requestTimeout),
  };
  let response: Response;
  let text: string;
  try {
    response = await send(address, request);
    text = await response.text();
  } catch {
    throw new CallError('network', TEXTS.serverTimeout, 0);
  }
  const body = bodyOf(text);
  if (!response.ok) throw refusal(response.status, body);
  const parsed = call.answer.safeParse(body);
  if (!parsed.success) throw new CallError('bad_answer', ERRORS.server.message, 502);
  const seq = response.headers.get(SEQ_HEADER);
  return {
    data: parsed.data as CallAnswer<C>,
    seq: seq === null ? null : Number(seq),
    sight: response.headers.get(SIGHT_HEADER),
    headers: response.headers,
  };
}

/** What stands behind the address: a list's name once for each of its values, nothing for what is not given. */
function queryText(query: Record<string, unknown> = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) for (const one of [value].flat()) given.append(name, String(one));
  }
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}

/** What came, as JSON; a proxy's page as its text and an empty answer as nothing, which only their schemas may take. */
function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The address of a call, parameters escaped. */
export function addressOf(call: Call, params: Record<string, unknown>, context: CallContext): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'product' ? context.product.slug : encodeURIComponent(String(params[name])),
  );
  const base = (context.bases ?? SERVICE_BASES)[call.service];
  return `${base.startsWith('/') ? (context.origin ?? '') : ''}${base}${path}`;
}

/** What a refusing answer says; its status's own sentence where it says nothing. */
export function refusal(status: number, body: unknown): CallError {
  const parsed = errorBody.safeParse(body);
  if (parsed.success)
    return new CallError(parsed.data.error, parsed.data.message, status, parsed.data.details);
  const known = Object.entries(ERRORS).find(([, entry]) => entry.status === status);
  return known
    ? new CallError(known[0], known[1].message, status)
    : new CallError('server', ERRORS.server.message, status);
}
