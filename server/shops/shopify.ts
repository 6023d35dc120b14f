/** Shopify's GraphQL: pages by cursor; what throttles or refuses answers 200 with `errors`. */
import type * as z from 'zod/mini';
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { askShop } from './ask-shop.ts';
import { granted } from './granted.ts';
import type { ProductPage, SourceProduct, SourceVariant } from './port.ts';
import {
  countOf,
  listOf,
  listOrFault,
  listPriceOf,
  priceOf,
  readEach,
  type Thing,
  textOf,
  thing,
} from './read.ts';
import type { Shop } from './shop.ts';

type Credentials = z.infer<typeof SHOP_CREDENTIALS.shopify>;
/** Each version lives twelve months. */
const VERSION = '2026-10';

const SHOP = '{ shop { name currencyCode primaryDomain { url } } }';
const ORDERS = '{ orders(first: 1) { nodes { id } } }';
const PRODUCTS = `query ($after: String) {
  shop { currencyCode }
  productsCount(query: "status:active") { count }
  products(first: 50, after: $after, query: "status:active") {
    nodes {
      id legacyResourceId title onlineStoreUrl totalInventory tracksInventory
      featuredMedia { preview { image { url } } }
      variants(first: 100) {
        nodes { id title sku price compareAtPrice inventoryQuantity availableForSale inventoryItem { tracked } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

async function ask(
  app: App,
  { shop, access_token }: Credentials,
  query: string,
  variables: Thing = {},
  signal?: AbortSignal,
): Promise<Thing> {
  const { value } = await askShop(app, {
    url: `${app.config.shops.shopify.replace('{shop}', shop)}/admin/api/${VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': access_token },
    json: { query, variables },
    signal,
  });
  const [error] = listOf(thing(value)['errors']).map(thing);
  if (error) throw new ConnectionFault(kindOf(error), textOf(error['message']) ?? 'errors');
  return thing(thing(value)['data']);
}

function kindOf(error: Thing): ConnectionFault['kind'] {
  const code = thing(error['extensions'])['code'];
  if (code === 'THROTTLED') return 'rate_limited';
  return code === 'ACCESS_DENIED' ? 'forbidden' : 'provider_error';
}

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const shop = thing((await ask(app, credentials, SHOP))['shop']);
  await ask(app, credentials, PRODUCTS);
  const orders = await granted(() => ask(app, credentials, ORDERS));
  return {
    name: textOf(shop['name']) ?? credentials.shop,
    capabilities: { products: true, orders },
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

async function page(
  app: App,
  credentials: Credentials,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ProductPage> {
  const data = await ask(app, credentials, PRODUCTS, { after: cursor }, signal);
  const products = thing(data['products']);
  const currency = textOf(thing(data['shop'])['currencyCode']) ?? '';
  const info = thing(products['pageInfo']);
  return {
    ...readEach(listOrFault(products['nodes'], 'products.nodes'), 'products.nodes', (item) =>
      product(item, currency),
    ),
    next: info['hasNextPage'] === true ? textOf(info['endCursor']) : null,
    total: countOf(thing(data['productsCount'])['count']),
  };
}

export const shopify: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.shopify,
  account: ({ shop }) => shop,
  check,
  page,
};
