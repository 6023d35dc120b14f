/** A server whose shops are the playground's, for tests of what is asked of them. */
import { SHOP_PROVIDERS, type ShopProvider } from '../../contract/entities/connection.ts';
import type { Product, ProductSync } from '../../contract/entities/product.ts';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { NO_SHOP_FAULTS } from '../../playground/shops/faults.ts';
import type { Store } from '../../playground/shops/store.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import type { OpenShop, ShopReader } from './port.ts';
import { shops } from './shops.ts';

export interface ShopWorld {
  server: TestServer;
  playground: Playground;
  /** Each shop has a bot of its own, and its owner. */
  botOf(provider: ShopProvider): number;
  ownerOf(provider: ShopProvider): Person;
  /** Makes them. */
  begin(provider: ShopProvider): Promise<void>;
  store(provider: ShopProvider): Store;
  /** Nothing in it, all in order. */
  clear(provider: ShopProvider): Store;
  open(provider: ShopProvider, credentials?: Record<string, string>): OpenShop;
  reader(provider: ShopProvider): ShopReader;
  connect(
    provider: ShopProvider,
    credentials?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>;
  /** Another day, and the bot's shops are read. */
  read(provider: ShopProvider): Promise<{ products: Product[]; sync: ProductSync }>;
  close(): Promise<void>;
}

const DAY = 24 * 60 * 60_000;

export async function shopWorld(): Promise<ShopWorld> {
  let clock = () => Date.now();
  const playground = await startPlayground(0, () => clock());
  const at = (name: ShopProvider) => `${playground.url}/shops/${name}`;
  const server = await startTestServer({
    outboundTrustedOrigins: [playground.url],
    shops: {
      shopify: at('shopify'),
      vtex: at('vtex'),
      jumpseller: `${at('jumpseller')}/v1`,
      bsale: at('bsale'),
    },
  });
  clock = () => server.app.clock.now().getTime();
  const { readers } = shops(server.app);
  const owners = new Map<ShopProvider, Person>();
  const botOf = (provider: ShopProvider) => 64 + SHOP_PROVIDERS.indexOf(provider);
  const ownerOf = (provider: ShopProvider) => {
    const owner = owners.get(provider);
    if (!owner) throw new Error(`${provider} was not begun`);
    return owner;
  };
  const world: ShopWorld = {
    server,
    playground,
    botOf,
    ownerOf,
    async begin(provider) {
      const owner = await server.addPerson(`olga.${provider}`);
      await server.addBot(botOf(provider));
      await server.link(owner, botOf(provider), 'propietario');
      owners.set(provider, owner);
    },
    store: (provider) => playground.shops[provider],
    clear(provider) {
      const store = playground.shops[provider];
      Object.assign(store, { products: [], customers: [], carts: [], orders: [], currency: 'CLP' });
      Object.assign(store.faults, NO_SHOP_FAULTS);
      store.asked.length = 0;
      return store;
    },
    open: (provider, credentials) => ({
      id: provider,
      provider,
      account: provider,
      credentials: credentials ?? playground.shops[provider].credentials,
    }),
    reader(provider) {
      const reader = readers[provider];
      if (!reader) throw new Error(`Nobody reads ${provider}`);
      return reader;
    },
    connect: (provider, credentials = playground.shops[provider].credentials) =>
      server.call('POST', '/svc/main/connections', {
        as: ownerOf(provider),
        body: { bot_id: botOf(provider), provider, credentials },
      }),
    async read(provider) {
      const botId = botOf(provider);
      const owner = ownerOf(provider);
      const ask = (path: string) => server.call('GET', path, { as: owner });
      server.pass(DAY);
      const name = provider === 'vtex' ? 'vtex-charge-products' : 'others-charge-products';
      const body = { bot_id: botId, name };
      const begun = await server.call('POST', '/svc/loader/charge_products_trigger', { as: owner, body });
      if (begun.status !== 202)
        throw new Error(`The reading was answered ${begun.status}: ${JSON.stringify(begun.body)}`);
      for (let turn = 0; turn < 12; turn += 1) {
        await server.app.jobs.runDue();
        server.pass(60_000);
      }
      const syncs = await ask(`/svc/loader/product_syncs?bot_id=${botId}`);
      const [sync] = syncs.body as ProductSync[];
      if (!sync) throw new Error('There is no reading');
      const products: Product[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { body: list } = await ask(`/svc/main/products?bot_id=${botId}&page=${page}`);
        const found = list as { products: Product[]; pages: number };
        products.push(...found.products);
        pages = found.pages;
      }
      return { products, sync };
    },
    async close() {
      await server.close();
      await playground.close();
    },
  };
  return world;
}
