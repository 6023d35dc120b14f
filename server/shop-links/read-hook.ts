/** What a shop's hook is about, as far as it is worth a look; and whether the shop has signed it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Provider } from '../../contract/entities/connection.ts';
import { type Thing, textOf, thing } from '../shops/read.ts';
import { bodySignature, sameText } from './signatures.ts';

/** What somebody goes and looks at. Nothing else of a hook is believed. */
export type Look =
  | { at: 'order'; id: string }
  | { at: 'cart'; id: string }
  | { at: 'products' }
  | { at: 'app' }
  | { at: 'privacy'; wish: 'data_request' | 'customer_redact' | 'shop_redact' };

export interface ReadHook {
  topic: string;
  delivery: string | null;
  look: Look | null;
}

const one = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

/**
 * Whether the shop's signature is right, where it has one.
 * @param secrets the connection's credentials, and the word that we gave the shop to sign with
 */
export function isSignedHook(
  provider: Provider,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: { credentials: Record<string, string>; ours: string },
): boolean {
  const by = (secret: string, header: string) => sameText(one(headers, header), bodySignature(secret, body));
  const { webhook_secret = '', hooks_token = '' } = secrets.credentials;
  switch (provider) {
    case 'shopify':
      return by(webhook_secret, 'x-shopify-hmac-sha256');
    case 'woocommerce':
      return by(secrets.ours, 'x-wc-webhook-signature') || isTrial(body);
    case 'jumpseller':
      // Until the store has told us its word, the address alone is the secret.
      return hooks_token === '' || by(hooks_token, 'jumpseller-hmac-sha256');
    default:
      return true;
  }
}

/** What WooCommerce sends to try the address out is a form, unsigned, and says nothing. */
const isTrial = (body: Buffer): boolean =>
  body.length <= 40 && /^webhook_id=\d+$/.test(body.toString('latin1'));

/** The shop that a signed body names where Shopify writes it; null: nowhere. */
export function shopOfPrivacy(body: Buffer): string | null {
  return textOf(readBodyOf(body)['shop_domain'])?.toLowerCase() ?? null;
}

const PRIVACY: Record<string, (Look & { at: 'privacy' })['wish']> = {
  'customers/data_request': 'data_request',
  'customers/redact': 'customer_redact',
  'shop/redact': 'shop_redact',
};

const order = (id: unknown): Look | null => {
  const text = textOf(id);
  return text === null || text.length > 100 ? null : { at: 'order', id: text };
};
const cart = (id: unknown): Look | null => {
  const text = textOf(id);
  return text === null || text.length > 100 ? null : { at: 'cart', id: text };
};

function shopify(topic: string, said: Thing): Look | null {
  const wish = PRIVACY[topic];
  if (wish) return { at: 'privacy', wish };
  if (topic === 'app/uninstalled') return { at: 'app' };
  if (topic.startsWith('orders/')) return order(said['id']);
  if (topic.startsWith('fulfillments/')) return order(said['order_id']);
  if (topic.startsWith('checkouts/')) return cart(said['token'] ?? said['id']);
  return topic.startsWith('products/') ? { at: 'products' } : null;
}

function jumpseller(topic: string, said: Thing): Look | null {
  const found = thing(said['order']);
  if (topic.startsWith('order_')) return order(found['id'] ?? said['id']);
  return topic.startsWith('product_') ? { at: 'products' } : null;
}

function bsale(said: Thing): Look | null {
  const topic = textOf(said['topic']) ?? '';
  if (['product', 'variant', 'price', 'stock'].includes(topic)) return { at: 'products' };
  return ['document', 'payment', 'courierOrder'].includes(topic) ? order(said['resourceId']) : null;
}

/** What is said by whom in which form. What is not understood is a hook of no look: it is kept all the same. */
export function readHook(provider: Provider, headers: IncomingHttpHeaders, body: Buffer): ReadHook {
  const said = readBodyOf(body);
  switch (provider) {
    case 'shopify': {
      const topic = one(headers, 'x-shopify-topic').slice(0, 100);
      const delivery = one(headers, 'x-shopify-webhook-id') || one(headers, 'x-shopify-event-id');
      return { topic, delivery: delivery.slice(0, 200) || null, look: shopify(topic, said) };
    }
    case 'woocommerce': {
      const topic = one(headers, 'x-wc-webhook-topic').slice(0, 100);
      const delivery = one(headers, 'x-wc-webhook-delivery-id').slice(0, 200) || null;
      if (isTrial(body)) return { topic, delivery, look: null };
      if (topic.startsWith('order.')) return { topic, delivery, look: order(said['id']) };
      return { topic, delivery, look: topic.startsWith('product.') ? { at: 'products' } : null };
    }
    case 'jumpseller': {
      const topic = one(headers, 'jumpseller-event').slice(0, 100);
      return { topic, delivery: null, look: jumpseller(topic, said) };
    }
    case 'vtex': {
      const topic = (textOf(said['State']) ?? '').slice(0, 100);
      return { topic, delivery: null, look: order(said['OrderId']) };
    }
    case 'bsale': {
      const topic = (textOf(said['topic']) ?? '').slice(0, 100);
      return { topic, delivery: null, look: bsale(said) };
    }
    default:
      return { topic: '', delivery: null, look: null };
  }
}

function readBodyOf(body: Buffer): Thing {
  try {
    return thing(JSON.parse(body.toString('utf8')));
  } catch {
    // A form, or nothing: it names nothing to look at.
    return {};
  }
}
