/** The tab's calls (docs/product.md §7): the one REST client, with the session of this browser. */
import type { Call } from '../../contract/calls/call.ts';
import { uploadAnswer } from '../../contract/calls/platform.ts';
import type { Attachment } from '../../contract/entities/message.ts';
import { type CallAnswer, type CallInput, restClient } from '../../workers/shared/rest-client.ts';
import { config } from '../base/client-config.ts';
import { readCredentials } from './credentials.ts';
import { serviceBases } from './service-bases.ts';

export type { CallAnswer, CallInput };

const unauthorizedListeners = new Set<() => void>();
/** Hears of every 401 of a call that carried a session: it ends the session (docs/product.md §4). */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

const maintenanceListeners = new Set<() => void>();
/** A refusal that nobody heard: calls are made before the page's script listens (src/app/shell/begin.ts). */
let unheard = false;
/** Hears of every refusal because of maintenance, also of one before anybody listened. */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener);
  if (unheard) listener();
  unheard = false;
  return () => maintenanceListeners.delete(listener);
}

const tell = (listeners: Set<() => void>) => () => {
  for (const listener of listeners) listener();
};

const client = restClient({
  credentials: readCredentials,
  product: () => config().product,
  bases: serviceBases,
  unauthorized: tell(unauthorizedListeners),
  maintenance: () => {
    unheard = maintenanceListeners.size === 0;
    tell(maintenanceListeners)();
  },
});

/**
 * Makes a call and reads its answer with the contract's schema.
 * @returns the parsed answer and the response's headers
 * @throws ApiError: the server's refusal, or `network` with the fixed timeout sentence
 */
export async function callWithHeaders<C extends Call>(
  spec: C,
  input: CallInput<C>,
): Promise<{ answer: CallAnswer<C>; headers: Headers }> {
  const { data, headers } = await client.call(spec, input);
  return { answer: data, headers };
}

/**
 * One file to the server, for what is written at this bot.
 * @param key the same again answers the same upload
 */
export async function uploadTo(botId: number, key: string, file: File): Promise<Attachment> {
  const body = new FormData();
  // Before the file: the server reads in this order.
  body.append('bot_id', String(botId));
  body.append('key', key);
  body.append('file', file, file.name);
  return (await client.request({ method: 'POST', address: '/uploads', body }, uploadAnswer)).data;
}

/** As `callWithHeaders`, the answer alone. */
export async function call<C extends Call>(spec: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  return (await client.call(spec, input)).data;
}
