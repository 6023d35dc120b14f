/** Flow's wire (developers.flow.cl): forms signed with the merchant's secret, JSON answers. */
import { createHmac } from 'node:crypto';
import { storable } from '../../platform/http/storable.ts';
import { ProviderFault } from './provider.ts';

export interface FlowConfig {
  /** No trailing slash: 'https://www.flow.cl/api'. */
  apiUrl: string;
  apiKey: string;
  secretKey: string;
}

type Params = Record<string, string | number | undefined>;
/** Flow's own limit for its callbacks; long enough for its slowest answers. Milliseconds. */
const TIMEOUT = 15_000;
/** Bytes; the longest answers are lists of invoices. */
const MOST = 1_000_000;

/** The parameters with their signature `s`: sorted by name, name and value run together, HMAC-SHA256 as hex. */
export function signed(params: Params, { apiKey, secretKey }: FlowConfig): URLSearchParams {
  const given = Object.entries({ ...params, apiKey }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = given.map(([name, value]) => name + value).join('');
  return new URLSearchParams([
    ...given.map(([name, value]): [string, string] => [name, value]),
    ['s', createHmac('sha256', secretKey).update(text).digest('hex')],
  ]);
}

/** @throws ProviderFault: refused with Flow's words, or silent */
export async function callFlow(
  config: FlowConfig,
  method: 'GET' | 'POST',
  path: string,
  params: Params,
): Promise<Record<string, unknown>> {
  const form = signed(params, config);
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${config.apiUrl}${path}${method === 'GET' ? `?${form.toString()}` : ''}`, {
      method,
      ...(method === 'POST' ? { body: form } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    status = response.status;
    text = (await response.text()).slice(0, MOST);
  } catch (error) {
    throw new ProviderFault('silent', `Flow did not answer ${path}`, error);
  }
  const body = parse(text);
  if (status >= 500 || body === null) throw new ProviderFault('silent', `Flow answered ${status} to ${path}`);
  if (status !== 200)
    throw new ProviderFault(
      'refused',
      `Flow refused ${path}: ${String(body.message ?? status).slice(0, 200)}`,
    );
  return body;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = storable(JSON.parse(text));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    // Not what Flow speaks: the caller hears that it did not answer.
    return null;
  }
}
