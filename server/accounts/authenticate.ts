/** Who a request or a socket is (docs/protocol.md 'Sign-in, credentials, errors'). */
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import type { Session } from '../platform/http/session.ts';
import { hashToken, isOpen, isStale, touchSessions } from './tokens.ts';
import { toUser, type UserRow, userColumns } from './users.ts';

type Ports = Pick<App, 'db' | 'config' | 'clock'>;

export interface Presented {
  token: string;
  /** Present in the five headers and in a socket's auth; a bare bearer token has neither. */
  client?: string | undefined;
  uid?: string | undefined;
}

/** The session of a token, or null: unknown, expired, or another browser's or person's. */
export async function findSession(app: Ports, presented: Presented): Promise<Session | null> {
  const now = app.clock.now();
  const [row] = await app.db.query<
    UserRow & { client: string; expires_at: string; last_used_at: string }
  >(sql`
    select t.client, t.expires_at, t.last_used_at, ${userColumns}
    from auth_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashToken(presented.token)} and ${isOpen(now)}`);
  if (!row) return null;
  if (presented.client !== undefined && presented.client !== row.client) return null;
  if (presented.uid !== undefined && presented.uid.toLowerCase() !== row.email.toLowerCase()) return null;
  if (isStale(row.last_used_at, now)) await touchSessions(app, [row.client]);
  return { user: toUser(row, app.config), client: row.client, expiresAt: row.expires_at };
}

function presentedBy(headers: IncomingHttpHeaders): Presented | null {
  const one = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const token = one('access-token');
  if (token) {
    const client = one('client');
    const uid = one('uid');
    // With the five headers all three must fit; a part that is missing is no session.
    return client && uid ? { token, client, uid } : null;
  }
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(one('authorization') ?? '');
  return bearer?.[1] ? { token: bearer[1] } : null;
}

/** The session that the headers prove, or null. */
export async function authenticate(app: Ports, headers: IncomingHttpHeaders): Promise<Session | null> {
  const presented = presentedBy(headers);
  return presented ? findSession(app, presented) : null;
}
