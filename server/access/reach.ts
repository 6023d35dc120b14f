/**
 * How far somebody's link to a bot reaches over the links of others and over what may be given: the one check of every
 * call that changes a link (unlinking, editing, inviting, associating, creating) or the role behind it.
 *
 *   standing: propietario > administrador > agente, and every permission of the other within one's own
 *   sight:    an agente with areas reaches nobody who sees beyond these areas; who sees all of them has none named
 *
 * An owner reaches everybody at their bot. Nobody but an owner reaches an owner. One's own link is within reach, but
 * what it becomes must not be more than it was: `requireGift` asks that of oneself as of anybody.
 */
import type { UserBot } from '../../contract/entities/user.ts';
import { allows, type ModulePermissions } from '../../contract/permissions.ts';
import { AGENT_TEXTS } from '../../contract/rules/agents.ts';
import type { Area, RoleName } from '../../contract/states.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import { viewerOf } from './links.ts';

/** What a role lets its holder do and see. */
export interface RoleHeld {
  base: RoleName;
  permissions: readonly ModulePermissions[];
}
/** A role with the areas of the link that has it; empty: all of them. */
export interface Held extends RoleHeld {
  areas: readonly Area[];
}

const STANDING: Record<RoleName, number> = { agente: 0, administrador: 1, propietario: 2 };

function roleWithin(caller: UserBot, role: RoleHeld): boolean {
  if (STANDING[role.base] > STANDING[caller.role.base]) return false;
  return role.permissions.every(({ view_name, permissions }) =>
    permissions.every((name) => allows(caller.role.permissions, view_name, name)),
  );
}

/** Areas are what an agente sees; the other bases see everything, whatever areas stand at their link. */
function areasWithin(caller: UserBot, held: Held): boolean {
  const own = viewerOf(caller);
  if (own.base !== 'agente' || own.areas.length === 0) return true;
  return held.areas.length > 0 && held.areas.every((area) => own.areas.includes(area));
}

/** Which part of a link goes beyond the caller's; null: none, they reach it. */
export function beyondReach(caller: UserBot, held: Held): 'role' | 'areas' | null {
  if (caller.role.base === 'propietario') return null;
  if (!roleWithin(caller, held)) return 'role';
  return areasWithin(caller, held) ? null : 'areas';
}

/** Whether somebody may give a role away: never propietario, and nothing that they can't do or see themselves. */
export const mayGrant = (caller: UserBot, role: RoleHeld): boolean =>
  role.base !== 'propietario' && roleWithin(caller, role);

/** Somebody's link as their role is written: what they can do at the moment may be less. */
export interface Holder {
  user_id: number;
  held: Held;
}

/** Throws forbidden when the caller may not touch this link. One's own is within reach. */
export function requireReach(caller: UserBot, other: Holder): void {
  if (other.user_id === caller.user_id) return;
  if (beyondReach(caller, other.held) !== null) throw new Refused('forbidden');
}

/** Throws rule at `role_id` or `category` when what is given, to anybody, is more than the caller has. */
export function requireGift(caller: UserBot, given: Held): void {
  const beyond = beyondReach(caller, given);
  if (beyond === 'role') throw fieldFault('role_id', AGENT_TEXTS.roleBeyond);
  if (beyond === 'areas') throw fieldFault('category', AGENT_TEXTS.areasBeyond);
}
