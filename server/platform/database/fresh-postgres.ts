/** Databases on the real server of a test run. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The address of a real server where databases may be created. Throws where the tests have none. */
export async function testPostgresUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  const broker = process.env.TEST_POSTGRES_BROKER;
  if (!broker)
    throw new Error('Add server/platform/database/vitest-postgres.ts to globalSetup of the vitest config');
  const response = await fetch(broker);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Does it as somebody who may create databases. */
export async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of one of a server's databases. */
export const databaseOf = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** A fresh database on the real server, empty or a copy of another one, and how to drop it. */
export async function freshPostgres(template = 'template0'): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await testPostgresUrl();
  const name = `charla_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await administer(server, (client) =>
    client.query(`create database ${name} template ${template} encoding 'UTF8'`),
  );
  return {
    url: databaseOf(server, name),
    drop: () =>
      administer(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
