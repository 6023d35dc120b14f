/** What may be asked of a shop, measured at each check; and why some shops never answer some of it. */
import type { ShopProvider } from './connection.ts';

export const SHOP_CAPABILITIES = ['products', 'orders', 'failed_payments', 'carts', 'cart_links'] as const;
/** `cart_links`: carts come with a link that opens them as they were left. */
export type ShopCapability = (typeof SHOP_CAPABILITIES)[number];

export const CAPABILITY_LABELS: Record<ShopCapability, string> = {
  products: 'Productos',
  orders: 'Pedidos',
  failed_payments: 'Pagos fallidos',
  carts: 'Carros abandonados',
  cart_links: 'Enlace al carro',
};

const NEVER: Partial<Record<ShopProvider, Partial<Record<ShopCapability, string>>>> = {
  woocommerce: {
    carts:
      'WooCommerce no guarda los carros abandonados: los informa la página de tu tienda, con el código de Carro abandonado.',
    cart_links: 'Los carros que informa tu página traen su propio enlace.',
  },
  magento: { cart_links: 'Magento no entrega un enlace que abra el carro de un cliente.' },
  prestashop: { cart_links: 'PrestaShop no entrega un enlace que abra el carro de un cliente.' },
};

/** Why a shop of this kind never has it, whatever it is granted; null: it can be granted. */
export const neverHas = (provider: ShopProvider, capability: ShopCapability): string | null =>
  NEVER[provider]?.[capability] ?? null;
