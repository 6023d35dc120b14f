/** The shops that can be connected and read, as the rooms of connections and products want them. */
import type { ShopProvider } from '../../contract/entities/connection.ts';
import type { ProviderPort, Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { withGrant } from './grants.ts';
import { jumpseller } from './jumpseller.ts';
import { magento } from './magento.ts';
import type { ProductSource, ProductSources } from './port.ts';
import { prestashop } from './prestashop.ts';
import type { Shop } from './shop.ts';
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

/** How each kind of shop is checked, and how its products are read. */
export function shops(app: App): { providers: Providers; sources: ProductSources } {
  const both = <C extends Record<string, string>>(shop: Shop<C>) => ({
    port: portOf(app, shop),
    source: sourceOf(app, shop),
  });
  const all: Partial<Record<ShopProvider, ReturnType<typeof both>>> = {
    shopify: both(shopify),
    woocommerce: both(woocommerce),
    jumpseller: both(jumpseller),
    vtex: both(vtex),
    magento: both(magento),
    prestashop: both(prestashop),
  };
  const of = <T>(pick: (one: ReturnType<typeof both>) => T) =>
    Object.fromEntries(Object.entries(all).map(([provider, one]) => [provider, pick(one)]));
  return { providers: of(({ port }) => port), sources: of(({ source }) => source) };
}
