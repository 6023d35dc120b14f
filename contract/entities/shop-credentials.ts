/**
 * What connects each shop (docs/product.md §10): the credentials by the provider's own names, read by the form and by
 * the server with the same rules.
 */
import * as z from 'zod/mini';
import { parsedUrl } from '../parsed-url.ts';
import type { ShopProvider } from './connection.ts';

/** Typed or pasted: without the blanks around it, in one line of visible characters, as a header can carry it. */
const secretOrNothing = (name: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(2000),
      z.regex(/^[\x21-\x7e]*$/, `Copia ${name} de nuevo: trae espacios o caracteres que no corresponden.`),
    );
const secret = (name: string) => secretOrNothing(name).check(z.minLength(1, `Falta ${name}.`));
const orNothing = (name: string) => z._default(secretOrNothing(name), '');

/** The address of a shop as people paste it, as it is asked for: with its scheme, without query, fragment and last slash. */
function shopAddress(typed: string): string {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  // A line break would be swallowed and what follows it taken for a part of the path.
  const url = /\s/.test(text) ? null : parsedUrl(whole);
  if (!url) return text;
  const { origin, pathname, username, password } = url;
  // Secrets in an address would be written down with it.
  if (origin === 'null' || username !== '' || password !== '') return text;
  return `${origin}${pathname.replace(/\/(wp-admin|wp-json|admin|api|index\.php)(\/.*)?$/, '').replace(/\/+$/, '')}`;
}

const isAddress = (text: string) =>
  /^https?:\/\/[^/@\s]+\.[^/@\s]+(\/[^@\s]*)?$/.test(text) && parsedUrl(text) !== null;
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
          new Set([consumer_key, consumer_secret, access_token_secret].map((one) => one === '')).size === 1,
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
