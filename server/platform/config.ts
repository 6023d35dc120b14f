/** The settings of docs/protocol.md's table, read from the environment once, at start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { parsedUrl } from '../../contract/parsed-url.ts';
import { readPublicUrl } from './outbound/public-address.ts';
import { StartError } from './start-error.ts';

/** How long a connection may be silent, in milliseconds. */
export interface ConnectionTimes {
  /** Until the head of a request is there; also how long a new connection may be silent. */
  head: number;
  /** Until a request with its body is there. */
  request: number;
  /** The same where files come: 16 MB over a slow mobile network. */
  upload: number;
  /** Without a byte in either direction. */
  idle: number;
}

export interface Config {
  /** NODE_ENV=production: no demo secret, no demo data unless asked for. */
  production: boolean;
  port: number;
  host: string;
  /** What links in mails, snippets and webhooks start with; no trailing slash. */
  publicUrl: string;
  /** Fastify's form: off, all, a number of hops, or addresses and ranges. */
  trustProxy: boolean | number | string[];
  /** Null: made and kept in dataDir (demo only). */
  appSecret: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Where several processes meet; null: this is the only one. */
  redisUrl: string | null;
  smtpUrl: string | null;
  /** The From of mails; null: the product's name at the host of `publicUrl`. */
  mailFrom: string | null;
  /** At which address mail comes in, and what signs it at `POST /hooks/mail`; null: it does not. */
  mailIn: { address: string; secret: string } | null;
  /** Where the facts of a new agent are posted (docs/product.md §7), and the key of its signature; both or none. */
  agentWebhook: { url: string; secret: string } | null;
  /** 'auto': on an empty database with a loopback host and not in production. */
  seed: 'auto' | 'demo' | 'none';
  product: { name: string; slug: string };
  /** Lower case. */
  staffEmails: string[];
  /** Internal accounts need a second factor; false: the demo on this machine, whose passwords everybody knows. */
  staffSecondFactor: boolean;
  staffConversationsUrl: string | null;
  /** Web Push keys; null: made once and kept in the database. */
  vapid: { publicKey: string; privateKey: string } | null;
  /** Whom a push service may write to: mailto: or https. */
  vapidSubject: string;
  /** Origins of push services that need not be public https: a company's own, or a test's. */
  pushTrustedOrigins: string[];
  /** Origins that documents, webhooks and the language model may use though they are not public https. */
  outboundTrustedOrigins: string[];
  /** Where Meta's Graph is, with its version; no trailing slash. */
  graphBaseUrl: string;
  /** Where Instagram's own Graph is, likewise. */
  instagramGraphBaseUrl: string;
  /** Where the shops of one host are; `{shop}` and `{account}` are filled in. No trailing slash. */
  shops: { shopify: string; vtex: string; jumpseller: string; bsale: string };
  /** Who collects money for plans; null: not set up. */
  payments: {
    flow: { apiUrl: string; apiKey: string; secretKey: string } | null;
    stripe: { apiUrl: string; secretKey: string; webhookSecret: string } | null;
  };
  /** The apps by which shops are installed with a click; null: that install is not offered. */
  installs: { jumpsellerAccounts: string; shopify: InstallApp | null; jumpseller: InstallApp | null };
  /** The language model that bots may ask; null: there is none. */
  llm: LlmConfig | null;
  /** What turns sentences into vectors of meaning; null: bots understand by words alone. */
  embeddings: EmbeddingsConfig | null;
  /** How long connections may take, and how many there are. */
  connections: { times: ConnectionTimes; most: number };
  /** What shows it may read /metrics; null: only this machine may. */
  metricsToken: string | null;
}

/** What a shop platform knows this installation by. */
export interface InstallApp {
  clientId: string;
  clientSecret: string;
}

/** A server of OpenAI's wire form, with what the installation grants each bot a day. */
export interface LlmConfig {
  /** No trailing slash; `/chat/completions` follows. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  dailyTokens: number;
  /** Milliseconds until the first word, and for the whole answer. */
  timeouts: { first: number; whole: number };
}

/** A server of OpenAI's wire form, or a model in a folder; with what the installation grants each bot a day. */
export type EmbeddingsConfig = (
  | { kind: 'remote'; url: string; apiKey: string | null; model: string }
  | { kind: 'local'; folder: string }
) & {
  dailyTexts: number;
  /** Milliseconds: what a customer's answer may wait for it, and a batch of examples. */
  timeouts: { ask: number; learn: number };
};

/** An unset variable and an empty one are the same. */
const text = (fallback?: string) =>
  z.pipe(
    z.transform((value: unknown) => {
      const given = typeof value === 'string' ? value.trim() : '';
      return given === '' ? (fallback ?? null) : given;
    }),
    z.nullable(z.string()),
  );

const url = (protocols: RegExp) => (value: string | null) =>
  value === null || protocols.test(parsedUrl(value)?.protocol ?? '');
const httpUrl = url(/^https?:$/);
const email = /^[^\s@,]+@[^\s@,]+$/;

/** A key pair of P-256 as `web-push generate-vapid-keys` prints it. */
const vapidKey = (length: number) => (value: string | null) =>
  value === null || (/^[A-Za-z0-9_-]+$/.test(value) && value.length === length);

const list = (value: string | null) =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Null: not understood. */
function readTrustProxy(value: string | null): Config['trustProxy'] | null {
  const word = value?.toLowerCase() ?? 'off';
  if (['off', 'false', '0', 'no'].includes(word)) return false;
  if (['on', 'true', 'yes'].includes(word)) return true;
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const entries = list(word);
  const known = ['loopback', 'linklocal', 'uniquelocal'];
  return entries.every((entry) => known.includes(entry) || isIP(entry.split('/', 1)[0] ?? '') !== 0)
    ? entries
    : null;
}

/** @throws StartError when a provider is half set */
function readPayments(
  given: Record<
    | 'FLOW_API_URL'
    | 'FLOW_API_KEY'
    | 'FLOW_SECRET_KEY'
    | 'STRIPE_API_URL'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET',
    string | null
  >,
): Config['payments'] {
  const address = (value: string | null) => (value ?? '').replace(/\/+$/, '');
  const { FLOW_API_KEY: apiKey, FLOW_SECRET_KEY: flowSecret } = given;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if ((apiKey === null) !== (flowSecret === null))
    throw new StartError('FLOW_API_KEY y FLOW_SECRET_KEY van juntas: falta una de las dos.');
  if ((secretKey === null) !== (webhookSecret === null))
    throw new StartError('STRIPE_SECRET_KEY y STRIPE_WEBHOOK_SECRET van juntas: falta una de las dos.');
  return {
    flow:
      apiKey === null || flowSecret === null
        ? null
        : { apiUrl: address(given.FLOW_API_URL), apiKey, secretKey: flowSecret },
    stripe:
      secretKey === null || webhookSecret === null
        ? null
        : { apiUrl: address(given.STRIPE_API_URL), secretKey, webhookSecret },
  };
}

/** @throws StartError when it is half set, or leads to a private network that the settings don't name */
function readLlm(
  given: Record<'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL' | 'LLM_DAILY_TOKENS', string | null>,
  trusted: readonly string[],
): LlmConfig | null {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = given;
  if (baseUrl === null) return null;
  if (model === null)
    throw new StartError('Falta LLM_MODEL: el nombre del modelo que atiende en LLM_BASE_URL.');
  if (!readPublicUrl(baseUrl, trusted))
    throw new StartError(
      'LLM_BASE_URL debe ser una dirección https pública. Una red privada se permite nombrando su origen en OUTBOUND_TRUSTED_ORIGINS.',
    );
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    model,
    dailyTokens: Number(given.LLM_DAILY_TOKENS),
    timeouts: { first: 10_000, whole: 30_000 },
  };
}

/** @throws StartError when it is half set or set twice, or leads to a private network that the settings don't name */
function readEmbeddings(
  given: Record<
    | 'EMBEDDINGS_URL'
    | 'EMBEDDINGS_KEY'
    | 'EMBEDDINGS_MODEL'
    | 'EMBEDDINGS_MODEL_DIR'
    | 'EMBEDDINGS_DAILY_TEXTS',
    string | null
  >,
  trusted: readonly string[],
): EmbeddingsConfig | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_MODEL_DIR: folder } = given;
  const shared = {
    dailyTexts: Number(given.EMBEDDINGS_DAILY_TEXTS),
    timeouts: { ask: 800, learn: 30_000 },
  };
  if (url !== null && folder !== null)
    throw new StartError('EMBEDDINGS_URL y EMBEDDINGS_MODEL_DIR se excluyen: deja una de las dos.');
  if (folder !== null) return { kind: 'local', folder: resolve(folder), ...shared };
  if (url === null) return null;
  if (model === null)
    throw new StartError('Falta EMBEDDINGS_MODEL: el nombre del modelo que atiende en EMBEDDINGS_URL.');
  if (!readPublicUrl(url, trusted))
    throw new StartError(
      'EMBEDDINGS_URL debe ser una dirección https pública. Una red privada se permite nombrando su origen en OUTBOUND_TRUSTED_ORIGINS.',
    );
  return { kind: 'remote', url: url.replace(/\/+$/, ''), apiKey: given.EMBEDDINGS_KEY, model, ...shared };
}

/** @throws StartError when one of the two is missing */
function installApp(name: string, clientId: string | null, clientSecret: string | null): InstallApp | null {
  if (clientId === null && clientSecret === null) return null;
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  const missing = clientId === null ? 'CLIENT_ID' : 'CLIENT_SECRET';
  throw new StartError(`Falta ${name}_${missing}: la instalación necesita los dos.`);
}

/** The address of a listener as a browser on the same machine writes it. */
export function addressOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${port}`;
}

/** Whether only this machine can reach the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @param fallback may have one name in braces */
const shopUrl = (name: string, fallback: string) =>
  text(fallback).check(
    z.refine(
      (v) => v === null || httpUrl(v.replace(/\{[a-z]+\}/, 'x')),
      `${name} debe ser una dirección http o https`,
    ),
  );

const environment = z.object({
  NODE_ENV: text(),
  PORT: text('3000').check(
    z.refine(
      (v) => v !== null && /^\d{1,5}$/.test(v) && Number(v) <= 65_535,
      'PORT debe ser un número entre 0 y 65535',
    ),
  ),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: text().check(z.refine(httpUrl, 'PUBLIC_URL debe ser una dirección http o https')),
  TRUST_PROXY: text().check(
    z.refine(
      (v) => readTrustProxy(v) !== null,
      'TRUST_PROXY admite off, on, un número de saltos o direcciones IP separadas por comas',
    ),
  ),
  APP_SECRET: text().check(
    z.refine((v) => v === null || v.length >= 32, 'APP_SECRET debe tener al menos 32 caracteres'),
  ),
  DATA_DIR: text('./.data'),
  DATABASE_URL: text().check(z.refine(url(/^postgres(ql)?:$/), 'DATABASE_URL debe empezar con postgres://')),
  REDIS_URL: text().check(z.refine(url(/^rediss?:$/), 'REDIS_URL debe empezar con redis:// o rediss://')),
  SMTP_URL: text().check(z.refine(url(/^smtps?:$/), 'SMTP_URL debe empezar con smtp:// o smtps://')),
  MAIL_FROM: text().check(
    z.refine(
      (v) => v === null || /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(v),
      'MAIL_FROM debe ser un correo, con o sin nombre: Charla <hola@ejemplo.cl>',
    ),
  ),
  MAIL_IN: text().check(
    z.refine(
      (v) => v === null || /^[a-z0-9._-]{1,20}@[a-z0-9.-]+$/i.test(v),
      'MAIL_IN debe ser un correo sin nombre, con hasta 20 caracteres antes de la arroba: tickets@in.ejemplo.cl',
    ),
  ),
  MAIL_IN_SECRET: text().check(
    z.refine((v) => v === null || v.length >= 16, 'MAIL_IN_SECRET debe tener al menos 16 caracteres'),
  ),
  AGENT_WEBHOOK_URL: text().check(z.refine(httpUrl, 'AGENT_WEBHOOK_URL debe ser una dirección http o https')),
  AGENT_WEBHOOK_SECRET: text().check(
    z.refine((v) => v === null || v.length >= 16, 'AGENT_WEBHOOK_SECRET debe tener al menos 16 caracteres'),
  ),
  SEED: text().check(z.refine((v) => v === null || v === 'demo' || v === 'none', 'SEED admite demo o none')),
  PRODUCT_NAME: text('Charla').check(
    z.refine((v) => v !== null && v.length <= 40, 'PRODUCT_NAME admite hasta 40 caracteres'),
  ),
  PRODUCT_SLUG: text('charla').check(
    z.refine(
      (v) => v !== null && /^[a-z][a-z0-9-]{0,30}$/.test(v),
      'PRODUCT_SLUG admite minúsculas, números y guiones, y empieza con una letra',
    ),
  ),
  STAFF_EMAILS: text().check(
    z.refine(
      (v) => list(v).every((entry) => email.test(entry)),
      'STAFF_EMAILS debe ser una lista de correos separados por comas',
    ),
  ),
  STAFF_CONVERSATIONS_URL: text().check(
    z.refine(httpUrl, 'STAFF_CONVERSATIONS_URL debe ser una dirección http o https'),
  ),
  VAPID_PUBLIC_KEY: text().check(
    z.refine(vapidKey(87), 'VAPID_PUBLIC_KEY debe tener 87 caracteres base64url'),
  ),
  VAPID_PRIVATE_KEY: text().check(
    z.refine(vapidKey(43), 'VAPID_PRIVATE_KEY debe tener 43 caracteres base64url'),
  ),
  VAPID_SUBJECT: text().check(
    z.refine(
      (v) =>
        v === null ||
        /^mailto:[^\s@]+@[^\s@]+$/.test(v) ||
        (parsedUrl(v) !== null && v.startsWith('https://')),
      'VAPID_SUBJECT debe ser mailto:correo o una dirección https',
    ),
  ),
  MAX_CONNECTIONS: text('20000').check(
    z.refine(
      (v) => v !== null && /^\d{2,6}$/.test(v),
      'MAX_CONNECTIONS debe ser un número entre 10 y 999999',
    ),
  ),
  METRICS_TOKEN: text().check(
    z.refine((v) => v === null || v.length >= 16, 'METRICS_TOKEN debe tener al menos 16 caracteres'),
  ),
  OUTBOUND_TRUSTED_ORIGINS: text().check(
    z.refine(
      (v) => list(v).every((entry) => httpUrl(entry)),
      'OUTBOUND_TRUSTED_ORIGINS debe ser una lista de direcciones http o https separadas por comas',
    ),
  ),
  GRAPH_BASE_URL: text('https://graph.facebook.com/v23.0').check(
    z.refine(httpUrl, 'GRAPH_BASE_URL debe ser una dirección http o https'),
  ),
  INSTAGRAM_GRAPH_BASE_URL: text('https://graph.instagram.com/v23.0').check(
    z.refine(httpUrl, 'INSTAGRAM_GRAPH_BASE_URL debe ser una dirección http o https'),
  ),
  SHOPIFY_BASE_URL: shopUrl('SHOPIFY_BASE_URL', 'https://{shop}'),
  VTEX_BASE_URL: shopUrl('VTEX_BASE_URL', 'https://{account}.vtexcommercestable.com.br'),
  JUMPSELLER_API_URL: shopUrl('JUMPSELLER_API_URL', 'https://api.jumpseller.com/v1'),
  BSALE_API_URL: shopUrl('BSALE_API_URL', 'https://api.bsale.io'),
  FLOW_API_URL: text('https://www.flow.cl/api').check(
    z.refine(httpUrl, 'FLOW_API_URL debe ser una dirección http o https'),
  ),
  FLOW_API_KEY: text(),
  FLOW_SECRET_KEY: text(),
  STRIPE_API_URL: text('https://api.stripe.com').check(
    z.refine(httpUrl, 'STRIPE_API_URL debe ser una dirección http o https'),
  ),
  STRIPE_SECRET_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  JUMPSELLER_ACCOUNTS_URL: shopUrl('JUMPSELLER_ACCOUNTS_URL', 'https://accounts.jumpseller.com'),
  SHOPIFY_CLIENT_ID: text(),
  SHOPIFY_CLIENT_SECRET: text(),
  JUMPSELLER_CLIENT_ID: text(),
  JUMPSELLER_CLIENT_SECRET: text(),
  LLM_BASE_URL: text().check(z.refine(httpUrl, 'LLM_BASE_URL debe ser una dirección http o https')),
  LLM_API_KEY: text(),
  LLM_MODEL: text(),
  LLM_DAILY_TOKENS: text('200000').check(
    z.refine(
      (v) => v !== null && /^\d{4,9}$/.test(v),
      'LLM_DAILY_TOKENS debe ser un número de al menos cuatro cifras',
    ),
  ),
  EMBEDDINGS_URL: text().check(z.refine(httpUrl, 'EMBEDDINGS_URL debe ser una dirección http o https')),
  EMBEDDINGS_KEY: text(),
  EMBEDDINGS_MODEL: text(),
  EMBEDDINGS_MODEL_DIR: text(),
  EMBEDDINGS_DAILY_TEXTS: text('20000').check(
    z.refine(
      (v) => v !== null && /^\d{3,9}$/.test(v),
      'EMBEDDINGS_DAILY_TEXTS debe ser un número de al menos tres cifras',
    ),
  ),
  PUSH_TRUSTED_ORIGINS: text().check(
    z.refine(
      (v) => list(v).every((entry) => httpUrl(entry)),
      'PUSH_TRUSTED_ORIGINS debe ser una lista de direcciones http o https separadas por comas',
    ),
  ),
});

/** The names of all settings, for whatever hands them on (deploy/). */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

/**
 * Whom a push service may write to about this installation (RFC 8292 `sub`): its https address, else the mail sender.
 * Only the demo has neither; a name that belongs to nobody stands there, and push services that insist refuse it.
 */
function pushContact(publicUrl: string, mailFrom: string | null, slug: string | null): string {
  if (publicUrl.startsWith('https://')) return publicUrl;
  const sender = mailFrom?.match(/[^\s@<>]+@[^\s@<>]+/)?.[0];
  return `mailto:${sender ?? `avisos@${slug ?? 'charla'}.invalid`}`;
}

/**
 * Reads the settings. Throws `StartError` with one Spanish line that names the variable at fault.
 * @param env normally process.env
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(Object.fromEntries(SETTINGS.map((name) => [name, env[name]])));
  if (!parsed.success) {
    const reasons = [...new Set(parsed.error.issues.map((issue) => issue.message))];
    throw new StartError(`La configuración no es válida. ${reasons.join('. ')}.`);
  }
  const given = parsed.data;
  const production = given.NODE_ENV === 'production';
  const host = given.HOST ?? '127.0.0.1';
  const port = Number(given.PORT);
  if (production && given.APP_SECRET === null) {
    throw new StartError(
      'Falta APP_SECRET: en producción debe ser un texto secreto de al menos 32 caracteres (por ejemplo, la salida de «openssl rand -hex 32»).',
    );
  }
  if (given.REDIS_URL !== null && given.DATABASE_URL === null) {
    throw new StartError(
      'REDIS_URL une varios procesos, y la base de datos integrada admite uno solo: falta DATABASE_URL.',
    );
  }
  if (given.REDIS_URL !== null && given.APP_SECRET === null) {
    throw new StartError('Falta APP_SECRET: con REDIS_URL todos los procesos deben compartir el mismo.');
  }
  if ((given.MAIL_IN === null) !== (given.MAIL_IN_SECRET === null))
    throw new StartError('MAIL_IN y MAIL_IN_SECRET van juntas: falta una de las dos.');
  if (given.AGENT_WEBHOOK_URL !== null && given.AGENT_WEBHOOK_SECRET === null) {
    throw new StartError(
      'Falta AGENT_WEBHOOK_SECRET: con él se firman los avisos a AGENT_WEBHOOK_URL (al menos 16 caracteres).',
    );
  }
  if ((given.VAPID_PUBLIC_KEY === null) !== (given.VAPID_PRIVATE_KEY === null)) {
    throw new StartError('VAPID_PUBLIC_KEY y VAPID_PRIVATE_KEY van juntas: falta una de las dos.');
  }
  const outboundTrustedOrigins = list(given.OUTBOUND_TRUSTED_ORIGINS).map((entry) => new URL(entry).origin);
  const publicUrl = (given.PUBLIC_URL ?? addressOf(host, port)).replace(/\/+$/, '');
  return {
    production,
    port,
    host,
    publicUrl,
    trustProxy: readTrustProxy(given.TRUST_PROXY) ?? false,
    appSecret: given.APP_SECRET,
    dataDir: resolve(given.DATA_DIR ?? './.data'),
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    mailIn:
      given.MAIL_IN !== null && given.MAIL_IN_SECRET !== null
        ? { address: given.MAIL_IN.toLowerCase(), secret: given.MAIL_IN_SECRET }
        : null,
    agentWebhook:
      given.AGENT_WEBHOOK_URL !== null && given.AGENT_WEBHOOK_SECRET !== null
        ? { url: given.AGENT_WEBHOOK_URL, secret: given.AGENT_WEBHOOK_SECRET }
        : null,
    seed: given.SEED === 'demo' || given.SEED === 'none' ? given.SEED : 'auto',
    product: { name: given.PRODUCT_NAME ?? 'Charla', slug: given.PRODUCT_SLUG ?? 'charla' },
    staffEmails: list(given.STAFF_EMAILS).map((entry) => entry.toLowerCase()),
    staffSecondFactor: true,
    staffConversationsUrl: given.STAFF_CONVERSATIONS_URL,
    vapid:
      given.VAPID_PUBLIC_KEY !== null && given.VAPID_PRIVATE_KEY !== null
        ? { publicKey: given.VAPID_PUBLIC_KEY, privateKey: given.VAPID_PRIVATE_KEY }
        : null,
    vapidSubject: given.VAPID_SUBJECT ?? pushContact(publicUrl, given.MAIL_FROM, given.PRODUCT_SLUG),
    outboundTrustedOrigins,
    graphBaseUrl: (given.GRAPH_BASE_URL ?? '').replace(/\/+$/, ''),
    instagramGraphBaseUrl: (given.INSTAGRAM_GRAPH_BASE_URL ?? '').replace(/\/+$/, ''),
    shops: {
      shopify: (given.SHOPIFY_BASE_URL ?? '').replace(/\/+$/, ''),
      vtex: (given.VTEX_BASE_URL ?? '').replace(/\/+$/, ''),
      jumpseller: (given.JUMPSELLER_API_URL ?? '').replace(/\/+$/, ''),
      bsale: (given.BSALE_API_URL ?? '').replace(/\/+$/, ''),
    },
    payments: readPayments(given),
    installs: {
      jumpsellerAccounts: (given.JUMPSELLER_ACCOUNTS_URL ?? '').replace(/\/+$/, ''),
      shopify: installApp('SHOPIFY', given.SHOPIFY_CLIENT_ID, given.SHOPIFY_CLIENT_SECRET),
      jumpseller: installApp('JUMPSELLER', given.JUMPSELLER_CLIENT_ID, given.JUMPSELLER_CLIENT_SECRET),
    },
    llm: readLlm(given, outboundTrustedOrigins),
    embeddings: readEmbeddings(given, outboundTrustedOrigins),
    connections: {
      times: { head: 15_000, request: 30_000, upload: 5 * 60_000, idle: 90_000 },
      most: Number(given.MAX_CONNECTIONS),
    },
    metricsToken: given.METRICS_TOKEN,
    pushTrustedOrigins: list(given.PUSH_TRUSTED_ORIGINS).map((entry) => new URL(entry).origin),
  };
}
