/** The seven shops with what is typed to connect them, and something on their shelves. */

import type { Stores } from './serve.ts';
import { SHOPS, type ShopName, Store } from './store.ts';

const TITLES: Record<ShopName, string> = {
  shopify: 'Café Norte',
  woocommerce: 'Tazas del Sur',
  jumpseller: 'Andes Outdoor',
  vtex: 'andes',
  bsale: 'Ferretería Maipo',
  magento: 'Muebles Roble',
  prestashop: 'Libros Lluvia',
};

function credentialsOf(name: ShopName, root: string): Record<string, string> {
  const url = `${root}/shops/${name}`;
  if (name === 'shopify')
    return { shop: 'cafe-norte.myshopify.com', access_token: 'shpat_prueba', webhook_secret: 'whsec_prueba' };
  if (name === 'woocommerce') return { url, consumer_key: 'ck_prueba', consumer_secret: 'cs_prueba' };
  if (name === 'jumpseller') return { login: 'login-de-prueba', authtoken: 'token-de-prueba' };
  if (name === 'vtex') return { account: 'andes', app_key: 'vtexappkey-andes', app_token: 'token-de-prueba' };
  if (name === 'bsale') return { access_token: 'token-de-prueba' };
  if (name === 'magento')
    return {
      url,
      store: 'default',
      access_token: 'at-prueba',
      consumer_key: 'ck-prueba',
      consumer_secret: 'cs&prueba',
      access_token_secret: 'ats+prueba',
    };
  return { url, key: 'CLAVEDEPRUEBA' };
}

/** @param root where the playground listens */
export const makeStores = (root: string, now: () => number): Stores =>
  Object.fromEntries(
    SHOPS.map((name) => [name, new Store(name, TITLES[name], credentialsOf(name, root), now)]),
  ) as Stores;

const SHELVES: [name: string, price: string, stock: number | null, listPrice: string | null][] = [
  ['Polera Piqué', '12990', 8, '15990'],
  ['Polar azul', '29990', 3, null],
  ['Taza esmaltada', '7990', 40, null],
  ['Café de Colombia 250 g', '9490', null, null],
  ['Mochila 30 L', '54990', 0, '64990'],
  ['Botella térmica', '18990', 12, null],
];

/** Something to buy, in sizes where there are some. */
export function stock(store: Store): void {
  for (const [name, price, count, listPrice] of SHELVES) {
    const sizes = name.startsWith('Pol') ? ['S', 'M', 'L'] : [];
    store.addProduct({
      name,
      price,
      listPrice,
      stock: count,
      variants: sizes.map((size, at) => ({
        name: size,
        sku: `${name.slice(0, 3)}-${size}`,
        price,
        stock: at === 2 ? 0 : count,
      })),
    });
  }
}
