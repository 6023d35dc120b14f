/** What the tests of people share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import type { Credentials } from '../../contract/entities/user.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import { sql } from '../platform/database/database.ts';
import type { Answer, Person, TestServer } from '../testing.ts';

/** The refusal of an answer as tests compare it. */
export function fault({ status, body }: Answer) {
  const { message, details } = (body ?? {}) as {
    message?: string;
    details?: { fields?: Record<string, string>; reason?: string };
  };
  return { status, message, fields: Object.keys(details?.fields ?? {}), reason: details?.reason };
}

/** The mails in the outbox to somebody that mention a text, as HTML. */
export async function mailsTo(server: TestServer, address: string, text: string): Promise<string[]> {
  await server.app.jobs.runDue();
  const folder = join(server.app.config.dataDir, 'outbox');
  return readdirSync(folder)
    .filter((name) => name.includes(address) && name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(text));
}

/** The parts after `path/` of the link in a mail. */
export function linkIn(server: TestServer, mail: string | undefined, path: string): string[] {
  const address = new RegExp(`href="${server.app.config.publicUrl}/${path}/([^"]+)"`);
  return address.exec(mail ?? '')?.[1]?.split('/') ?? [];
}

/** The credentials that an answer handed out in its headers. */
export const credentialsOf = ({ headers }: Answer) =>
  Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, headers.get(name) ?? ''])) as Credentials;

/** Follows a confirmation link where nobody is signed in, with the account's password. */
export function confirmLink(server: TestServer, token: string, password: string): Promise<Answer> {
  return server.call('PUT', '/svc/main/auth/confirmation', { body: { token, password } });
}

/** The id of a built-in role that somebody has been linked with. */
export async function builtIn(server: TestServer, base: string): Promise<number> {
  const [row] = await server.app.db.query<{ id: number }>(
    sql`select id from roles where bot_id is null and base = ${base}`,
  );
  return row?.id ?? 0;
}

/** An agent's socket; `ended` resolves when the server ends it, `heard(name)` with the event's next argument. */
export function agentSocket(server: TestServer, person: Person) {
  const socket = io(server.url, {
    auth: { ...person.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  return {
    socket,
    connected: new Promise<void>((resolve) => socket.once('CONNECTED', () => resolve())),
    ended: new Promise<void>((resolve) => socket.once('disconnect', () => resolve())),
    heard: (name: string) => new Promise<unknown>((resolve) => socket.once(name, resolve)),
    join: (botId: number) =>
      socket.emitWithAck('AUTO_RECONNECT', { botId }) as Promise<Record<string, unknown>>,
  };
}
