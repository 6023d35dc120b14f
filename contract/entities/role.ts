/** Roles of a bot (docs/product.md §3 Role, §6): the three built-in ones and the bot's own. */
import * as z from 'zod/mini';
import { modulePermissions } from '../permissions.ts';
import { numericId, shortText } from '../primitives.ts';
import { roleName, sightBase } from '../states.ts';

export const role = z.object({
  id: numericId,
  /** Null: built in, the same for every bot; it can't be changed. */
  bot_id: z.nullable(numericId),
  name: z.string(),
  base: roleName,
  permissions: z.array(modulePermissions),
  /** How many people have it at this bot. */
  people: z.int(),
  /** Whether the caller may give it to somebody: never propietario, nor a role that may do more than the caller. */
  assignable: z.boolean(),
});
export type Role = z.infer<typeof role>;

/** The form of /role/new and /role/edit/{id}. `base` decides sight (docs/protocol.md 'Sight'). */
export const roleDraft = z.object({
  name: shortText(60),
  base: sightBase,
  permissions: z.array(modulePermissions).check(z.maxLength(60)),
});
export type RoleDraft = z.infer<typeof roleDraft>;
