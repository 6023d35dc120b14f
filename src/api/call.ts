/** The typed client of every REST call: shapes, paths and services come from the contract (spec §7). */
import { ofetch } from 'ofetch';
import type * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';
import { CALLS, type CallName } from '../../contract/calls/index.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ACCEPT_VERSION, SERVICE_BASES } from '../../contract/services.ts';
import { config } from '../app/client-config.ts';
import { readCredentials } from '../session/credentials.ts';
import { ApiError, noAnswer, refusal } from './api-error.ts';

type Spec<N extends CallName> = (typeof CALLS)[N];
type Input<S, K extends string> = S extends { [P in K]?: infer T }
  ? T extends z.ZodMiniType
    ? z.input<T>
    : never
  : never;
type Part<N extends CallName, K extends string> = [Input<Spec<N>, K>] extends [never]
  ? unknown
  : undefined extends Input<Spec<N>, K>
    ? unknown
    : { [P in K]: Input<Spec<N>, K> };
/** A call whose contract names a file may bring one. */
type FilePart<N extends CallName> =
  Spec<N> extends { form?: { file?: string } } ? { file?: Blob | null } : unknown;
export type CallInput<N extends CallName> = Part<N, 'params'> &
  Part<N, 'query'> &
  Part<N, 'body'> &
  FilePart<N> & { signal?: AbortSignal };
export type CallAnswer<N extends CallName> = z.output<Spec<N>['answer']>;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: Blob | null;
  signal?: AbortSignal;
}

/** The body as it travels: JSON, or a form where the contract says so (spec §7 'multipart', 'form field'). */
function payload(name: CallName, { body, file }: LooseInput): FormData | Record<string, unknown> | undefined {
  const form: Call['form'] = CALLS[name].form;
  if (!form) return body;
  const data = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) {
    // A form knows no null: an empty field takes a value away.
    if (value !== undefined) data.append(key, value === null ? '' : String(value));
  }
  if (form.file && file) data.append(form.file, file);
  return data;
}

const unauthorizedListeners = new Set<() => void>();
/** Hears of every 401 of a call that carried a session: it ends the session (spec §4). */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

const maintenanceListeners = new Set<() => void>();
/** Hears of every refusal because of maintenance (issue 3 'Routing'). */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener);
  return () => maintenanceListeners.delete(listener);
}

function address(name: CallName, params: Record<string, unknown> = {}): string {
  const { service, path } = CALLS[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    key === 'product' ? config().product.slug : encodeURIComponent(String(params[key])),
  );
  return SERVICE_BASES[service] + filled;
}

/**
 * Makes a call and reads its answer with the contract's schema.
 * @returns the parsed answer and the response's headers
 * @throws ApiError: the server's refusal, or `no_answer` with the fixed timeout sentence
 */
export async function callWithHeaders<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<{ answer: CallAnswer<N>; headers: Headers }> {
  const { params, query, signal } = input as LooseInput;
  const body = payload(name, input as LooseInput);
  const own = readCredentials();
  const isPublic = CALLS[name].access.kind === 'public';
  let response: Awaited<ReturnType<typeof ofetch.raw<unknown>>>;
  try {
    response = await ofetch.raw<unknown>(address(name, params), {
      method: CALLS[name].method,
      headers: { 'accept-version': ACCEPT_VERSION, ...(own && !isPublic ? own : {}) },
      retry: false,
      ignoreResponseError: true,
      timeout: LIMITS.requestTimeout,
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    console.warn(`${name}: no answer`, error);
    throw noAnswer();
  }
  if (!response.ok) {
    if (response.status === 401 && !isPublic) for (const listener of unauthorizedListeners) listener();
    const refused = refusal(response.status, response._data);
    if (refused.status === 503 && refused.details['maintenance'] === true)
      for (const listener of maintenanceListeners) listener();
    throw refused;
  }
  const parsed = CALLS[name].answer.safeParse(response._data);
  if (!parsed.success) {
    console.error(`${name}: the answer does not fit the contract`, parsed.error);
    throw new ApiError(
      response.status,
      'bad_answer',
      'El servidor respondió algo inesperado. Recarga la página.',
    );
  }
  return { answer: parsed.data as CallAnswer<N>, headers: response.headers };
}

/** As `callWithHeaders`, the answer alone. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<N>> {
  return (await callWithHeaders(name, input)).answer;
}
