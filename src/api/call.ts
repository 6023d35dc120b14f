/** The typed client of every REST call: shapes, paths and services come from the contract (docs/product.md §7). */
import { ofetch } from 'ofetch';
import type * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ACCEPT_VERSION } from '../../contract/services.ts';
import { config } from '../base/client-config.ts';
import { ApiError, noAnswer, refusal } from './api-error.ts';
import { readCredentials } from './credentials.ts';
import { serviceBases } from './service-bases.ts';

type Input<S, K extends string> = S extends { [P in K]?: infer T }
  ? T extends z.ZodMiniType
    ? z.input<T>
    : never
  : never;
type Part<S, K extends string> = [Input<S, K>] extends [never]
  ? unknown
  : undefined extends Input<S, K>
    ? unknown
    : { [P in K]: Input<S, K> };
/** A call whose contract names a file may bring one. */
type FilePart<S> = S extends { form?: { file?: string } } ? { file?: Blob | null } : unknown;
export type CallInput<S extends Call> = Part<S, 'params'> &
  Part<S, 'query'> &
  Part<S, 'body'> &
  FilePart<S> & { signal?: AbortSignal };
export type CallAnswer<S extends Call> = z.output<S['answer']>;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: Blob | null;
  signal?: AbortSignal;
}

/** The body as it travels: JSON, or a form where the contract says so (docs/product.md §7 'multipart', 'form field'). */
function payload(spec: Call, { body, file }: LooseInput): FormData | Record<string, unknown> | undefined {
  const { form } = spec;
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
/** Hears of every 401 of a call that carried a session: it ends the session (docs/product.md §4). */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

const maintenanceListeners = new Set<() => void>();
/** Hears of every refusal because of maintenance. */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener);
  return () => maintenanceListeners.delete(listener);
}

function address({ service, path }: Call, params: Record<string, unknown> = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    key === 'product' ? config().product.slug : encodeURIComponent(String(params[key])),
  );
  return serviceBases()[service] + filled;
}

/**
 * Makes a call and reads its answer with the contract's schema. Calls come as objects of their own files, so that a
 * screen loads the schemas that it uses and no others.
 * @returns the parsed answer and the response's headers
 * @throws ApiError: the server's refusal, or `no_answer` with the fixed timeout sentence
 */
export async function callWithHeaders<S extends Call>(
  spec: S,
  input: CallInput<S>,
): Promise<{ answer: CallAnswer<S>; headers: Headers }> {
  const { params, query, signal } = input as LooseInput;
  const body = payload(spec, input as LooseInput);
  const own = readCredentials();
  const isPublic = spec.access.kind === 'public';
  let response: Awaited<ReturnType<typeof ofetch.raw<unknown>>>;
  try {
    response = await ofetch.raw<unknown>(address(spec, params), {
      method: spec.method,
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
    console.warn(`${spec.path}: no answer`, error);
    throw noAnswer();
  }
  if (!response.ok) {
    // A late answer to a session that is over already must not end the one that followed it.
    const present = own !== null && readCredentials()?.['access-token'] === own['access-token'];
    if (response.status === 401 && !isPublic && present) {
      for (const listener of unauthorizedListeners) listener();
    }
    const refused = refusal(response.status, response._data);
    if (refused.status === 503 && refused.details['maintenance'] === true)
      for (const listener of maintenanceListeners) listener();
    throw refused;
  }
  const parsed = spec.answer.safeParse(response._data);
  if (!parsed.success) {
    console.error(`${spec.path}: the answer does not fit the contract`, parsed.error);
    throw new ApiError(
      response.status,
      'bad_answer',
      'El servidor respondió algo inesperado. Recarga la página.',
    );
  }
  return { answer: parsed.data as CallAnswer<S>, headers: response.headers };
}

/** As `callWithHeaders`, the answer alone. */
export async function call<S extends Call>(spec: S, input: CallInput<S>): Promise<CallAnswer<S>> {
  return (await callWithHeaders(spec, input)).answer;
}
