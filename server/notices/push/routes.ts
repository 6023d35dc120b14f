/** Push subscribers over HTTP, the service worker's file, and the jobs that send. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '../../../contract/calls/index.ts';
import { PUSH_WORKER } from '../../../contract/push.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall, registerPublic } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { ROOT } from '../../platform/root.ts';
import { sendPush } from './send.ts';
import { findTarget, subscribe, subscribersOf, switchSubscriber } from './subscribers.ts';
import { vapidKeys } from './vapid.ts';

/** A subscriber of somebody else is not there. */
function requireOwn(session: Session, userId: number): void {
  if (session.user.id !== userId) throw new Refused('not_found');
}

/** Mounts the calls. Needs the static files' plugin (`registerPages`) to serve the worker. */
export function registerPush(app: App): void {
  const changes = app.sharedLimit('push.changes', 60, 600);
  /** Each is a request to somebody else's service. */
  const tests = app.sharedLimit('push.tests', 10, 600);

  registerCall(app, CALLS.pushKey, async () => ({ public_key: (await vapidKeys(app)).publicKey }));
  registerCall(app, CALLS.pushSubscribers, ({ session }) => subscribersOf(app.db, session));

  registerCall(app, CALLS.addPushSubscriber, async ({ session, body, request }) => {
    const { user_id, ...wish } = body.push_subscriber;
    requireOwn(session, user_id);
    await changes.take(String(user_id));
    return subscribe(app, session, wish, request.headers['user-agent'] ?? null);
  });

  registerCall(app, CALLS.updatePushSubscriber, async ({ session, body }) => {
    const { user_id, sid, active } = body.push_subscriber;
    requireOwn(session, user_id);
    await changes.take(String(user_id));
    return switchSubscriber(app.db, session, sid, active);
  });

  registerCall(app, CALLS.testPushSubscriber, async ({ session, body }) => {
    const { user_id, sid } = body.push_subscriber;
    requireOwn(session, user_id);
    const own = (await subscribersOf(app.db, session)).some((each) => each.sid === sid);
    if (!own) throw new Refused('not_found');
    const target = await findTarget(app.db, sid, app.clock.now());
    if (!target) throw new Refused('rule', { message: 'Los avisos están apagados en este navegador.' });
    await tests.take(String(user_id));
    const result = await sendPush(app, target, {
      title: 'Aviso de prueba',
      body: `Así te avisa ${app.config.product.name} con el navegador cerrado.`,
      url: '/profile',
      tag: 'test',
      type: 'test',
      bot_id: session.user.botIds[0] ?? 1,
      event_id: app.ids(),
    });
    if (result.kind !== 'sent') {
      app.log.warn({ sid, result }, 'A push of proof was not taken');
      throw new Refused('rule', {
        message:
          result.kind === 'ended'
            ? 'El navegador ya no recibe avisos. Actívalos de nuevo.'
            : 'El servicio de avisos del navegador no lo aceptó. Inténtalo en unos minutos.',
      });
    }
    return { ok: true as const };
  });

  registerPublic(app, 'the service worker: the same public file for everybody', {
    method: 'GET',
    url: PUSH_WORKER,
    async handler(_request, reply) {
      const folder = join(ROOT, 'dist/push');
      if (!existsSync(join(folder, 'push.js'))) throw new Refused('not_found');
      return reply
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': "default-src 'none'; connect-src 'self'",
        })
        .sendFile('push.js', folder);
    },
  });
}
