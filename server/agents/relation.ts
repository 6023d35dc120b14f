/** One agent's link, as /agente/edit/{relation_id} reads and changes it. */
import type * as z from 'zod/mini';
import type { agentCalls } from '../../contract/calls/agents.ts';
import type { AgentRelation } from '../../contract/entities/agent.ts';
import { AGENT_TEXTS, stripPhone } from '../../contract/rules/agents.ts';
import type { RoleName } from '../../contract/states.ts';
import { lockBoth } from '../access/caller-link.ts';
import { permissionsOf } from '../access/grants.ts';
import { areasOf } from '../access/links.ts';
import { requireGift, requireReach } from '../access/reach.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { leaveLiveWithout } from '../roles/leave-live.ts';
import { roleToGive } from '../roles/roles.ts';
import { wakeRouting } from '../routing/wake.ts';
import { setSkills, skillsOf } from './skills.ts';
import { lockLink, requireAnotherOwner } from './unlink-person.ts';

type Wish = z.output<NonNullable<typeof agentCalls.updateRelation.body>>;

interface RelationRow {
  id: number;
  bot_id: number;
  role_id: number;
  role_name: string;
  base: RoleName;
  permissions: unknown;
  category: unknown;
  assignments: boolean;
  automatic_assignments: boolean;
  user_id: number;
  name: string;
  email: string;
  phone: string | null;
  image: string | null;
  managed: boolean;
}

async function readRow(db: Queryable, by: BotSession, id: number): Promise<RelationRow> {
  const [row] = await db.query<RelationRow>(sql`
    select ub.id, ub.bot_id, ub.role_id, r.name as role_name, r.base, r.permissions, ub.category, ub.assignments,
      ub.automatic_assignments, u.id as user_id, u.name, u.email, u.phone, u.image,
      u.id <> ${by.user.id} and not exists (
        select 1 from user_bots other join roles o on o.id = other.role_id
        where other.user_id = u.id and (o.base = 'propietario' or not exists (
          select 1 from user_bots mine join roles m on m.id = mine.role_id
          where mine.bot_id = other.bot_id and mine.user_id = ${by.user.id} and m.base = 'propietario'))
      ) as managed
    from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
    where ub.id = ${id} and ub.bot_id = ${by.link.bot_id}`);
  if (!row) throw new Refused('not_found');
  return row;
}

async function relationOf(db: Queryable, row: RelationRow): Promise<AgentRelation> {
  return {
    skill_ids: await skillsOf(db, row.bot_id, row.user_id),
    relation_id: row.id,
    bot_id: row.bot_id,
    role_id: row.role_id,
    role: { id: row.role_id, name: row.role_name, base: row.base },
    category: areasOf(row.category),
    assignments: row.assignments,
    automatic_assignments: row.automatic_assignments,
    user: { id: row.user_id, name: row.name, email: row.email, phone: row.phone, image: row.image },
    managed: row.managed,
  };
}

/** The link. Throws not_found for another bot's. */
export async function findRelation(db: Queryable, by: BotSession, id: number): Promise<AgentRelation> {
  return relationOf(db, await readRow(db, by, id));
}

/**
 * Changes role, areas, what may be assigned; name and phone where the person is managed. The person's sockets follow
 * at once. Throws not_found, forbidden (somebody beyond the caller's reach), rule with `details.fields`.
 */
export async function updateRelation(
  app: App,
  by: BotSession,
  id: number,
  wish: Wish,
): Promise<AgentRelation> {
  return app.db.transaction(async (tx) => {
    const { caller, other } = await lockBoth(tx, by, id);
    requireReach(caller, other);
    const link = await lockLink(tx, id);
    if (!link) throw new Refused('not_found');
    const before = await readRow(tx, by, id);
    const role =
      wish.role_id !== undefined && wish.role_id !== before.role_id
        ? await roleToGive(tx, caller, wish.role_id)
        : {
            id: before.role_id,
            name: before.role_name,
            base: before.base,
            permissions: permissionsOf(before),
          };
    // Somebody who gets another role is no owner afterwards.
    if (role.id !== before.role_id) await requireAnotherOwner(tx, link);
    if (wish.category?.length === 0) throw fieldFault('category', AGENT_TEXTS.area);
    const after = {
      role: role.name,
      category: wish.category ?? areasOf(before.category),
      assignments: wish.assignments ?? before.assignments,
      automatic_assignments: wish.automatic_assignments ?? before.automatic_assignments,
    };
    // For everybody, oneself included: the link may not become more than the caller's own is.
    requireGift(caller, { ...role, areas: after.category });
    await tx.query(sql`
      update user_bots set role_id = ${role.id}, category = ${json(after.category)},
        assignments = ${after.assignments}, automatic_assignments = ${after.automatic_assignments}
      where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'user_bot',
      id,
      botId: before.bot_id,
      before: {
        role: before.role_name,
        category: areasOf(before.category),
        assignments: before.assignments,
        automatic_assignments: before.automatic_assignments,
      },
      after,
    });
    await updatePerson(tx, app, by, before, wish);
    if (wish.skill_ids) {
      await setSkills(tx, app, { botId: before.bot_id, userId: before.user_id }, wish.skill_ids);
    }
    // Another area, or conversations again: what waits may go to them.
    await wakeRouting(tx, app, before.bot_id);
    await leaveLiveWithout(tx, app, role, before.bot_id, before.user_id);
    touch(tx, app, before.bot_id, ['agents', 'roles']);
    tx.afterCommit(() => app.realtime.sightChanged(before.bot_id, before.user_id));
    return relationOf(tx, await readRow(tx, by, id));
  });
}

async function updatePerson(
  tx: Transaction,
  app: App,
  by: BotSession,
  row: RelationRow,
  wish: Pick<Wish, 'name' | 'phone'>,
): Promise<void> {
  if (wish.name === undefined && wish.phone === undefined) return;
  const name = wish.name === undefined ? row.name : cleanLine(wish.name);
  const phone = wish.phone === undefined ? row.phone : stripPhone(wish.phone ?? '') || null;
  if (name === row.name && phone === row.phone) return;
  if (!row.managed) {
    throw fieldFault(
      wish.name !== undefined && name !== row.name ? 'name' : 'phone',
      'Solo esta persona puede cambiar sus datos, desde Mi cuenta.',
    );
  }
  if (name === null) throw fieldFault('name', AGENT_TEXTS.name);
  await tx.query(sql`update users set name = ${name}, phone = ${phone} where id = ${row.user_id}`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'user',
    id: row.user_id,
    botId: row.bot_id,
    before: { name: row.name, phone: row.phone },
    after: { name, phone },
  });
}
