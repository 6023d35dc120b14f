/** The addresses to which channels send: judged by their signature, stored as they came, answered, worked off later. */
import type { Provider } from '../../contract/entities/connection.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerPublic, registerRaw } from '../platform/http/route.ts';
import { type ChannelSecrets, hashOf } from './secrets.ts';

/** Meta's are far below this. Bytes. */
const BODY_MOST = 5_000_000;

/** @param stored called once a body is in the store */
export function registerHooks(
  app: App,
  provider: Provider,
  secrets: ChannelSecrets,
  stored: () => void,
): void {
  const url = `/hooks/${provider}`;
  registerPublic(app, 'the handshake of a webhook: only who knows a verify token is answered', {
    method: 'GET',
    url,
    async handler(request, reply) {
      // The dots are part of the names.
      const query = request.query as Record<string, unknown>;
      const known =
        query['hub.mode'] === 'subscribe' && (await secrets.knowsToken(provider, query['hub.verify_token']));
      if (!known) throw new Refused('forbidden');
      return reply.type('text/plain; charset=utf-8').send(String(query['hub.challenge'] ?? ''));
    },
  });
  registerRaw(app, 'a webhook of a channel: its body has to be signed with the secret of a connection', {
    method: 'POST',
    url,
    bodyLimit: BODY_MOST,
    // Nobody's megabytes are read for a refusal that is known before.
    async onRequest(request) {
      if (hashOf(request.headers['x-hub-signature-256']) === null) throw new Refused('unauthorized');
    },
    async handler(request, reply) {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const verified = await secrets.verifiedBy(provider, body, request.headers['x-hub-signature-256']);
      if (verified.length === 0) throw new Refused('unauthorized');
      await app.db.query(sql`
        insert into hook_bodies (provider, body, verified_by, received_at)
        values (${provider}, ${body}, ${json(verified)}, ${app.clock.now()})`);
      stored();
      return reply.code(200).send({ ok: true });
    },
  });
}
