/** Asks a shop to tell us when something changes, where its API can be asked; what it refuses is said, and stops nothing. */
import * as z from 'zod/mini';
import type { Provider } from '../../contract/entities/connection.ts';
import { type ConnectionRow, findConnection, openCredentials } from '../connections/connection-row.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { askShop, basic } from '../shops/ask-shop.ts';
import { amendCredentials, withGrant } from '../shops/grants.ts';
import { jumpsellerAuthorization } from '../shops/jumpseller-installed.ts';
import { listOf, textOf, thing } from '../shops/read.ts';
import { hookUrl, signingSecret } from './signatures.ts';

const HOOKS = 'shops.hooks';
const payload = z.object({ bot_id: z.number(), id: z.string() });
type Credentials = Record<string, string>;
/** Sees to it that the shop tells us; again is the same as once. Throws ConnectionFault. */
type Registrar = (app: App, row: ConnectionRow, credentials: Credentials) => Promise<void>;

const SHOPIFY_VERSION = '2026-10';
const SHOPIFY_TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_PAID',
  'ORDERS_CANCELLED',
  'ORDERS_FULFILLED',
  'CHECKOUTS_CREATE',
  'CHECKOUTS_UPDATE',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
];
const SHOPIFY_LIST = `{ webhookSubscriptions(first: 100) { nodes { topic uri } } }`;
const SHOPIFY_ADD = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    userErrors { field message }
  }
}`;

const shopify: Registrar = async (app, row, { shop = '', access_token = '' }) => {
  const ask = async (query: string, variables: Record<string, string> = {}) => {
    const { value } = await askShop(app, {
      url: `${app.config.shops.shopify.replace('{shop}', shop)}/admin/api/${SHOPIFY_VERSION}/graphql.json`,
      headers: { 'x-shopify-access-token': access_token },
      json: { query, variables },
    });
    const [error] = listOf(thing(value)['errors']).map(thing);
    if (error) {
      const code = thing(error['extensions'])['code'];
      throw new ConnectionFault(
        code === 'THROTTLED' ? 'rate_limited' : code === 'ACCESS_DENIED' ? 'forbidden' : 'provider_error',
        textOf(error['message']) ?? 'errors',
      );
    }
    return thing(thing(value)['data']);
  };
  const uri = hookUrl(app, row.id);
  const known = listOf(thing((await ask(SHOPIFY_LIST))['webhookSubscriptions'])['nodes']).map(thing);
  for (const topic of SHOPIFY_TOPICS) {
    if (known.some((one) => one['topic'] === topic && one['uri'] === uri)) continue;
    const made = thing((await ask(SHOPIFY_ADD, { topic, uri }))['webhookSubscriptionCreate']);
    const [refused] = listOf(made['userErrors']).map(thing);
    if (refused) throw new ConnectionFault('forbidden', `${topic}: ${textOf(refused['message']) ?? ''}`);
  }
};

const JUMPSELLER_EVENTS = [
  'order_updated',
  'order_paid',
  'order_pending',
  'order_shipped',
  'order_canceled',
  'product_created',
  'product_updated',
  'product_deleted',
];

const jumpseller: Registrar = async (app, row, { login = '', authtoken = '' }) => {
  const base = app.config.shops.jumpseller;
  const headers = { authorization: jumpsellerAuthorization({ login, authtoken }) };
  const store = thing(
    thing((await askShop(app, { url: `${base}/store/info.json`, headers })).value)['store'],
  );
  const token = textOf(store['hooks_token']);
  if (token !== null) await amendCredentials(app, row.id, { hooks_token: token });
  const url = hookUrl(app, row.id);
  const answer = (await askShop(app, { url: `${base}/hooks.json`, headers })).value;
  const known = listOf(answer).map((one) => thing(thing(one)['hook']));
  for (const event of JUMPSELLER_EVENTS) {
    if (known.some((one) => one['event'] === event && one['url'] === url)) continue;
    await askShop(app, { url: `${base}/hooks.json`, headers, json: { hook: { event, url } } });
  }
};

const WOO_TOPICS = [
  'order.created',
  'order.updated',
  'product.created',
  'product.updated',
  'product.deleted',
];

const woocommerce: Registrar = async (
  app,
  row,
  { url: shop = '', consumer_key = '', consumer_secret = '' },
) => {
  const url = `${shop.replace(/\/+$/, '')}/wp-json/wc/v3/webhooks`;
  const headers = { authorization: basic(consumer_key, consumer_secret) };
  const delivery_url = hookUrl(app, row.id);
  const { value } = await askShop(app, { url, headers, query: { per_page: '100', status: 'active' } });
  const known = listOf(value).map(thing);
  for (const topic of WOO_TOPICS) {
    if (known.some((one) => one['topic'] === topic && one['delivery_url'] === delivery_url)) continue;
    const secret = signingSecret(app, row.id);
    const name = `${app.config.product.name}: ${topic}`;
    await askShop(app, { url, headers, json: { name, topic, delivery_url, secret } });
  }
};

const VTEX_STATES = [
  'order-created',
  'payment-pending',
  'payment-approved',
  'ready-for-handling',
  'handling',
  'invoiced',
  'canceled',
];

const vtex: Registrar = async (app, row, { account = '', app_key = '', app_token = '' }) => {
  await askShop(app, {
    url: `${app.config.shops.vtex.replace('{account}', account)}/api/orders/hook/config`,
    headers: { 'x-vtex-api-appkey': app_key, 'x-vtex-api-apptoken': app_token },
    json: {
      filter: { type: 'FromWorkflow', status: VTEX_STATES },
      hook: { url: hookUrl(app, row.id), headers: {} },
    },
  });
};

/** Bsale turns them on by mail, Magento and PrestaShop have none: those are looked at by the clock. */
const REGISTRARS: Partial<Record<Provider, Registrar>> = { shopify, jumpseller, woocommerce, vtex };

/** Orders it, in the transaction that connects. */
export async function orderHooks(
  tx: Transaction,
  app: App,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: HOOKS,
    key: `${HOOKS}:${id}`,
    runAt: app.clock.now(),
    payload: { bot_id, id },
  });
}

/** Registers the work; what may pass is tried again by the queue. */
export function registerHookOrders(app: App): void {
  app.jobs.handleOutside(HOOKS, async (job) => {
    const { id } = payload.parse(job.payload);
    const row = await findConnection(app.db, id);
    if (!row) return;
    const registrar = REGISTRARS[row.provider];
    let granted = false;
    if (registrar) {
      try {
        await withGrant(app, id, openCredentials(app, row), (fresh) => registrar(app, row, fresh));
        granted = true;
      } catch (error) {
        if (!(error instanceof ConnectionFault)) throw error;
        const passes = ['unreachable', 'rate_limited', 'provider_error'].includes(error.kind);
        if (passes && job.attempts < 8) throw error;
        app.log.info({ provider: row.provider, kind: error.kind }, 'A shop takes no hooks of ours');
      }
    }
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        update connections set capabilities = capabilities || jsonb_build_object('hooks', ${granted}::boolean)
        where id = ${id}`);
      touch(tx, app, row.bot_id, ['connections']);
    });
  });
}
