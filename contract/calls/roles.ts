/** Roles of a bot (docs/product.md §6, §7 role_bot). Nobody grants more than they have. */
import * as z from 'zod/mini';
import { role, roleDraft } from '../entities/role.ts';
import { numericId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const params = z.object({ id: idParam });
const byRole = (permission: 'read' | 'edit') =>
  ({ kind: 'entity', entity: 'role', in: 'params', name: 'id', module: 'role_list', permission }) as const;

/** Faults of create and update are 422 with `details.fields` {name | permissions}. */
export const roleCalls = {
  /** The built-in roles, then the bot's own: for /role/list, and for every form that gives somebody a role. */
  rolesOfBot: defineCall({
    service: 'main',
    method: 'GET',
    path: '/role/role_bot/{botId}',
    access: {
      kind: 'bot',
      in: 'params',
      name: 'botId',
      module: 'agentes',
      orModule: ['role_list', 'new_agent', 'edit_agent', 'associate_agent'],
      permission: 'read',
    },
    params: z.object({ botId: idParam }),
    answer: z.array(role),
  }),
  /** One of a bot's own roles; a built-in one has no bot and is 404 here. */
  showRole: defineCall({
    service: 'main',
    method: 'GET',
    path: '/role/{id}',
    access: byRole('read'),
    params,
    answer: role,
  }),
  createRole: defineCall({
    service: 'main',
    method: 'POST',
    path: '/role',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'new_role', permission: 'add' },
    body: z.object({ bot_id: numericId, ...roleDraft.shape }),
    answer: role,
  }),
  updateRole: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/role/{id}',
    access: byRole('edit'),
    params,
    body: roleDraft,
    answer: role,
  }),
  /** 422 while somebody has it. */
  deleteRole: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/role/{id}',
    access: byRole('edit'),
    params,
    answer: z.object({ ok: z.literal(true) }),
  }),
};
