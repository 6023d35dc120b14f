/** The calls of contract/calls/products.ts. */
import { productCalls } from '../../contract/calls/products.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { findProducts } from './find-products.ts';
import { confirmGone, orderSync } from './order-sync.ts';
import { syncsOf, toSync } from './sync-row.ts';

/** Mounts the calls. */
export function registerProducts(app: App): void {
  registerCall(app, productCalls.listProducts, ({ query: { bot_id: botId, ...wanted } }) =>
    findProducts(app, { botId, ...wanted }),
  );
  registerCall(app, productCalls.chargeProducts, async ({ body, session, reply }) => {
    const sync = await orderSync(app, session, body);
    reply.code(202);
    return sync;
  });
  registerCall(app, productCalls.productSyncs, async ({ query }) =>
    (await syncsOf(app.db, query.bot_id)).map(toSync),
  );
  registerCall(app, productCalls.confirmGone, ({ params, session }) => confirmGone(app, session, params.id));
}
