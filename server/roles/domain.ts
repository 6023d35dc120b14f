/** Roles: what the people of a bot may do. */
import type { Domain } from '../platform/domain.ts';
import { rolesDemo } from './demo.ts';
import { registerRoles } from './routes.ts';

export const roles: Domain = {
  name: 'roles',
  calls: registerRoles,
  topics: ['roles'],
  demo: rolesDemo,
  // A built-in role belongs to no bot: it is found nowhere.
  entities: { role: { from: 'roles e', id: 'e.id', bot: 'e.bot_id' } },
};
