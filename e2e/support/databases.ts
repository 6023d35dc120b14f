/** Databases on a real PostgreSQL for servers of browser tests: each a copy of the seeded one. */
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres-for-tests.mjs';

/** The address of the run's PostgreSQL, for the processes of its tests. */
const POSTGRES = 'CHARLA_E2E_POSTGRES';
/** The database with the demo, which nobody is connected to once it was made. */
export const SEEDED = 'charla_e2e_seeded';

const server = (): string => {
  const url = process.env[POSTGRES];
  if (url === undefined) throw new Error('No PostgreSQL runs: seeded-data.ts starts it');
  return url;
};

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts the PostgreSQL of a run. @returns what stops it, with all that it keeps */
export async function startDatabases(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  process.env[POSTGRES] = url;
  return stop;
}

/** @param name of letters, digits and _ @returns the address of the new database */
export async function createDatabase(name: string, template: string): Promise<string> {
  await administer(`create database ${name} template ${template} encoding 'UTF8'`);
  const url = new URL(server());
  url.pathname = `/${name}`;
  return url.href;
}

/** Takes it from whoever is connected to it still. */
export async function dropDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`);
}
