/**
 * Leaving a bot, and deleting one. Nobody is left without a bot by it (docs/product.md §5), no bot without an owner. A deleted
 * bot is gone for everybody at once; its rows stay for a month, for an owner who deleted the wrong one and asks
 * support. Its accounts (shops, numbers) go to whichever bot connects them meanwhile (server/connections/one-bot.ts).
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CANCEL_FAILED } from '../../contract/calls/billing.ts';
import { TEXTS } from '../../contract/texts.ts';
import { type KnownLink, lockLink, requireAnotherOwner, unlinkPerson } from '../agents/unlink-person.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { uploadsFolder } from '../platform/uploads/upload-store.ts';
import { newBotToken } from './create-bot.ts';

const PURGE = 'bot.purge';
/** Milliseconds. */
const KEPT = 30 * 24 * 60 * 60 * 1000;
const payload = z.object({ botId: z.number() });

const BOTS_LOCK = 7_103_005;

/**
 * Throws the spec's refusal when this is the person's only bot. Two bots left at once from two tabs: one after the
 * other.
 */
async function requireAnotherBot(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${BOTS_LOCK}, ${userId})`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from user_bots where user_id = ${userId}`);
  if ((row?.count ?? 0) <= 1) throw new Refused('rule', { message: TEXTS.onlyBot });
}

/** The caller leaves the bot. Throws rule for the only bot and for the last owner. */
export async function leaveBot(app: App, by: BotSession): Promise<void> {
  await app.db.transaction(
    async (tx) => {
      await requireAnotherBot(tx, by.user.id);
      const link = await lockLink(tx, by.link.id);
      if (!link) throw new Refused('not_found');
      await requireAnotherOwner(tx, link);
      await unlinkPerson(tx, app, by.user, link);
    },
    { retries: 3 },
  );
}

/**
 * Deletes the bot. Throws rule when it is the only one of the caller or of an owner, or when whoever collects money for it
 * does not stop: then nothing is deleted.
 * @param endPlan ends its subscription at the provider
 */
export async function deleteBot(
  app: App,
  by: BotSession,
  endPlan: (botId: number) => Promise<void>,
): Promise<void> {
  const botId = by.link.bot_id;
  // Nobody is left without the plan of a bot that stays.
  await app.db.transaction((tx) => requireOthers(tx, by, botId));
  await endPlan(botId);
  await app.db.transaction((tx) => removeBot(tx, app, by), { retries: 3 });
}

/** Throws rule when it is the only bot of the caller or of an owner. */
async function requireOthers(tx: Queryable, by: BotSession, botId: number): Promise<void> {
  const people = await tx.query<{ user_id: number }>(sql`
    select ub.user_id from user_bots ub join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and (r.base = 'propietario' or ub.user_id = ${by.user.id}) order by ub.user_id`);
  for (const { user_id } of people) await requireAnotherBot(tx, user_id);
}

async function removeBot(tx: Transaction, app: App, by: BotSession): Promise<void> {
  const botId = by.link.bot_id;
  const now = app.clock.now();
  const [bot] = await tx.query<{ bot_name: string; web: string | null }>(sql`
    select bot_name, web from bots where id = ${botId} and deleted_at is null for update`);
  if (!bot) throw new Refused('not_found');
  const links = await tx.query<KnownLink>(sql`
    select ub.id, ub.user_id, ub.bot_id, r.base, r.name as role_name, ub.category, ub.assignments,
      ub.automatic_assignments, u.email
    from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
    where ub.bot_id = ${botId} order by ub.user_id for update of ub`);
  await requireOthers(tx, by, botId);
  const [collected] = await tx.query(sql`
    select 1 as one from subscriptions where bot_id = ${botId} and provider is not null and not prepaid
      and status in ('trialing', 'active', 'past_due', 'cancel_scheduled')`);
  if (collected) throw new Refused('rule', { message: CANCEL_FAILED });
  for (const link of links) await unlinkPerson(tx, app, by.user, link, { releaseConversations: false });
  await tx.query(sql`
    update bots set deleted_at = ${now}, activated = false, token = ${newBotToken()} where id = ${botId}`);
  await tx.query(sql`
    update subscriptions set status = 'canceled', ends_at = least(ends_at, ${now}), grace_ends_at = null, closed_bot = false
    where bot_id = ${botId} and status not in ('expired', 'canceled')`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'bot',
    id: botId,
    botId,
    before: { bot_name: bot.bot_name, web: bot.web },
    after: null,
  });
  await app.jobs.schedule(tx, {
    kind: PURGE,
    key: `${PURGE}:${botId}`,
    runAt: new Date(now.getTime() + KEPT),
    payload: { botId },
  });
  tx.afterCommit(() => app.bus.publish('botClosed', { botId }));
}

/** Registers the job that removes what a deleted bot left. */
export function registerPurge(app: App): void {
  app.jobs.handle(PURGE, async (tx, job) => {
    const { botId } = payload.parse(job.payload);
    const files = await tx.query<{ path: string }>(sql`
      select path from uploads u join bots b on b.id = u.bot_id
      where u.bot_id = ${botId} and b.deleted_at is not null`);
    tx.afterCommit(() => {
      for (const { path } of files) {
        void rm(join(uploadsFolder(app), path), { force: true }).catch((error: unknown) => {
          app.log.warn({ err: error, botId }, 'A file of a deleted bot could not be removed');
        });
      }
    });
    await tx.query(sql`delete from bots where id = ${botId} and deleted_at is not null`);
  });
}
