/** /settings of internal accounts: the flags of any bot, the kinds of business (docs/protocol.md 'Per-bot flags'). */
import * as z from 'zod/mini';
import { botFlags, FLAG_NAMES } from '../flags.ts';
import { numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const staff = { kind: 'staff' } as const;

export const flaggedBot = z.object({
  id: numericId,
  bot_name: z.string(),
  activated: z.boolean(),
  owner: z.nullable(z.string()),
  flags: botFlags,
  /** Those that somebody has switched by hand; the others follow the defaults for the bot's id. */
  switched: z.array(z.enum(FLAG_NAMES)),
});
export type FlaggedBot = z.infer<typeof flaggedBot>;

export const businessType = z.object({
  id: numericId,
  name: z.string(),
  assistant_id: z.nullable(z.string()),
  /** How many bots have it. */
  bots: z.int(),
});
export type BusinessType = z.infer<typeof businessType>;

export const settingsCalls = {
  /** The kinds of business that a bot can be of, by name (docs/product.md §7). */
  businessTypes: defineCall({
    service: 'main',
    method: 'GET',
    path: '/super_admin/business_type_name',
    access: { kind: 'session' },
    answer: z.array(businessType),
  }),
  /** 422 at `name` when it is empty, or there is one already. `assistant_id`: the assistant that bots of it take. */
  newBusinessType: defineCall({
    service: 'main',
    method: 'POST',
    path: '/super_admin/newbusiness_type',
    access: staff,
    body: z.object({
      name: shortText(80),
      assistant_id: z.optional(z.nullable(z.string().check(z.maxLength(120)))),
    }),
    answer: businessType,
  }),
  /** Every bot of the installation by id, 20 a page; `search` is part of a name, or an id. */
  settingsBots: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/bots',
    access: staff,
    query: z.object({ search: z.optional(shortText(80)), page: z.optional(idParam) }),
    answer: z.object({ bots: z.array(flaggedBot), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** null gives a flag back to its default. */
  switchFlags: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/settings/bots/{botId}/flags',
    access: staff,
    params: z.object({ botId: idParam }),
    body: z.object({ flags: z.partialRecord(z.enum(FLAG_NAMES), z.nullable(z.boolean())) }),
    answer: flaggedBot,
  }),
};
