/** What is said of a shop's connection. */
import type { Connection, ShopProvider } from '../../../contract/entities/connection.ts';

/** Whom each is for, in a line. */
export const ABOUT: Record<ShopProvider, string> = {
  shopify: 'Tu tienda en Shopify, con una app propia.',
  vtex: 'Tu cuenta de VTEX, con una clave de aplicación.',
  woocommerce: 'Tu tienda en WordPress, con una clave de la REST API.',
  bsale: 'Tu tienda y tu inventario en Bsale, con su token.',
  magento: 'Magento 2 o Adobe Commerce, con una integración.',
  jumpseller: 'Tu tienda en Jumpseller, con Login y Auth Token.',
  prestashop: 'Tu tienda en PrestaShop, con una clave del webservice.',
};

/** What of a shop is used, in the order in which people look for it. */
const CAPABILITIES: readonly [string, string][] = [
  ['products', 'Productos'],
  ['orders', 'Pedidos'],
  ['customer_orders', 'Pedidos de un cliente'],
  ['carts', 'Carros abandonados'],
  ['failed_payments', 'Pagos fallidos'],
  ['hooks', 'Avisos al instante'],
];

/** What the shop grants of it, in words; nothing that it has not spoken of. */
export function capabilitiesOf({ capabilities }: Pick<Connection, 'capabilities'>): {
  name: string;
  label: string;
  granted: boolean;
}[] {
  return CAPABILITIES.flatMap(([name, label]) => {
    const granted = capabilities[name];
    return granted === undefined ? [] : [{ name, label, granted }];
  });
}

const FACTS: readonly [string, string][] = [
  ['url', 'Dirección'],
  ['domain', 'Dirección'],
  ['currency', 'Moneda'],
  ['version', 'Versión'],
];

/** Name and value of each fact that is known. */
export function shopFacts({ facts }: Pick<Connection, 'facts'>): [string, string][] {
  return FACTS.flatMap(([name, label]) => {
    const value = facts[name];
    return value ? [[label, value] as [string, string]] : [];
  });
}
