/** The roles of a bot: read, made, changed, deleted (docs/product.md §6; /role/list, /role/new, /role/edit/{id}). */
import type { Role, RoleDraft } from '../../contract/entities/role.ts';
import type { UserBot } from '../../contract/entities/user.ts';
import { AGENT_TEXTS } from '../../contract/rules/agents.ts';
import type { RoleName } from '../../contract/states.ts';
import { ROLES } from '../../contract/states.ts';
import { callerLink } from '../access/caller-link.ts';
import { permissionsOf, tidyGrants } from '../access/grants.ts';
import { linksOfBot } from '../access/links.ts';
import { mayGrant, requireReach } from '../access/reach.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { leaveLiveWithout } from './leave-live.ts';

interface RoleRow {
  id: number;
  bot_id: number | null;
  name: string;
  base: RoleName;
  permissions: unknown;
  people: number;
}

function toRole(row: RoleRow, link: UserBot): Role {
  const permissions = permissionsOf(row);
  return { ...row, permissions, assignable: mayGrant(link, { base: row.base, permissions }) };
}

const select = (db: Queryable, botId: number, condition: Sql) =>
  db.query<RoleRow>(sql`
    select r.id, r.bot_id, r.name, r.base, r.permissions,
      (select count(*)::int from user_bots ub where ub.role_id = r.id and ub.bot_id = ${botId}) as people
    from roles r where ${condition}
    order by r.bot_id is not null, array_position(${[...ROLES]}::text[], r.base), lower(r.name), r.id`);

/** The built-in roles, then the bot's own. */
export async function rolesOf(db: Queryable, link: UserBot): Promise<Role[]> {
  const rows = await select(db, link.bot_id, sql`r.bot_id = ${link.bot_id} or r.bot_id is null`);
  return rows.map((row) => toRole(row, link));
}

/** One role that the bot knows, built in or its own. Throws not_found for any other. */
export async function findRole(db: Queryable, link: UserBot, id: number): Promise<Role> {
  const condition = sql`r.id = ${id} and (r.bot_id = ${link.bot_id} or r.bot_id is null)`;
  const [row] = await select(db, link.bot_id, condition);
  if (!row) throw new Refused('not_found');
  return toRole(row, link);
}

/**
 * The role that somebody wants to give. Throws not_found (another bot's), or rule at `role_id`: propietario, or one
 * that may do more than the caller.
 */
export async function roleToGive(db: Queryable, link: UserBot, id: number): Promise<Role> {
  // It is not deleted before the link that names it is written.
  await db.query(sql`select 1 as one from roles where id = ${id} for share`);
  const role = await findRole(db, link, id);
  if (role.base === 'propietario') throw fieldFault('role_id', 'El rol propietario no se puede asignar.');
  if (!role.assignable) throw fieldFault('role_id', AGENT_TEXTS.roleBeyond);
  return role;
}

/** The form as it will be kept. Throws `Refused` rule with `details.fields`. */
async function checked(
  db: Queryable,
  link: UserBot,
  draft: RoleDraft,
  own: number | null,
): Promise<RoleDraft> {
  const name = cleanLine(draft.name);
  if (name === null) throw fieldFault('name', 'Ingresa el nombre del rol.');
  const permissions = tidyGrants(draft.permissions);
  if (permissions.length === 0) throw fieldFault('permissions', 'Elige al menos un permiso.');
  if (!mayGrant(link, { base: draft.base, permissions }))
    throw fieldFault('permissions', AGENT_TEXTS.roleBeyond);
  const [same] = await db.query(sql`
    select 1 as one from roles where (bot_id = ${link.bot_id} or bot_id is null)
      and lower(name) = lower(${name}) and id is distinct from ${own}::int`);
  if (same) throw fieldFault('name', 'Ya existe un rol con este nombre.');
  return { name, base: draft.base, permissions };
}

const audited = ({ name, base, permissions }: RoleDraft | Role) => ({
  name,
  base,
  permissions: permissions.map((entry) => `${entry.view_name}: ${entry.permissions.join(', ')}`).join('; '),
});

/** Of two who write roles of a bot at once the second sees what the first wrote. */
const lockBot = (tx: Queryable, botId: number) =>
  tx.query(sql`select pg_advisory_xact_lock(${ROLE_LOCK}, ${botId})`);
const ROLE_LOCK = 7_103_002;

/** Makes a role of the bot's own. */
export async function createRole(app: App, by: BotSession, draft: RoleDraft): Promise<Role> {
  return app.db.transaction(async (tx) => {
    await lockBot(tx, by.link.bot_id);
    const role = await checked(tx, await callerLink(tx, by), draft, null);
    const [row] = await tx.query<{ id: number }>(sql`
      insert into roles (bot_id, name, base, permissions)
      values (${by.link.bot_id}, ${role.name}, ${role.base}, ${json(role.permissions)}) returning id`);
    if (!row) throw new Error('No role was inserted');
    await writeAudit(tx, app, {
      by: by.user,
      type: 'role',
      id: row.id,
      botId: by.link.bot_id,
      before: null,
      after: audited(role),
    });
    touch(tx, app, by.link.bot_id, ['roles']);
    return findRole(tx, by.link, row.id);
  });
}

/** Changes one of the bot's own roles; the people who have it see by it at once. */
export async function updateRole(app: App, by: BotSession, id: number, draft: RoleDraft): Promise<Role> {
  return app.db.transaction(async (tx) => {
    await lockBot(tx, by.link.bot_id);
    const caller = await callerLink(tx, by);
    const before = await ownRole(tx, caller, id);
    const role = await checked(tx, caller, draft, id);
    // It changes the link of each who has it.
    for (const link of await linksOfBot(tx, caller.bot_id)) {
      if (link.role_id === id)
        requireReach(caller, { user_id: link.user_id, held: { ...before, areas: link.category } });
    }
    await tx.query(sql`
      update roles set name = ${role.name}, base = ${role.base}, permissions = ${json(role.permissions)}
      where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'role',
      id,
      botId: by.link.bot_id,
      before: audited(before),
      after: audited(role),
    });
    for (const { user_id, role_id } of await linksOfBot(tx, caller.bot_id)) {
      if (role_id === id) await leaveLiveWithout(tx, app, role, caller.bot_id, user_id);
    }
    await tellHolders(tx, app, by.link.bot_id, id);
    // Lists of people name their roles.
    touch(tx, app, by.link.bot_id, ['roles', 'agents']);
    return findRole(tx, by.link, id);
  });
}

/** Deletes one of the bot's own roles. Throws rule while somebody has it. */
export async function deleteRole(app: App, by: BotSession, id: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockBot(tx, by.link.bot_id);
    const before = await ownRole(tx, await callerLink(tx, by), id);
    const [invited] = await tx.query(sql`
      select 1 as one from invitations where role_id = ${id} and outcome is null limit 1`);
    if (before.people > 0 || invited) {
      throw new Refused('rule', {
        message:
          before.people > 0
            ? 'Este rol está en uso: asigna otro rol a sus agentes antes de eliminarlo.'
            : 'Hay invitaciones pendientes con este rol: retíralas antes de eliminarlo.',
        details: { people: before.people },
      });
    }
    await tx.query(sql`delete from roles where id = ${id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'role',
      id,
      botId: by.link.bot_id,
      before: audited(before),
      after: null,
    });
    touch(tx, app, by.link.bot_id, ['roles']);
  });
}

/** Throws not_found for a built-in role, rule for one that may do more than the caller. */
async function ownRole(tx: Queryable, link: UserBot, id: number): Promise<Role> {
  const role = await findRole(tx, link, id);
  if (role.bot_id === null) throw new Refused('not_found');
  if (!role.assignable)
    throw new Refused('rule', { message: 'No puedes cambiar un rol con más permisos que el tuyo.' });
  return role;
}

async function tellHolders(tx: Transaction, app: App, botId: number, roleId: number): Promise<void> {
  const people = await tx.query<{ user_id: number }>(sql`
    select user_id from user_bots where bot_id = ${botId} and role_id = ${roleId}`);
  tx.afterCommit(() => {
    for (const { user_id } of people) app.realtime.sightChanged(botId, user_id);
  });
}
