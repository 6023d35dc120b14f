/** People and their sessions (docs/product.md §3 User, Auth credentials). */
import * as z from 'zod/mini';
import { modulePermissions } from '../permissions.ts';
import { instant, numericId } from '../primitives.ts';
import { agentStatus, area, roleName, sightBase } from '../states.ts';

export const user = z.object({
  id: numericId,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  image: z.nullable(z.string()),
  botIds: z.array(numericId),
  customerId: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** An internal account (docs/protocol.md STAFF_EMAILS): sees Configuración. */
  staff: z.boolean(),
  /** Whether the link in the confirmation mail was followed; until then the snippet does not answer. */
  email_confirmed: z.optional(z.boolean()),
  /** An address that waits for its link to be followed. */
  pending_email: z.optional(z.nullable(z.string())),
  /** Whether sign-in asks for a code. */
  second_factor: z.optional(z.boolean()),
  /** An internal account without one: `staff` is false until it has. */
  second_factor_due: z.optional(z.boolean()),
});
export type User = z.infer<typeof user>;

export const credentials = z.object({
  'access-token': z.string(),
  'token-type': z.literal('Bearer'),
  client: z.string(),
  /** Seconds since 1970, as text because it travels in a header. */
  expiry: z.string(),
  uid: z.string(),
});
export type Credentials = z.infer<typeof credentials>;

/** A person's place at a bot: role, permissions, areas (docs/product.md §3 Role, Agent-bot link). */
export const userBot = z.object({
  /** The link's id, `relation_id` in docs/product.md §3. */
  id: numericId,
  user_id: numericId,
  bot_id: numericId,
  role_id: numericId,
  role: z.object({
    id: numericId,
    name: z.string(),
    base: roleName,
    permissions: z.array(modulePermissions),
  }),
  category: z.array(area),
  /** The bot asks its administrators for a second factor, and this one has none: no permission holds until then. */
  second_factor_due: z.optional(z.boolean()),
});
export type UserBot = z.infer<typeof userBot>;

/** Someone who works at a bot, as colleagues see them: for owners of cards, the derive dialog, presence. */
export const colleague = z.object({
  id: numericId,
  relation_id: numericId,
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role: roleName,
  category: z.array(area),
  status: agentStatus,
  since: instant,
  /** Status active and a live presence lease: what auto-assign calls connected. */
  connected: z.boolean(),
});
export type Colleague = z.infer<typeof colleague>;

/** What decides what somebody sees of a bot (docs/protocol.md 'Sight'). `areas` empty: all of them. */
export const viewer = z.object({ user_id: numericId, base: sightBase, areas: z.array(area) });
export type Viewer = z.infer<typeof viewer>;
