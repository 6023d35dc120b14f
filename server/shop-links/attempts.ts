/** Attempts to install a shop: begun by a person or by nobody yet, answered by the shop, used once within 15 minutes. */
import { randomBytes } from 'node:crypto';
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { INSTALL_PROVIDERS, type InstallProvider } from '../../contract/entities/shop-install.ts';
import type { App } from '../platform/app.ts';
import type { InstallApp } from '../platform/config.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { callbackUrl } from '../shops/token-request.ts';
import { hashOf } from './signatures.ts';

/** Milliseconds. */
export const ATTEMPT_LASTS = 15 * 60_000;

const SCOPES: Record<InstallProvider, string> = {
  shopify: 'read_products,read_inventory,read_orders,read_customers,manage_abandoned_checkouts',
  jumpseller: 'read_products read_orders read_customers read_store read_hooks write_hooks',
};
const LABELS: Record<InstallProvider, string> = { shopify: 'Shopify', jumpseller: 'Jumpseller' };

/** What each install is, and what of the settings it lacks. */
export const offeredInstalls = ({ config }: Pick<App, 'config'>) =>
  INSTALL_PROVIDERS.map((provider) => {
    const offered = config.installs[provider] !== null;
    const name = provider.toUpperCase();
    return { provider, offered, missing: offered ? [] : [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] };
  });

/** Throws rule: it is not offered, and what is missing. */
export function requireApp({ config }: Pick<App, 'config'>, provider: InstallProvider): InstallApp {
  const known = config.installs[provider];
  if (known) return known;
  const name = provider.toUpperCase();
  throw new Refused('rule', {
    message: `La instalación de ${LABELS[provider]} no está disponible: falta configurar ${name}_CLIENT_ID y ${name}_CLIENT_SECRET.`,
    details: { missing: [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] },
  });
}

/** A Shopify shop's address as it is kept. Throws rule. */
export function shopAddress(typed: string | undefined): string {
  const parsed = SHOP_CREDENTIALS.shopify.shape.shop.safeParse(typed ?? '');
  if (parsed.success) return parsed.data;
  throw new Refused('rule', {
    message: parsed.error.issues[0]?.message ?? 'Escribe la dirección de tu tienda.',
    details: { field: 'shop' },
  });
}

export interface Attempt {
  id: string;
  provider: InstallProvider;
  shop: string | null;
  bot_id: number | null;
  user_id: number | null;
  expires_at: string;
  used_at: string | null;
}

/** Begins one. @returns where the shop asks its owner. Throws rule. */
export async function beginAttempt(
  app: App,
  given: {
    provider: InstallProvider;
    shop?: string | undefined;
    botId: number | null;
    userId: number | null;
  },
): Promise<string> {
  const { provider, botId, userId } = given;
  const { clientId } = requireApp(app, provider);
  const shop = provider === 'shopify' ? shopAddress(given.shop) : null;
  const state = randomBytes(24).toString('base64url');
  const now = app.clock.now();
  await app.db.query(sql`
      insert into shop_attempts (id, state_hash, provider, shop, bot_id, user_id, expires_at)
      values (${app.ids()}, ${hashOf(state)}, ${provider}, ${shop}, ${botId}, ${userId},
        ${new Date(now.getTime() + ATTEMPT_LASTS)})`);
  return consentUrl(app, provider, { clientId, shop, state });
}

function consentUrl(
  app: App,
  provider: InstallProvider,
  { clientId, shop, state }: { clientId: string; shop: string | null; state: string },
): string {
  const shared = { client_id: clientId, redirect_uri: callbackUrl(app, provider), state };
  const url =
    provider === 'shopify'
      ? new URL(`${app.config.shops.shopify.replace('{shop}', shop ?? '')}/admin/oauth/authorize`)
      : new URL(`${app.config.installs.jumpsellerAccounts}/oauth/authorize`);
  const query = provider === 'shopify' ? shared : { ...shared, response_type: 'code' };
  for (const [name, value] of Object.entries({ ...query, scope: SCOPES[provider] }))
    url.searchParams.set(name, value);
  // A space as %20: Shopify's own stand-ins read nothing else.
  return url.href.replaceAll('+', '%20');
}

/** The attempt that a word of the shop's answer names, whatever has become of it; null: none. */
export async function findAttempt(
  app: Pick<App, 'db'>,
  provider: InstallProvider,
  state: string,
): Promise<Attempt | null> {
  const [row] = await app.db.query<Attempt>(sql`
    select id, provider, shop, bot_id, user_id, expires_at, used_at from shop_attempts
    where state_hash = ${hashOf(state)} and provider = ${provider}`);
  return row ?? null;
}

/** Whether it may still be used. */
export const isOpen = (attempt: Attempt, now: Date): boolean =>
  attempt.used_at === null && Date.parse(attempt.expires_at) > now.getTime();

/** Takes it: of two that try only one gets it. Throws conflict. */
export async function takeAttempt(app: App, { id }: Attempt): Promise<void> {
  const taken = await app.db.query(sql`
    update shop_attempts set used_at = ${app.clock.now()} where id = ${id} and used_at is null returning id`);
  if (taken.length === 0) throw new Refused('conflict', { message: USED });
}
export const USED = 'Este intento ya se usó. Empieza de nuevo para conectar la tienda.';
