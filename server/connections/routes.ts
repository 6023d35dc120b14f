/** The calls about connections. */
import { CALLS } from '../../contract/calls/index.ts';
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import { allows } from '../../contract/permissions.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { connectionsOf, toConnection } from './connection-row.ts';
import { checkConnection, createConnection, deleteConnection, updateConnection } from './connections.ts';
import type { Providers } from './provider.ts';

/** Mounts the calls. @param providers what is known of each provider */
export function registerConnections(app: App, providers: Providers): void {
  // Each check goes out to somebody else's server.
  const checks = app.sharedLimit('connections.check', 30, 60 * 60);
  registerCall(app, CALLS.listConnections, async ({ query, session }) => {
    const rows = (await connectionsOf(app.db, query.bot_id)).map(toConnection);
    if (allows(session.link.role.permissions, 'integraciones', 'read')) return rows;
    return rows
      .filter(({ provider }) => CHANNEL_PROVIDERS.includes(provider))
      .map(({ name, provider, state }) => ({ name, provider, state }));
  });
  registerCall(app, CALLS.createConnection, async ({ body, session, reply }) => {
    await checks.take(String(session.user.id));
    const made = await createConnection(app, providers, session, body);
    reply.code(201);
    return made;
  });
  registerCall(app, CALLS.updateConnection, async ({ params, body, session }) => {
    if (body.credentials) await checks.take(String(session.user.id));
    return updateConnection(app, providers, session, params.id, body);
  });
  registerCall(app, CALLS.deleteConnection, async ({ params, session }) => {
    await deleteConnection(app, providers, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, CALLS.checkConnection, async ({ params, session }) => {
    await checks.take(String(session.user.id));
    return checkConnection(app, providers, params.id);
  });
  registerCall(app, CALLS.shopsOfBot, async ({ params, request }) => {
    const [bot] = await app.db.query<{ token: string }>(
      sql`select token from bots where id = ${params.botId}`,
    );
    const { 'bot-token': token, 'bot-id': id } = request.headers;
    if (!bot || token !== bot.token || id !== String(params.botId)) throw new Refused('not_found');
    const rows = await connectionsOf(app.db, params.botId);
    const shops = rows.flatMap(({ provider }) => (CHANNEL_PROVIDERS.includes(provider) ? [] : [provider]));
    return [...new Set(shops)].map((provider) => ({ provider }));
  });
}
