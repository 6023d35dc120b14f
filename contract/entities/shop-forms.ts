/** What people read when they connect a shop: what its form asks, and where that is found (docs/product.md §10). */
import type { ShopProvider } from './connection.ts';

interface ShopField {
  name: string;
  label: string;
  /** Hidden while it is typed. */
  secret?: true;
  optional?: true;
  /** Says which shop it is: it can't change when the connection is mended. */
  kept?: true;
  hint?: string;
}

const URL_FIELD: ShopField = {
  name: 'url',
  label: 'Dirección de la tienda',
  kept: true,
  hint: 'https://mitienda.cl',
};
const ACCESS_TOKEN: ShopField = { name: 'access_token', label: 'Token de acceso', secret: true };
const CONSUMER_KEY: ShopField = { name: 'consumer_key', label: 'Clave del consumidor' };
const CONSUMER_SECRET: ShopField = {
  name: 'consumer_secret',
  label: 'Secreto del consumidor',
  secret: true,
};

/** What the form of each asks, in its order. */
export const SHOP_FIELDS: Record<ShopProvider, readonly ShopField[]> = {
  shopify: [
    { name: 'shop', label: 'Tienda', kept: true, hint: 'mi-tienda.myshopify.com' },
    { ...ACCESS_TOKEN, label: 'Token de acceso de Admin API' },
    { name: 'webhook_secret', label: 'Secreto de la app (firma los webhooks)', secret: true },
  ],
  vtex: [
    { name: 'account', label: 'Cuenta', kept: true, hint: 'mitienda' },
    { name: 'app_key', label: 'App Key' },
    { name: 'app_token', label: 'App Token', secret: true },
  ],
  woocommerce: [URL_FIELD, CONSUMER_KEY, CONSUMER_SECRET],
  bsale: [ACCESS_TOKEN],
  magento: [
    URL_FIELD,
    { name: 'store', label: 'Vista de tienda (opcional)', optional: true, hint: 'default' },
    ACCESS_TOKEN,
    { ...CONSUMER_KEY, label: 'Clave del consumidor (opcional)', optional: true },
    { ...CONSUMER_SECRET, label: 'Secreto del consumidor (opcional)', optional: true },
    {
      name: 'access_token_secret',
      label: 'Secreto del token (opcional)',
      secret: true,
      optional: true,
    },
  ],
  jumpseller: [
    { name: 'login', label: 'Login de la API' },
    { name: 'authtoken', label: 'Auth Token', secret: true },
  ],
  prestashop: [URL_FIELD, { name: 'key', label: 'Clave del webservice', secret: true }],
};

/** Where each of them is found in the shop's own administration. */
export const SHOP_STEPS: Record<ShopProvider, readonly string[]> = {
  shopify: [
    'En Shopify, abre Configuración › Apps y canales de ventas › Desarrollar apps y crea una app.',
    'Dale los permisos read_products, read_orders y read_inventory, e instálala.',
    'Copia el token de acceso de Admin API (empieza con shpat_) y, en las credenciales, el secreto de la app.',
  ],
  vtex: [
    'En el Admin de VTEX, abre Configuración de la cuenta › Claves de aplicación y genera una clave.',
    'Dale un rol que pueda leer el catálogo y los pedidos (OMS).',
    'Copia la App Key y el App Token: el token se muestra una sola vez.',
  ],
  woocommerce: [
    'En WordPress, abre Ajustes › Enlaces permanentes y elige cualquiera que no sea «Simple».',
    'En WooCommerce › Ajustes › Avanzado › REST API agrega una clave con permiso de lectura.',
    'Copia la clave (ck_…) y el secreto (cs_…): el secreto se muestra una sola vez.',
  ],
  bsale: [
    'Pide a Bsale tu token de acceso a la API (ayuda@bsale.app) o cópialo de tu cuenta de desarrollador.',
    'Pégalo abajo: solo lo usamos para leer productos, precios, stock y pedidos.',
  ],
  magento: [
    'En el Admin, abre Sistema › Integraciones, crea una con lectura de catálogo y ventas, y actívala.',
    'Copia el token de acceso. Si tu Magento no lo acepta solo, copia también los otros tres datos.',
  ],
  jumpseller: [
    'En el panel de Jumpseller, abre tu cuenta y la sección «Cuenta y API».',
    'Copia el Login y el Auth Token.',
  ],
  prestashop: [
    'En el panel, abre Parámetros avanzados › Webservice y actívalo.',
    'Agrega una clave con permiso de ver (GET) en products, stock_availables, orders, order_states y customers.',
  ],
};
