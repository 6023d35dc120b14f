/** Connections to outside accounts (docs/protocol.md 'Connections'). Secrets go in and never come out. */
import * as z from 'zod/mini';
import { boundedRecord } from '../bounded.ts';
import { connection, connectionName, provider } from '../entities/connection.ts';
import { numericId, shortText, textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const id = z.object({ id: textId });
const ofConnection = (permission: 'edit' | 'delete') =>
  ({
    kind: 'entity',
    entity: 'connection',
    in: 'params',
    name: 'id',
    module: 'integraciones',
    permission,
  }) as const;
const name = z.optional(shortText(80));
/** By the provider's own names of them; which ones it wants is checked when they are read. */
const credentials = boundedRecord(40, shortText(2000), 10);

export const connectionCalls = {
  /** People who may only read Whatsapp Api get name, provider and state. */
  listConnections: defineCall({
    service: 'main',
    method: 'GET',
    path: '/connections',
    access: {
      kind: 'bot',
      in: 'query',
      name: 'bot_id',
      module: 'integraciones',
      orModule: 'whatsapp_api',
      permission: 'read',
    },
    query: z.object({ bot_id: idParam }),
    answer: z.array(z.union([connection, connectionName])),
  }),
  /** 422 with `details.kind` when the provider refuses; 409 when a bot has the account already. */
  createConnection: defineCall({
    service: 'main',
    method: 'POST',
    path: '/connections',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'integraciones', permission: 'edit' },
    body: z.object({ bot_id: numericId, provider, name, credentials }),
    answer: connection,
  }),
  /** Other credentials of the same account keep everything that hangs on the connection. */
  updateConnection: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/connections/{id}',
    access: ofConnection('edit'),
    params: id,
    body: z.object({ name, credentials: z.optional(credentials), paused: z.optional(z.boolean()) }),
    answer: connection,
  }),
  deleteConnection: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/connections/{id}',
    access: ofConnection('delete'),
    params: id,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** Asks the provider now and answers what it found. */
  checkConnection: defineCall({
    service: 'main',
    method: 'POST',
    path: '/connections/{id}/check',
    access: ofConnection('edit'),
    params: id,
    answer: connection,
  }),
  /** The bot's shops. With the headers `bot-token` and `bot-id`; others than the bot's own are 404. */
  shopsOfBot: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_credentials/search_for_bot/{botId}',
    access: { kind: 'linked', in: 'params', name: 'botId' },
    params: z.object({ botId: idParam }),
    answer: z.array(z.object({ provider })),
  }),
};
