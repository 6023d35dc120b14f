/** A bot's link to an outside account: channels and shops in one table, with health that is measured (docs/product.md §10). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';

/** Those through which customers write. */
const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;
export const SHOP_PROVIDERS = [
  'shopify',
  'vtex',
  'woocommerce',
  'bsale',
  'magento',
  'jumpseller',
  'prestashop',
] as const;
export type ShopProvider = (typeof SHOP_PROVIDERS)[number];
export const PROVIDERS = [...CHANNELS, ...SHOP_PROVIDERS] as const;
export const provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof provider>;
/** Open to the question whether any provider is one of them. */
export const CHANNEL_PROVIDERS: readonly Provider[] = CHANNELS;

export const CONNECTION_STATES = ['ok', 'degraded', 'needs_reconnect', 'paused'] as const;
export const connectionState = z.enum(CONNECTION_STATES);
export type ConnectionState = z.infer<typeof connectionState>;

/** Why a provider could not be used. */
export const FAULT_KINDS = [
  'unreachable',
  'tls',
  'not_a_shop',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'provider_error',
  /** Nothing comes in for much longer than ever, while what is sent arrives. */
  'silent',
  /** The app was removed at the shop; what was read is kept for 30 days. */
  'uninstalled',
] as const;
export const faultKind = z.enum(FAULT_KINDS);
export type FaultKind = z.infer<typeof faultKind>;

export const connection = z.object({
  id: textId,
  bot_id: numericId,
  provider,
  name: z.string(),
  state: connectionState,
  last_ok: z.nullable(instant),
  /** The message says what to do, in Spanish. */
  last_error: z.nullable(z.object({ kind: faultKind, message: z.string(), at: instant })),
  /** What may be done through it, as the provider granted it. */
  capabilities: z.record(z.string(), z.boolean()),
  /** What the provider said of the account: its number, its quality. */
  facts: z.record(z.string(), z.nullable(z.string())),
  paused: z.boolean(),
  /** After a restore nothing leaves by it until an owner says so. */
  held: z.boolean(),
  /** It came by an install with a click: it is mended by another one, not by typing. */
  installed: z.optional(z.boolean()),
  created_at: instant,
});
export type Connection = z.infer<typeof connection>;

/** What somebody without Integraciones sees of it. */
export const connectionName = z.object({ name: z.string(), provider, state: connectionState });
