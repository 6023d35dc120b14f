/** Orders of clients, asked of the bot's shops (docs/protocol.md 'Orders'). */
import * as z from 'zod/mini';
import { clientOrders } from '../entities/client-orders.ts';
import { textId } from '../primitives.ts';
import { defineCall } from './call.ts';

export const orderCalls = {
  /** Asked freshly of each shop, kept a minute. A shop that does not answer is named, and costs the others nothing. */
  leadOrders: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}/orders',
    access: { kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission: 'read' },
    params: z.object({ id: textId }),
    answer: clientOrders,
  }),
};
