/**
 * Takes a person off a bot, in one transaction: link, status history, audit. Afterwards their sockets leave the bot
 * at once; who works nowhere any more is signed out everywhere; what they had taken goes back to Pendientes.
 */
import * as z from 'zod/mini';
import { findLink, linksOfBot, viewerOf } from '../access/links.ts';
import { endSessions } from '../accounts/sessions.ts';
import { findUserById, toUser } from '../accounts/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { changeState } from '../inbox/commands/change-state.ts';
import { endFollowing } from '../inbox/commands/follow.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { withdrawInvitationsBy } from './invitations.ts';

export interface KnownLink {
  id: number;
  user_id: number;
  bot_id: number;
  base: 'propietario' | 'administrador' | 'agente';
  role_name: string;
  category: unknown;
  assignments: boolean;
  automatic_assignments: boolean;
  email: string;
}

/** A link under lock, or null. */
export async function lockLink(tx: Queryable, id: number): Promise<KnownLink | null> {
  const [row] = await tx.query<KnownLink>(sql`
    select ub.id, ub.user_id, ub.bot_id, r.base, r.name as role_name, ub.category, ub.assignments,
      ub.automatic_assignments, u.email
    from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
    where ub.id = ${id} for update of ub`);
  return row ?? null;
}

const OWNERS_LOCK = 7_103_004;

/**
 * Throws rule when this link is the bot's last owner's. Of two owners who leave at once the second finds themselves
 * the last: they come one after the other.
 */
export async function requireAnotherOwner(tx: Queryable, link: KnownLink): Promise<void> {
  if (link.base !== 'propietario') return;
  await tx.query(sql`select pg_advisory_xact_lock(${OWNERS_LOCK}, ${link.bot_id})`);
  const [other] = await tx.query(sql`
    select 1 as one from user_bots ub join roles r on r.id = ub.role_id
    where ub.bot_id = ${link.bot_id} and r.base = 'propietario' and ub.id <> ${link.id} limit 1`);
  if (!other) {
    throw new Refused('rule', { message: 'El chatbot debe conservar al menos un propietario.' });
  }
}

type By = { id: number; name: string; email: string };

/** Unlinks. Whether it may be done is the caller's question (`requireAnotherOwner`). */
export async function unlinkPerson(
  tx: Transaction,
  app: App,
  by: By,
  link: KnownLink,
  options: { releaseConversations: boolean } = { releaseConversations: true },
): Promise<void> {
  const { user_id, bot_id } = link;
  const now = app.clock.now();
  await tx.query(sql`delete from user_bots where id = ${link.id}`);
  await tx.query(sql`delete from presence_leases where bot_id = ${bot_id} and user_id = ${user_id}`);
  await tx.query(sql`
    update status_spans set ended_at = greatest(started_at, ${now}::timestamptz)
    where bot_id = ${bot_id} and user_id = ${user_id} and ended_at is null`);
  await tx.query(sql`delete from agent_drafts where bot_id = ${bot_id} and user_id = ${user_id}`);
  await endFollowing(tx, app, bot_id, user_id);
  await withdrawInvitationsBy(tx, app, by, bot_id, user_id);
  await writeAudit(tx, app, {
    by,
    type: 'user_bot',
    id: link.id,
    botId: bot_id,
    before: {
      user: link.email,
      role: link.role_name,
      category: link.category,
      assignments: link.assignments,
      automatic_assignments: link.automatic_assignments,
    },
    after: null,
  });
  touch(tx, app, bot_id, ['agents', 'roles', 'presence', 'absences', 'skills']);
  const [left] = await tx.query(sql`select 1 as one from user_bots where user_id = ${user_id} limit 1`);
  // Somebody who leaves by themselves stays signed in: they read what to do next.
  if (!left && by.id !== user_id) await endSessions(tx, app, user_id);
  if (options.releaseConversations) {
    await app.jobs.schedule(tx, {
      kind: RELEASE,
      key: `${RELEASE}:${bot_id}:${user_id}`,
      runAt: now,
      payload: { botId: bot_id, userId: user_id, byId: by.id },
    });
  }
  tx.afterCommit(() => app.realtime.sightChanged(bot_id, user_id));
}

const RELEASE = 'agent.release';
const payload = z.object({ botId: z.number(), userId: z.number(), byId: z.number() });

/** Registers the job that gives a removed person's conversations back to Pendientes. */
export function registerRelease(app: App): void {
  app.jobs.handleOutside(RELEASE, async (job) => {
    const { botId, userId, byId } = payload.parse(job.payload);
    // Linked again meanwhile: they are theirs.
    if (await findLink(app.db, userId, botId)) return;
    const by = await actingOwner(app, botId, byId);
    if (!by) return;
    const rows = await app.db.query<{ id: string }>(sql`
      select id from conversations where bot_id = ${botId} and agent_id = ${userId} and state = 'taken'`);
    for (const { id } of rows) {
      try {
        await changeState(app, by, id, { state: 'pending' });
      } catch (error) {
        // Somebody took it, or it is over: nothing is left to give back.
        if (!(error instanceof Refused)) throw error;
        app.log.info({ conversation: id, refused: error.code }, 'A conversation was not given back');
      }
    }
  });
}

/** In whose name: who removed them, if they see all of the bot; otherwise its first owner. */
async function actingOwner(app: App, botId: number, byId: number): Promise<BotSession | null> {
  const links = (await linksOfBot(app.db, botId)).filter((link) => link.role.base !== 'agente');
  const link =
    links.find((entry) => entry.user_id === byId) ?? links.find((entry) => entry.role.base === 'propietario');
  if (!link) return null;
  const user = toUser(await findUserById(app.db, link.user_id), app.config);
  return { user, client: '', expiresAt: '', link, viewer: viewerOf(link) };
}
