/** Files of WhatsApp's customers: named by an id, which Graph turns into an address that lives for minutes. */
import * as z from 'zod/mini';
import { openCredentials } from '../../connections/connection-row.ts';
import type { App } from '../../platform/app.ts';
import { Graph, GraphFault } from '../graph.ts';
import { type ChannelFiles, FileGone } from '../media.ts';
import { readMessage } from './read-message.ts';

const facts = z.looseObject({ url: z.string(), file_size: z.optional(z.coerce.number()) });
const stored = z.object({ message: z.unknown() });
/** There is no such file, or it is too old. */
const GONE = [100, 131052];

/** How they are named and had. */
export const whatsappFiles = (app: App): ChannelFiles => ({
  named: (content) => readMessage(stored.parse(content).message).files,
  async fetch(connection, mediaId, most) {
    const { access_token = '', phone_number_id = '' } = openCredentials(app, connection);
    const graph = new Graph(app, access_token);
    try {
      // A fresh address at each try: they end after minutes.
      const query = { phone_number_id };
      const { url, file_size = 0 } = facts.parse(await graph.call(`/${mediaId}`, { query }));
      if (file_size > most) throw new GraphFault('provider_error', 'too long', { code: 413 });
      return await graph.file(url, most);
    } catch (error) {
      if (error instanceof GraphFault && error.code !== null && GONE.includes(error.code))
        throw new FileGone(error.message);
      throw error;
    }
  },
});
