/** The Main API calls (docs/product.md §7 'Main API'; docs/protocol.md 'Sign-in, credentials, errors'). */
import * as z from 'zod/mini';
import { bot } from '../entities/bot.ts';
import { lead } from '../entities/lead.ts';
import { colleague, user, userBot } from '../entities/user.ts';
import { writtenLead } from '../entities/written-lead.ts';
import { numericId, textId } from '../primitives.ts';
import { defineCall } from './call.ts';

/** A number in a path or query arrives as text. */
export const idParam = z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647));
const userId = z.object({ userId: idParam });
const botId = z.object({ botId: idParam });

export const mainCalls = {
  userData: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_data/{userId}',
    access: { kind: 'self', in: 'params', name: 'userId' },
    params: userId,
    answer: user,
  }),
  ownedBots: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/show_owned_bots/{userId}',
    access: { kind: 'self', in: 'params', name: 'userId' },
    params: userId,
    answer: z.array(bot),
  }),
  assignedBots: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/show_assigned_bots/{userId}',
    access: { kind: 'self', in: 'params', name: 'userId' },
    params: userId,
    answer: z.array(bot),
  }),
  listBotIds: defineCall({
    service: 'main',
    method: 'POST',
    path: '/bot/list_bot_ids_by_user',
    access: { kind: 'self', in: 'body', name: 'user_id' },
    body: z.object({ user_id: numericId }),
    answer: z.array(numericId),
  }),
  /** The caller's role, permissions and areas at each of the bots named (those they have no link to are left out). */
  /** The person's places at these bots; without `bot_ids` at all of theirs. */
  userBotsWithPermissions: defineCall({
    service: 'main',
    method: 'POST',
    path: '/userbot/find_user_bot_with_permissions/{userId}',
    access: { kind: 'self', in: 'params', name: 'userId' },
    params: userId,
    body: z.object({ bot_ids: z.optional(z.array(numericId).check(z.maxLength(500))) }),
    answer: z.array(userBot),
  }),
  /** Who works at the bot, with status and presence. Bare array: the log number is in the x-seq header. */
  colleagues: defineCall({
    service: 'main',
    method: 'GET',
    path: '/userbot/user_for_bot/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'live', permission: 'read' },
    params: botId,
    answer: z.array(colleague),
  }),
  showLead: defineCall({
    service: 'main',
    method: 'GET',
    path: '/leads/{id}',
    access: { kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission: 'read' },
    params: z.object({ id: textId }),
    answer: lead,
  }),
  /** `was`: what its fields said when they were read. 409 with `details.fields` where somebody else has changed one since. */
  updateLead: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/leads/{id}',
    access: { kind: 'entity', entity: 'lead', in: 'params', name: 'id', module: 'crm', permission: 'edit' },
    params: z.object({ id: textId }),
    body: z.object({
      lead: z.object(writtenLead),
      was: z.optional(z.object(writtenLead)),
    }),
    answer: lead,
  }),
};
