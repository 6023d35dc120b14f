/** Files of customers of Messenger and Instagram: at an address that ends after a while, and needs no token. */

import { parsedUrl } from '../../../contract/parsed-url.ts';
import type { App } from '../../platform/app.ts';
import { NotPublic } from '../../platform/outbound/public-address.ts';
import { readBody, requestOutside, TooLong } from '../../platform/outbound/request.ts';
import { GraphFault } from '../graph.ts';
import { type ChannelFiles, FileGone } from '../media.ts';
import { readMessagingMessage } from './read-message.ts';

/** Milliseconds. */
const TIMEOUT = 120_000;
/** What an address answers that has ended. */
const GONE = [400, 401, 403, 404, 410];

/** A storage hands on to another. */
const MOVED = [301, 302, 303, 307, 308];
const HOPS = 3;

/** How they are named and had. */
export const messagingFiles = (app: App): ChannelFiles => ({
  named: (content) => readMessagingMessage(content, 'messenger').read.files,
  fetch: (_connection, url, most) => fetchAddress(app, url, most),
});

/** What lies at an address that a webhook named: of the public web alone. Throws as `ChannelFiles.fetch` does. */
export async function fetchAddress(app: App, address: string, most: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT);
  let url = address;
  try {
    for (let hop = 0; hop <= HOPS; hop += 1) {
      const trusted = app.config.outboundTrustedOrigins;
      const response = await requestOutside({ url, method: 'GET', headers: {}, signal, trusted });
      const status = response.statusCode ?? 0;
      if (status === 200) return await readBody(response, most);
      response.resume();
      const { location } = response.headers;
      const next = location ? parsedUrl(location, url) : null;
      if (!MOVED.includes(status) || !next) {
        if (GONE.includes(status)) throw new FileGone(`A file was answered ${status}`);
        throw new GraphFault('provider_error', `A file was answered ${status}`, { code: status });
      }
      url = next.toString();
    }
    throw new GraphFault('provider_error', 'A file was handed on too often');
  } catch (error) {
    if (error instanceof FileGone || error instanceof GraphFault) throw error;
    if (error instanceof TooLong) throw new GraphFault('provider_error', error.message, { code: 413 });
    // No address of the public web: nobody will ever fetch it.
    if (error instanceof NotPublic) throw new FileGone(error.message);
    throw new GraphFault('unreachable', String(error));
  }
}
