/** A call of the contract with whatever input, made as a tenant's owner; and its answer in a form to compare. */
import type { Call } from '../../contract/calls/call.ts';
import { urlOf } from '../../server/platform/http/route.ts';
import type { Answer, TestServer } from '../../server/testing.ts';
import type { Tenant } from './samples.ts';

export type Input = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

export async function callAsOwner(server: TestServer, call: Call, at: Tenant, input: Input): Promise<Answer> {
  const path = urlOf(call, 'charla').replaceAll(/:(\w+)/g, (_all, key: string) =>
    encodeURIComponent(String(input.params?.[key])),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]),
  );
  return server.call(call.method, query.size > 0 ? `${path}?${query}` : path, {
    as: at.owner,
    ...(input.body ? { body: input.body } : {}),
  });
}

/** Keys whose values are new in each call. */
const NEW_EACH_TIME = new Set([
  '_id',
  'mid',
  'temporal_id',
  'created_at',
  'last_message_date',
  'now',
  'order',
  'seq',
]);

/** An answer without what is new in each and without the id that was tried: two of them can be compared. */
export function plain(value: unknown, id: string | number): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, id));
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => (NEW_EACH_TIME.has(key) ? [] : [[key, plain(one, id)]])),
    );
  }
  return value === id ? 'the id' : value;
}
