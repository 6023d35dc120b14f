/** The secret with which a site signs who its users are: made, shown once, rotated with two valid meanwhile, ended. */
import { randomBytes } from 'node:crypto';
import { type WidgetIdentity, widgetCalls } from '../../contract/calls/widget.ts';
import { WIDGET_LIMITS } from '../../contract/widget-limits.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { SEALED_AS } from '../inbox/visitor/signed-identity.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import type { BotSession } from '../platform/http/session.ts';
import { seal } from '../platform/seal.ts';

const CHANGED = 'Alguien creó otro secreto mientras tanto. Revisa la lista antes de seguir.';

async function identityOf(db: Queryable, botId: number, now: Date): Promise<WidgetIdentity> {
  const secrets = await db.query<WidgetIdentity['secrets'][number]>(sql`
    select id, created_at, ends_at, last_used_at from widget_secrets
    where bot_id = ${botId} and (ends_at is null or ends_at > ${now})
    order by ends_at is not null, created_at desc, id limit 2`);
  const [refusals] = await db.query<{ count: number; last_at: string }>(
    sql`select count, last_at from widget_refusals where bot_id = ${botId}`,
  );
  return { secrets, refused: refusals?.count ?? 0, refused_at: refusals?.last_at ?? null };
}

/** Under the bot's lock: of two who do it at once the second hears of the first. */
async function present(tx: Transaction, botId: number): Promise<string | null> {
  await tx.query(sql`select id from bots where id = ${botId} for update`);
  const [row] = await tx.query<{ id: string }>(
    sql`select id from widget_secrets where bot_id = ${botId} and ends_at is null`,
  );
  return row?.id ?? null;
}

const audited = (tx: Transaction, app: App, by: BotSession, what: string) =>
  writeAudit(tx, app, {
    by: by.user,
    type: 'bot',
    id: by.link.bot_id,
    botId: by.link.bot_id,
    before: { widget_secret: '' },
    after: { widget_secret: what },
  });

async function renew(app: App, by: BotSession, seen: string | null) {
  const botId = by.link.bot_id;
  const now = app.clock.now();
  const secret = randomBytes(32).toString('base64url');
  return app.db.transaction(async (tx) => {
    const before = await present(tx, botId);
    if (before !== seen) throw new Refused('conflict', { message: CHANGED });
    const ended = await tx.query(
      sql`delete from widget_secrets where bot_id = ${botId} and ends_at is not null returning id`,
    );
    if (ended.length > 0) letInAnew(tx, app, botId);
    await tx.query(sql`
      update widget_secrets set ends_at = ${new Date(now.getTime() + WIDGET_LIMITS.rotation)}
      where bot_id = ${botId} and ends_at is null`);
    await tx.query(sql`
      insert into widget_secrets (id, bot_id, sealed, created_at)
      values (${app.ids()}, ${botId}, ${seal(app, SEALED_AS, secret)}, ${now})`);
    await audited(tx, app, by, before === null ? 'creado' : 'rotado');
    return { ...(await identityOf(tx, botId, now)), secret };
  });
}

/** Chats that were let in by an ended one come back through the door, or not. */
const letInAnew = (tx: Transaction, app: App, botId: number): void =>
  tx.afterCommit(() => app.bus.publish('botClosed', { botId }));

async function end(app: App, by: BotSession, which: 'previous' | 'all') {
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    await present(tx, botId);
    const ended = await tx.query(sql`
      delete from widget_secrets
      where bot_id = ${botId} and (${which === 'all'} or ends_at is not null) returning id`);
    if (ended.length > 0) {
      await audited(tx, app, by, which === 'all' ? 'eliminado' : 'el anterior terminó');
      letInAnew(tx, app, botId);
    }
    return identityOf(tx, botId, app.clock.now());
  });
}

/** Mounts the calls. */
export function registerWidgetSecrets(app: App): void {
  const renewals = app.sharedLimit('widget.secrets', 20, 60 * 60);
  registerCall(app, widgetCalls.widgetIdentity, ({ params }) =>
    identityOf(app.db, params.botId, app.clock.now()),
  );
  registerCall(app, widgetCalls.newWidgetSecret, async ({ session, body }) => {
    await renewals.take(String(session.link.bot_id));
    return renew(app, session, body.seen);
  });
  registerCall(app, widgetCalls.endWidgetSecrets, ({ session, body }) => end(app, session, body.which));
}
