/**
 * What connects each shop (docs/product.md §10): the credentials by the provider's own names, read by the form and by
 * the server with the same rules, and what people read of them.
 */
import * as z from 'zod/mini';
import type { Provider } from './connection.ts';

export const SHOP_PROVIDERS = [
  'shopify',
  'vtex',
  'woocommerce',
  'bsale',
  'magento',
  'jumpseller',
  'prestashop',
] as const satisfies readonly Provider[];
export type ShopProvider = (typeof SHOP_PROVIDERS)[number];

/** Typed or pasted: without the blanks around it, in one line of visible characters, as a header can carry it. */
const secret = (name: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, `Falta ${name}.`), z.maxLength(2000))
    .check(
      z.regex(/^[\x21-\x7e]*$/, `Copia ${name} de nuevo: trae espacios o caracteres que no corresponden.`),
    );
const orNothing = (name: string) =>
  z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(2000))
      .check(
        z.regex(/^[\x21-\x7e]*$/, `Copia ${name} de nuevo: trae espacios o caracteres que no corresponden.`),
      ),
    '',
  );

/** The address of a shop as people paste it, as it is asked for: with its scheme, without query, fragment and last slash. */
function shopAddress(typed: string): string {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  // A line break would be swallowed and what follows it taken for a part of the path.
  if (/\s/.test(text) || !URL.canParse(whole)) return text;
  const { origin, pathname, username, password } = new URL(whole);
  // Secrets in an address would be written down with it.
  if (origin === 'null' || username !== '' || password !== '') return text;
  return `${origin}${pathname.replace(/\/(wp-admin|wp-json|admin|api|index\.php)(\/.*)?$/, '').replace(/\/+$/, '')}`;
}

const isAddress = (text: string) =>
  /^https?:\/\/[^/@\s]+\.[^/@\s]+(\/[^@\s]*)?$/.test(text) && URL.canParse(text);
/** A port or a bare name is a local stand-in; whether the server may go there decides the check of addresses. */
const address = z
  .string()
  .check(z.maxLength(500), z.overwrite(shopAddress))
  .check(
    z.refine(
      (text) => isAddress(text) || /^http:\/\/localhost(:\d+)?(\/|$)/.test(text),
      'Escribe la dirección de tu tienda, por ejemplo https://mitienda.cl.',
    ),
  );

/** `https://Mi-Tienda.myshopify.com/admin` and `mi-tienda` are `mi-tienda.myshopify.com`. */
function shopifyShop(typed: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
  return /^[a-z0-9][a-z0-9-]*$/.test(host) ? `${host}.myshopify.com` : host;
}
/** Whatever else was typed would be an address that others choose. */
const SHOPIFY_SHOP = /^[a-z0-9][a-z0-9-]*\.(myshopify\.com|shopify\.com|myshopify\.io|shop\.dev)$/;

/** The credentials of each shop; what comes out is what is kept and sent. */
export const SHOP_CREDENTIALS = {
  shopify: z.object({
    shop: z
      .string()
      .check(z.maxLength(200), z.overwrite(shopifyShop))
      .check(z.regex(SHOPIFY_SHOP, 'Escribe la dirección de tu tienda en Shopify: mi-tienda.myshopify.com.')),
    access_token: secret('el token de acceso'),
    webhook_secret: secret('el secreto de los webhooks'),
  }),
  vtex: z.object({
    account: z
      .string()
      .check(z.trim(), z.toLowerCase())
      .check(
        z.regex(
          /^[a-z0-9][a-z0-9-]{0,60}$/,
          'Escribe solo el nombre de la cuenta, como aparece antes de .myvtex.com.',
        ),
      ),
    app_key: secret('la clave de aplicación (App Key)'),
    app_token: secret('el token de aplicación (App Token)'),
  }),
  woocommerce: z.object({
    url: address,
    consumer_key: secret('la clave del consumidor').check(
      z.startsWith('ck_', 'La clave del consumidor empieza con ck_.'),
    ),
    consumer_secret: secret('el secreto del consumidor').check(
      z.startsWith('cs_', 'El secreto del consumidor empieza con cs_.'),
    ),
  }),
  bsale: z.object({ access_token: secret('el token de acceso') }),
  magento: z
    .object({
      url: address,
      store: z._default(
        z
          .string()
          .check(
            z.trim(),
            z.overwrite((text) => (text === '' ? 'default' : text)),
          )
          .check(z.regex(/^[a-zA-Z0-9_]{1,60}$/, 'El código de la vista tiene solo letras, números y _.')),
        'default',
      ),
      access_token: secret('el token de acceso'),
      consumer_key: orNothing('la clave del consumidor'),
      consumer_secret: orNothing('el secreto del consumidor'),
      access_token_secret: orNothing('el secreto del token'),
    })
    .check(
      z.refine(
        ({ consumer_key, consumer_secret, access_token_secret }) =>
          [consumer_key, consumer_secret, access_token_secret].every((one) => one === '') ||
          [consumer_key, consumer_secret, access_token_secret].every((one) => one !== ''),
        {
          error:
            'Para firmar hacen falta los tres: clave y secreto del consumidor y secreto del token. O déjalos vacíos.',
          path: ['consumer_key'],
        },
      ),
    ),
  jumpseller: z.object({
    login: secret('el login de la API'),
    authtoken: secret('el token de la API (auth token)'),
  }),
  prestashop: z.object({ url: address, key: secret('la clave del webservice') }),
} as const satisfies Record<ShopProvider, z.ZodMiniType>;

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
