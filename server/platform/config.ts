/** The settings of wire.md's table, read from the environment once, at start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from './database/start-error.ts';

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
  smtpUrl: string | null;
  /** The From of mails; null: the product's name at the host of `publicUrl`. */
  mailFrom: string | null;
  /** Where the facts of a new agent are posted (spec §7), and the key of its signature; both or none. */
  agentWebhook: { url: string; secret: string } | null;
  /** 'auto': on an empty database with a loopback host and not in production. */
  seed: 'auto' | 'demo' | 'none';
  product: { name: string; slug: string };
  /** Lower case. */
  staffEmails: string[];
  staffConversationsUrl: string | null;
}

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
  value === null || (URL.canParse(value) && protocols.test(new URL(value).protocol));
const httpUrl = url(/^https?:$/);
const email = /^[^\s@,]+@[^\s@,]+$/;

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

/** The address of a listener as a browser on the same machine writes it. */
export function addressOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${port}`;
}

/** Whether only this machine can reach the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

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
  REDIS_URL: text().check(
    z.refine(
      (v) => v === null,
      'REDIS_URL todavía no está disponible en esta versión: quítala para iniciar con un solo proceso',
    ),
  ),
  SMTP_URL: text().check(z.refine(url(/^smtps?:$/), 'SMTP_URL debe empezar con smtp:// o smtps://')),
  MAIL_FROM: text().check(
    z.refine(
      (v) => v === null || /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(v),
      'MAIL_FROM debe ser un correo, con o sin nombre: Charla <hola@ejemplo.cl>',
    ),
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
});

/**
 * Reads the settings. Throws `StartError` with one Spanish line that names the variable at fault.
 * @param env normally process.env
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.keys(environment.shape).map((name) => [name, env[name]])),
  );
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
  if (given.AGENT_WEBHOOK_URL !== null && given.AGENT_WEBHOOK_SECRET === null) {
    throw new StartError(
      'Falta AGENT_WEBHOOK_SECRET: con él se firman los avisos a AGENT_WEBHOOK_URL (al menos 16 caracteres).',
    );
  }
  return {
    production,
    port,
    host,
    publicUrl: (given.PUBLIC_URL ?? addressOf(host, port)).replace(/\/+$/, ''),
    trustProxy: readTrustProxy(given.TRUST_PROXY) ?? false,
    appSecret: given.APP_SECRET,
    dataDir: resolve(given.DATA_DIR ?? './.data'),
    databaseUrl: given.DATABASE_URL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    agentWebhook:
      given.AGENT_WEBHOOK_URL !== null && given.AGENT_WEBHOOK_SECRET !== null
        ? { url: given.AGENT_WEBHOOK_URL, secret: given.AGENT_WEBHOOK_SECRET }
        : null,
    seed: given.SEED === 'demo' || given.SEED === 'none' ? given.SEED : 'auto',
    product: { name: given.PRODUCT_NAME ?? 'Charla', slug: given.PRODUCT_SLUG ?? 'charla' },
    staffEmails: list(given.STAFF_EMAILS).map((entry) => entry.toLowerCase()),
    staffConversationsUrl: given.STAFF_CONVERSATIONS_URL,
  };
}
