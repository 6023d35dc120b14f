/**
 * What shops tell (docs/protocol.md 'Hooks'): each connection has an address of its own with a word that nobody else
 * knows, and a signature where the shop has one. It is stored before it is answered, and means only that we go and look:
 * however often it comes, one look at a thing is waiting at most.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import { type ConnectionRow, findConnection, openCredentials } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerRaw } from '../platform/http/route.ts';
import { LOOK } from './looks.ts';
import { isSignedHook, type ReadHook, readHook, shopOfPrivacy } from './read-hook.ts';
import { bodySignature, hookSecret, sameText, signingSecret } from './signatures.ts';

/** Bytes. */
const BODY_MOST = 5_000_000;
const nothing = Buffer.alloc(0);

/** Mounts the addresses. */
export function registerShopHooks(app: App): void {
  registerRaw(
    app,
    'a hook of a shop: its address has a word of the connection, and the shop signs it where it can',
    {
      method: 'POST',
      url: '/hooks/shops/:connection_id/:secret',
      bodyLimit: BODY_MOST,
      // Nobody's megabytes are read for a refusal that is known before.
      async onRequest({ params }) {
        const { connection_id: id = '', secret = '' } = params as Record<string, string>;
        if (!sameText(secret, hookSecret(app, id))) throw new Refused('not_found');
      },
      async handler(request, reply) {
        const { connection_id: id = '' } = request.params as Record<string, string>;
        const row = await findConnection(app.db, id);
        if (!row || CHANNEL_PROVIDERS.includes(row.provider)) throw new Refused('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : nothing;
        const secrets = { credentials: openCredentials(app, row), ours: signingSecret(app, id) };
        if (!isSignedHook(row.provider, request.headers, body, secrets)) throw new Refused('unauthorized');
        await store(app, row, request.headers, body);
        return reply.code(200).send({ ok: true });
      },
    },
  );
  registerRaw(app, 'a hook of our app at Shopify, for all its shops: signed with the secret of the app', {
    method: 'POST',
    url: '/hooks/shopify',
    bodyLimit: BODY_MOST,
    async onRequest({ headers }) {
      // A hash of SHA-256 in base64 is so long.
      if (!app.config.installs.shopify || String(headers['x-shopify-hmac-sha256'] ?? '').length !== 44)
        throw new Refused('unauthorized');
    },
    async handler(request, reply) {
      const body = Buffer.isBuffer(request.body) ? request.body : nothing;
      const secret = app.config.installs.shopify?.clientSecret;
      const given = String(request.headers['x-shopify-hmac-sha256'] ?? '');
      if (secret === undefined || !sameText(given, bodySignature(secret, body)))
        throw new Refused('unauthorized');
      const shop = String(request.headers['x-shopify-shop-domain'] ?? '').toLowerCase();
      // A word about privacy names its shop where it is signed: of another it is none.
      const signed = shopOfPrivacy(body);
      if (signed !== null && signed !== shop) throw new Refused('unauthorized');
      const [known] = await app.db.query<{ id: string }>(sql`
        select id from connections where provider = 'shopify' and account = ${shop} and installed`);
      const row = known ? await findConnection(app.db, known.id) : null;
      await store(app, row, request.headers, body);
      return reply.code(200).send({ ok: true });
    },
  });
}

/** Keeps it and orders the look, in one. @param row null: of a shop that nobody has connected */
async function store(
  app: App,
  row: ConnectionRow | null,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const provider = row?.provider ?? 'shopify';
  const { topic, delivery, look: asked }: ReadHook = readHook(provider, headers, body);
  // A topic is not signed: an order's words under the name of a privacy hook, or another shop's, ask for nothing.
  const look = asked?.at === 'privacy' && shopOfPrivacy(body) !== row?.account ? null : asked;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const [kept] = await tx.query<{ id: number }>(sql`
      insert into shop_hooks (connection_id, bot_id, provider, topic, delivery, body, received_at)
      values (${row?.id ?? null}, ${row?.bot_id ?? null}, ${provider}, ${topic}, ${delivery}, ${body}, ${now})
      on conflict do nothing returning id`);
    if (!kept || !row || !look) return;
    const thing = look.at === 'order' || look.at === 'cart' ? look.id : look.at === 'privacy' ? kept.id : '';
    await app.jobs.schedule(tx, {
      kind: LOOK,
      key: `${LOOK}:${row.id}:${look.at}:${thing}`,
      runAt: now,
      payload: { bot_id: row.bot_id, connection_id: row.id, look, hook: Number(kept.id) },
    });
  });
}
