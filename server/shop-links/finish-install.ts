/** What a shop answered becomes a connection. */
import type { Connection } from '../../contract/entities/connection.ts';
import { connectionAdvice } from '../../contract/entities/connection-faults.ts';
import type { InstallProvider } from '../../contract/entities/shop-install.ts';
import { allows } from '../../contract/permissions.ts';
import { findLinks } from '../access/links.ts';
import { installConnection } from '../connections/connections.ts';
import { ConnectionFault, type Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession, Session } from '../platform/http/session.ts';
import { askShop } from '../shops/ask-shop.ts';
import { grantCredentials, keepRenewing } from '../shops/grants.ts';
import { textOf, thing } from '../shops/read.ts';
import { askTokens, GrantOver, type Tokens } from '../shops/token-request.ts';
import {
  ATTEMPT_LASTS,
  type Attempt,
  findAttempt,
  requireApp,
  shopAddress,
  takeAttempt,
  USED,
} from './attempts.ts';
import { isSignedQuery } from './signatures.ts';

export interface Answered {
  code: string;
  state: string;
  bot_id?: number | undefined;
}
export interface ShopifyAnswered extends Answered {
  shop: string;
  hmac: string;
  timestamp: string;
  host?: string | undefined;
}

/** The access rule of Integraciones edit at a chatbot. */
const ofBot = {
  kind: 'bot',
  in: 'body',
  name: 'bot_id',
  module: 'integraciones',
  permission: 'edit',
} as const;

/** The person's place at a bot whose connections they may change. Throws not_found or forbidden. */
export async function placeAt(app: App, session: Session, botId: number): Promise<BotSession> {
  const { link, viewer } = await app.http.gate.place(ofBot, session, {
    params: undefined,
    query: undefined,
    body: { bot_id: botId },
  });
  if (!link || !viewer) throw new Refused('not_found');
  return { ...session, link, viewer };
}

/** Signed answers are old after as long as an attempt lasts: people may sign in meanwhile. */
function isTimely(timestamp: string, now: Date): boolean {
  const age = now.getTime() - Number(timestamp) * 1000;
  return Number.isFinite(age) && age > -90_000 && age <= ATTEMPT_LASTS;
}

/** Throws rule: it is not Shopify's, or not of now. */
export async function finishShopify(
  app: App,
  providers: Providers,
  session: Session,
  given: ShopifyAnswered,
): Promise<Connection> {
  const { clientSecret } = requireApp(app, 'shopify');
  const { code, host, shop: typed, state, timestamp, hmac } = given;
  const signed = { code, shop: typed, state, timestamp, hmac, ...(host === undefined ? {} : { host }) };
  if (!isSignedQuery(signed, clientSecret) || !isTimely(timestamp, app.clock.now())) {
    throw new Refused('rule', {
      message: 'La respuesta no venía firmada por Shopify. Empieza de nuevo desde tu tienda.',
      details: { reason: 'unsigned', field: 'hmac' },
    });
  }
  const shop = shopAddress(typed);
  const attempt = await openAttempt(app, 'shopify', session, state);
  if (attempt.shop !== null && attempt.shop !== shop) {
    throw new Refused('rule', { message: 'Respondió otra tienda.', details: { field: 'shop' } });
  }
  const by = await botOf(app, session, attempt, given.bot_id);
  const tokens = await take(app, attempt, shop, code);
  const kept = { shop, webhook_secret: clientSecret };
  return connect(
    app,
    providers,
    by,
    'shopify',
    shop,
    grantCredentials('shopify', kept, tokens, app.clock.now()),
  );
}

/** The same for Jumpseller; which store it is says the token. */
export async function finishJumpseller(
  app: App,
  providers: Providers,
  session: Session,
  given: Answered,
): Promise<Connection> {
  requireApp(app, 'jumpseller');
  const attempt = await openAttempt(app, 'jumpseller', session, given.state);
  const by = await botOf(app, session, attempt, given.bot_id);
  const tokens = await take(app, attempt, '', given.code);
  const credentials = grantCredentials('jumpseller', {}, tokens, app.clock.now());
  const store = await refusing('jumpseller', () => storeOf(app, tokens));
  await requireUntyped(app, store.url);
  return connect(app, providers, by, 'jumpseller', `store:${store.code}`, {
    ...credentials,
    ...(store.hooksToken === null ? {} : { hooks_token: store.hooksToken }),
  });
}

async function storeOf(app: App, { accessToken }: Tokens) {
  const { value } = await askShop(app, {
    url: `${app.config.shops.jumpseller}/store/info.json`,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const store = thing(thing(value)['store']);
  const code = textOf(store['code']);
  if (code === null) throw new ConnectionFault('not_a_shop', 'The store names no code');
  return { code, url: textOf(store['url']), hooksToken: textOf(store['hooks_token']) };
}

/** Of one store there is one connection: by its typed token, or by the app. Throws conflict. */
async function requireUntyped(app: App, url: string | null): Promise<void> {
  if (url === null) return;
  const bare = url.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const [typed] = await app.db.query(sql`
    select 1 from connections c join bots b on b.id = c.bot_id and b.deleted_at is null
    where c.provider = 'jumpseller' and not c.installed
      and c.facts->>'url' = any(${[`https://${bare}`, `http://${bare}`]}::text[])`);
  if (!typed) return;
  throw new Refused('conflict', {
    message:
      'Esta tienda ya está conectada con su Login y Auth Token. Desconéctala antes de instalar la app.',
  });
}

/** Throws not_found (unknown, or another person's), conflict (used), rule (over). */
async function openAttempt(
  app: App,
  provider: InstallProvider,
  session: Session,
  state: string,
): Promise<Attempt> {
  const attempt = await findAttempt(app, provider, state);
  if (!attempt || (attempt.user_id !== null && attempt.user_id !== session.user.id))
    throw new Refused('not_found', { message: 'No conocemos este intento. Empieza de nuevo.' });
  if (attempt.used_at !== null) throw new Refused('conflict', { message: USED });
  if (Date.parse(attempt.expires_at) <= app.clock.now().getTime()) {
    throw new Refused('rule', {
      message: 'Este intento venció: duran 15 minutos. Empieza de nuevo.',
      details: { reason: 'expired' },
    });
  }
  return attempt;
}

/** The chatbot to connect: the attempt's own, the one that is named, or the only one that somebody may change. */
async function botOf(
  app: App,
  session: Session,
  attempt: Attempt,
  named: number | undefined,
): Promise<BotSession> {
  if (attempt.bot_id !== null) return placeAt(app, session, attempt.bot_id);
  if (named !== undefined) return placeAt(app, session, named);
  const bots = await app.db.query<{ bot_id: number }>(sql`
    select bot_id from user_bots where user_id = ${session.user.id} order by bot_id limit 500`);
  const places = await findLinks(
    app.db,
    session.user.id,
    bots.map((one) => one.bot_id),
  );
  const links = places.filter(({ role }) => allows(role.permissions, 'integraciones', 'edit'));
  const [only] = links;
  if (only && links.length === 1) return placeAt(app, session, only.bot_id);
  throw new Refused('rule', {
    message:
      links.length === 0
        ? 'Primero crea un chatbot, o pide permiso para sus integraciones.'
        : 'Elige qué chatbot atenderá esta tienda.',
    details: { field: 'bot_id' },
  });
}

/** Uses the attempt and the code, both once. Throws conflict, rule. */
async function take(app: App, attempt: Attempt, shop: string, code: string): Promise<Tokens> {
  await takeAttempt(app, attempt);
  return refusing(attempt.provider, async () => {
    try {
      return await askTokens(app, attempt.provider, shop, { grant: 'code', code });
    } catch (error) {
      if (!(error instanceof GrantOver)) throw error;
      throw new ConnectionFault('unauthorized', `The code was refused: ${error.message}`);
    }
  });
}

async function refusing<T>(provider: InstallProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    const { kind } = error;
    throw new Refused('rule', {
      message:
        kind === 'unauthorized'
          ? 'La tienda ya no acepta este intento. Empieza de nuevo.'
          : connectionAdvice(provider, kind),
      details: { kind },
    });
  }
}

async function connect(
  app: App,
  providers: Providers,
  by: BotSession,
  provider: InstallProvider,
  account: string,
  credentials: Record<string, string>,
): Promise<Connection> {
  return installConnection(app, providers, by, { provider, account, credentials }, (tx, row) =>
    keepRenewing(tx, app, row, credentials),
  );
}
