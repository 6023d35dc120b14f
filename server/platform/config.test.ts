import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const production = { NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32) };

it('has a default for everything in the demo', () => {
  expect(readConfig({})).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
    appSecret: null,
    dataDir: resolve('./.data'),
    databaseUrl: null,
    redisUrl: null,
    connections: {
      times: { head: 15_000, request: 30_000, upload: 300_000, idle: 90_000 },
      most: 20_000,
    },
    metricsToken: null,
    smtpUrl: null,
    mailFrom: null,
    mailIn: null,
    agentWebhook: null,
    seed: 'auto',
    product: { name: 'Charla', slug: 'charla' },
    staffEmails: [],
    staffSecondFactor: true,
    staffConversationsUrl: null,
    vapid: null,
    vapidSubject: 'mailto:avisos@charla.invalid',
    pushTrustedOrigins: [],
    outboundTrustedOrigins: [],
    payments: { flow: null, stripe: null },
    graphBaseUrl: 'https://graph.facebook.com/v23.0',
    instagramGraphBaseUrl: 'https://graph.instagram.com/v23.0',
    shops: {
      shopify: 'https://{shop}',
      vtex: 'https://{account}.vtexcommercestable.com.br',
      jumpseller: 'https://api.jumpseller.com/v1',
      bsale: 'https://api.bsale.io',
    },
    installs: { shopify: null, jumpseller: null, jumpsellerAccounts: 'https://accounts.jumpseller.com' },
    llm: null,
    embeddings: null,
  });
});

it('takes a language model at a public address, or at one that the settings name', () => {
  const own = {
    LLM_BASE_URL: 'http://127.0.0.1:11434/v1/',
    LLM_MODEL: 'llama',
    OUTBOUND_TRUSTED_ORIGINS: 'http://127.0.0.1:11434/',
  };
  expect(readConfig(own).llm).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'llama',
    apiKey: null,
    dailyTokens: 200_000,
  });
  expect(readConfig({ LLM_BASE_URL: 'https://api.ejemplo.cl/v1', LLM_MODEL: 'm' }).llm).not.toBeNull();
});

it('takes meanings from a server or from a folder', () => {
  expect(readConfig({}).embeddings).toBeNull();
  expect(
    readConfig({ EMBEDDINGS_URL: 'https://api.ejemplo.cl/v1/', EMBEDDINGS_MODEL: 'm' }).embeddings,
  ).toMatchObject({ kind: 'remote', url: 'https://api.ejemplo.cl/v1', apiKey: null, model: 'm' });
  expect(readConfig({ EMBEDDINGS_MODEL_DIR: '/modelo' }).embeddings).toMatchObject({
    kind: 'local',
    folder: '/modelo',
    dailyTexts: 20_000,
  });
});

it('reads what is given; an empty variable counts as unset', () => {
  const config = readConfig({
    ...production,
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://panel.example.cl/',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    DATABASE_URL: '',
    SEED: 'demo',
    STAFF_EMAILS: 'Uno@example.cl, dos@example.cl',
  });
  expect(config).toMatchObject({
    production: true,
    port: 8080,
    publicUrl: 'https://panel.example.cl',
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    databaseUrl: null,
    seed: 'demo',
    staffEmails: ['uno@example.cl', 'dos@example.cl'],
  });
});

it.each([
  [{ PUBLIC_URL: 'https://panel.example.cl', MAIL_FROM: 'hola@example.cl' }, 'https://panel.example.cl'],
  [{ MAIL_FROM: 'Charla <hola@example.cl>' }, 'mailto:hola@example.cl'],
  [{ VAPID_SUBJECT: 'mailto:push@example.cl', MAIL_FROM: 'hola@example.cl' }, 'mailto:push@example.cl'],
])('says whom a push service may write to: %o', (given, subject) => {
  expect(readConfig(given).vapidSubject).toBe(subject);
});

it.each([
  ['on', true],
  ['off', false],
  ['2', 2],
])('reads TRUST_PROXY=%s', (given, expected) => {
  expect(readConfig({ TRUST_PROXY: given }).trustProxy).toBe(expected);
});

describe('one clear line for each mistake', () => {
  it.each([
    [{ NODE_ENV: 'production' }, /^Falta APP_SECRET: /],
    [{ APP_SECRET: 'corto' }, /APP_SECRET debe tener al menos 32/],
    [{ PORT: 'tres mil' }, /PORT debe ser un número/],
    [{ PORT: '70000' }, /PORT debe ser un número/],
    [{ REDIS_URL: 'http://localhost' }, /REDIS_URL debe empezar con redis/],
    [{ REDIS_URL: 'redis://localhost' }, /falta DATABASE_URL/],
    [{ REDIS_URL: 'redis://localhost', DATABASE_URL: 'postgres://localhost/x' }, /Falta APP_SECRET/],
    [{ DATABASE_URL: 'mysql://localhost' }, /DATABASE_URL debe empezar con postgres/],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, /PUBLIC_URL/],
    [{ TRUST_PROXY: 'quizás' }, /TRUST_PROXY/],
    [{ SEED: 'todo' }, /SEED admite demo o none/],
    [{ PRODUCT_SLUG: 'Mi Producto' }, /PRODUCT_SLUG/],
    [{ STAFF_EMAILS: 'no es un correo' }, /STAFF_EMAILS/],
    [{ VAPID_PUBLIC_KEY: 'B'.repeat(87) }, /van juntas/],
    [{ VAPID_SUBJECT: 'alguien' }, /VAPID_SUBJECT/],
    [{ PUSH_TRUSTED_ORIGINS: 'push.empresa.cl' }, /PUSH_TRUSTED_ORIGINS/],
    [{ LLM_BASE_URL: 'https://api.ejemplo.cl/v1' }, /^Falta LLM_MODEL/],
    [{ LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'm' }, /OUTBOUND_TRUSTED_ORIGINS/],
    [{ LLM_BASE_URL: 'https://[::1]/v1', LLM_MODEL: 'm' }, /OUTBOUND_TRUSTED_ORIGINS/],
    [{ LLM_BASE_URL: 'https://2130706433/v1', LLM_MODEL: 'm' }, /OUTBOUND_TRUSTED_ORIGINS/],
    [{ LLM_DAILY_TOKENS: 'muchos' }, /LLM_DAILY_TOKENS/],
    [{ EMBEDDINGS_URL: 'https://api.ejemplo.cl/v1' }, /^Falta EMBEDDINGS_MODEL/],
    [{ EMBEDDINGS_URL: 'http://10.0.0.2/v1', EMBEDDINGS_MODEL: 'm' }, /OUTBOUND_TRUSTED_ORIGINS/],
    [{ EMBEDDINGS_URL: 'https://a.cl', EMBEDDINGS_MODEL: 'm', EMBEDDINGS_MODEL_DIR: '/m' }, /se excluyen/],
    [{ EMBEDDINGS_DAILY_TEXTS: 'muchos' }, /EMBEDDINGS_DAILY_TEXTS/],
  ])('%o', (env, line) => {
    const read = () => readConfig(env);
    expect(read).toThrow(StartError);
    expect(read).toThrow(line);
    expect(read).not.toThrow(/\n/);
  });
});
