/** Orders of the bots' shops: asked by customers in the chat, shown to the team beside the client. */
import { orderCalls } from '../../contract/calls/orders.ts';
import { presentId } from '../crm/present-id.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { registerCall } from '../platform/http/route.ts';
import { clientOrders } from './client-orders.ts';
import type { OrderDesk } from './desk.ts';

/** @param desk where shops are asked */
export const orders = (app: App, desk: OrderDesk): Domain => ({
  name: 'orders',
  calls: () =>
    registerCall(app, orderCalls.leadOrders, async ({ params, session }) =>
      clientOrders(app.db, desk, session.link.bot_id, await presentId(app.db, params.id)),
    ),
});
