import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './database/start-error.ts';

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
    smtpUrl: null,
    mailFrom: null,
    agentWebhook: null,
    seed: 'auto',
    product: { name: 'Charla', slug: 'charla' },
    staffEmails: [],
    staffConversationsUrl: null,
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
    [{ REDIS_URL: 'redis://localhost' }, /REDIS_URL todavía no está disponible/],
    [{ DATABASE_URL: 'mysql://localhost' }, /DATABASE_URL debe empezar con postgres/],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, /PUBLIC_URL/],
    [{ TRUST_PROXY: 'quizás' }, /TRUST_PROXY/],
    [{ SEED: 'todo' }, /SEED admite demo o none/],
    [{ PRODUCT_SLUG: 'Mi Producto' }, /PRODUCT_SLUG/],
    [{ STAFF_EMAILS: 'no es un correo' }, /STAFF_EMAILS/],
  ])('%o', (env, line) => {
    const read = () => readConfig(env);
    expect(read).toThrow(StartError);
    expect(read).toThrow(line);
    expect(read).not.toThrow(/\n/);
  });
});
