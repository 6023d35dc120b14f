/** The shops that can be connected and read, as the rooms of connections and products want them. */
import type { ShopProvider } from '../../contract/entities/connection.ts';
import type { ProviderPort, Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { bsale } from './bsale.ts';
import { withGrant } from './grants.ts';
import { jumpseller } from './jumpseller.ts';
import { magento } from './magento.ts';
import type { OpenShop, ProductSource, ProductSources, ShopReader, ShopReaders } from './port.ts';
import { prestashop } from './prestashop.ts';
import type { Asking, Shop } from './shop.ts';
import { shopify } from './shopify.ts';
import { vtex } from './vtex.ts';
import { woocommerce } from './woocommerce.ts';

function portOf<C extends Record<string, string>>(app: App, shop: Shop<C>): ProviderPort {
  return {
    credentials: shop.credentials,
    account: (given) => ({ account: shop.account(shop.credentials.parse(given)), parent: null }),
    check: async (given, connection) =>
      withGrant(app, connection?.id ?? null, given, (fresh) =>
        shop.check(app, shop.credentials.parse(fresh)),
      ),
  };
}

const sourceOf =
  <C extends Record<string, string>>(app: App, shop: Shop<C>): ProductSource =>
  async ({ id, credentials }, cursor, signal) =>
    withGrant(app, id, credentials, (fresh) => shop.page(app, shop.credentials.parse(fresh), cursor, signal));

function readerOf<C extends Record<string, string>>(app: App, shop: Shop<C>): ShopReader {
  const { orders, carts, till } = shop;
  const using = <T>(
    { id, credentials }: OpenShop,
    signal: AbortSignal,
    ask: (asking: Asking<C>) => Promise<T>,
  ): Promise<T> =>
    withGrant(app, id, credentials, (fresh) =>
      ask({ app, credentials: shop.credentials.parse(fresh), signal }),
    );
  return {
    ordersByNumber: async (of, number, signal) =>
      using(of, signal, (asking) => orders.byNumber(asking, number)),
    order: async (of, id, signal) => using(of, signal, (asking) => orders.byId(asking, id)),
    ordersOfClient: async (of, client, signal) =>
      using(of, signal, (asking) => orders.ofClient(asking, client)),
    ordersChanged: async (of, stretch, cursor, signal) =>
      using(of, signal, (asking) => orders.changed(asking, stretch, cursor)),
    failedPayments: async (of, stretch, cursor, signal) =>
      using(of, signal, (asking) => orders.unpaid(asking, stretch, cursor)),
    abandonedCarts:
      carts &&
      (async (of, stretch, cursor, signal) =>
        using(of, signal, (asking) => carts.left(asking, stretch, cursor))),
    cart: carts && (async (of, id, signal) => using(of, signal, (asking) => carts.byId(asking, id))),
    till: till
      ? {
          within: async (of, stretch, cursor, signal) =>
            using(of, signal, (asking) => till.within(asking, stretch, cursor)),
          byId: async (of, id, signal) => using(of, signal, (asking) => till.byId(asking, id)),
          sold: async (of, things, signal) => using(of, signal, (asking) => till.sold(asking, things)),
        }
      : null,
  };
}

/** How each kind of shop is checked, how its products are read, and what else is asked of it. */
export function shops(app: App): { providers: Providers; sources: ProductSources; readers: ShopReaders } {
  const parts = <C extends Record<string, string>>(shop: Shop<C>) => ({
    port: portOf(app, shop),
    source: sourceOf(app, shop),
    reader: readerOf(app, shop),
  });
  const all: Record<ShopProvider, ReturnType<typeof parts>> = {
    shopify: parts(shopify),
    woocommerce: parts(woocommerce),
    jumpseller: parts(jumpseller),
    vtex: parts(vtex),
    magento: parts(magento),
    prestashop: parts(prestashop),
    bsale: parts(bsale),
  };
  const of = <T>(pick: (one: ReturnType<typeof parts>) => T) =>
    Object.fromEntries(Object.entries(all).map(([provider, one]) => [provider, pick(one)]));
  return {
    providers: of(({ port }) => port),
    sources: of(({ source }) => source),
    readers: of(({ reader }) => reader),
  };
}
