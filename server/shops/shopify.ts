/** Shopify: pages by cursor. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { granted } from './granted.ts';
import type { ProductPage, SourceProduct, SourceVariant } from './port.ts';
import {
  countOf,
  listOf,
  listOrFault,
  listPriceOf,
  priceOf,
  readCursor,
  readEach,
  type Thing,
  textOf,
  thing,
} from './read.ts';
import type { Asking, Shop } from './shop.ts';
import { askShopify, type ShopifyCredentials, TooCostly } from './shopify-ask.ts';
import { shopifyCarts, shopifyOrders } from './shopify-orders.ts';

type Credentials = ShopifyCredentials;

const SHOP = '{ shop { name currencyCode primaryDomain { url } } }';
const ORDERS = '{ orders(first: 1) { nodes { id } } }';
const CARTS = '{ abandonedCheckouts(first: 1) { nodes { id } } }';
const PRODUCTS = `query ($first: Int!, $after: String) {
  shop { currencyCode }
  productsCount(query: "status:active") { count }
  products(first: $first, after: $after, query: "status:active") {
    nodes {
      id legacyResourceId title onlineStoreUrl totalInventory tracksInventory
      featuredMedia { preview { image { url } } }
      variants(first: 100) {
        nodes { id title sku price compareAtPrice inventoryQuantity availableForSale inventoryItem { tracked } }
        pageInfo { hasNextPage }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const asking = { app, credentials };
  const shop = thing((await askShopify(asking, SHOP)).data['shop']);
  await askShopify(asking, PRODUCTS, { first: 1, after: null });
  const orders = await granted(() => askShopify(asking, ORDERS));
  const carts = await granted(() => askShopify(asking, CARTS));
  return {
    name: textOf(shop['name']) ?? credentials.shop,
    capabilities: { products: true, orders, failed_payments: orders, carts, cart_links: carts },
    facts: { url: textOf(thing(shop['primaryDomain'])['url']), currency: textOf(shop['currencyCode']) },
  };
}

function variant(item: Thing): SourceVariant {
  return {
    id: textOf(item['id']) ?? '',
    // Of a product without variants Shopify makes one with this name.
    title: item['title'] === 'Default Title' ? '' : (textOf(item['title']) ?? ''),
    sku: textOf(item['sku']),
    price: priceOf(item['price']),
    stock: thing(item['inventoryItem'])['tracked'] === false ? null : countOf(item['inventoryQuantity']),
    available: item['availableForSale'] === true,
  };
}

function product(item: Thing, currency: string): SourceProduct {
  const nodes = listOf(thing(item['variants'])['nodes']).map(thing);
  // The cheapest is what the shop shows as the price.
  const cheapest = nodes.toSorted((a, b) => Number(a['price']) - Number(b['price']))[0] ?? {};
  const price = priceOf(cheapest['price']);
  const image = thing(thing(thing(item['featuredMedia'])['preview'])['image']);
  return {
    external_id: textOf(item['legacyResourceId']) ?? textOf(item['id']) ?? '',
    title: textOf(item['title']) ?? '',
    price,
    list_price: listPriceOf(priceOf(cheapest['compareAtPrice']), price),
    currency,
    stock: item['tracksInventory'] === false ? null : countOf(item['totalInventory']),
    available: nodes.some((one) => one['availableForSale'] === true),
    image: textOf(image['url']),
    url: textOf(item['onlineStoreUrl']),
    variants: nodes.length > 1 ? nodes.map(variant) : [],
  };
}

const PAGE = 50;

/** How many products a question may ask for depends on the shop's plan: half as many, until it is taken. */
async function productsFrom(asking: Asking<Credentials>, after: string | null, first: number) {
  for (let size = first; ; size = Math.floor(size / 2)) {
    try {
      return { size, ...(await askShopify(asking, PRODUCTS, { first: size, after })) };
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      if (size === 1) throw new ConnectionFault('provider_error', error.message);
    }
  }
}

async function page(
  app: App,
  credentials: Credentials,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ProductPage> {
  const at = readCursor(cursor);
  const after = textOf(at?.['after']);
  const asking = { app, credentials, signal };
  const { data, size, wait } = await productsFrom(asking, after, countOf(at?.['size']) ?? PAGE);
  const products = thing(data['products']);
  const currency = textOf(thing(data['shop'])['currencyCode']) ?? '';
  const info = thing(products['pageInfo']);
  const nodes = listOrFault(products['nodes'], 'products.nodes');
  const read = readEach(nodes, 'products.nodes', (item) => product(item, currency));
  const end = info['hasNextPage'] === true ? textOf(info['endCursor']) : null;
  const cut = nodes.flatMap((item, place) =>
    thing(thing(thing(item)['variants'])['pageInfo'])['hasNextPage'] === true
      ? [
          {
            path: `products.nodes[${place}].variants`,
            message: 'Tiene más de 100 variantes: se leen las primeras.',
          },
        ]
      : [],
  );
  return {
    ...read,
    warnings: [...read.warnings, ...cut],
    next: end === null ? null : JSON.stringify({ after: end, size }),
    total: countOf(thing(data['productsCount'])['count']),
    wait,
  };
}

export const shopify: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.shopify,
  account: ({ shop }) => shop,
  check,
  page,
  orders: shopifyOrders,
  carts: shopifyCarts,
};
