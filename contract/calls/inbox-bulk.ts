/** Lists as wholes: how many match, which they are, and one change for many. */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { MACRO_LIMITS } from '../macro-limits.ts';
import { instant, numericId, seq, shortText, sightStamp, textId, wholeNumber } from '../primitives.ts';
import { area, conversationPriority } from '../states.ts';
import { defineCall } from './call.ts';
import { conversationFilters } from './conversations.ts';
import { viewFilters } from './inbox-tools.ts';

const at = (name: string, permission: 'read' | 'edit') =>
  ({ kind: 'bot', in: 'body', name, module: 'live', permission }) as const;
const tags = z.array(shortText(LIMITS.tagText)).check(z.minLength(1), z.maxLength(LIMITS.tags));

/** What can be done to many at once. Tags are added or taken away: the others stay. */
export const bulkChange = z.union([
  z.strictObject({
    state: z.literal('taken'),
    agent_id: numericId,
    reason: z.optional(z.nullable(shortText(LIMITS.deriveReason))),
  }),
  z.strictObject({ state: z.enum(['active', 'pending', 'inactive', 'closed', 'archived']) }),
  z.strictObject({ add_tags: tags }),
  z.strictObject({ remove_tags: tags }),
  z.strictObject({ category: z.nullable(area) }),
  z.strictObject({ priority: z.nullable(conversationPriority) }),
  z.strictObject({ unread: z.boolean() }),
  z.strictObject({ snoozed_until: z.nullable(instant) }),
  /** Each run by the rules of `runMacro`, whole or not at all, and without undo. */
  z.strictObject({
    macro: z.strictObject({
      id: textId,
      revision: wholeNumber,
      /** Of this one application to many: asked for again it does nothing twice. */
      run: shortText(MACRO_LIMITS.bulkRun).check(z.minLength(1)),
      /** A colleague who answered after it is not answered over. The server's time. */
      seen_at: instant,
    }),
  }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

export const bulkResult = z.object({
  id: textId,
  ok: z.boolean(),
  /** Stable code of the refusal; null when it was done. */
  error: z.nullable(z.string()),
  /** Why not, for the report. */
  message: z.nullable(z.string()),
  /** Null where the caller does not see the conversation. */
  lead_name: z.nullable(z.string()),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const inboxBulkCalls = {
  /**
   * How many conversations each of these filters finds among what the caller sees, in their order. At most
   * `LIMITS.searchesCounted` of them search a text.
   */
  countMatching: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/count_matching',
    access: at('bot_id', 'read'),
    body: z.object({
      bot_id: numericId,
      filters: z.array(viewFilters).check(
        z.minLength(1),
        z.maxLength(LIMITS.filtersCounted),
        z.refine(
          (filters) => filters.filter(({ search }) => search).length <= LIMITS.searchesCounted,
          'Demasiadas búsquedas a la vez',
        ),
      ),
    }),
    answer: z.object({ totals: z.array(z.int()), seq, sight: sightStamp }),
  }),
  /** The ids of what matches, in list order, at most `LIMITS.bulkMost`; `total` counts all. */
  matchingIds: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/matching_ids',
    access: at('filters.bot_id', 'read'),
    body: z.object({ filters: conversationFilters }),
    answer: z.object({ ids: z.array(textId), total: z.int(), seq, sight: sightStamp }),
  }),
  /**
   * One change for a few conversations, each in a transaction of its own and with what the caller may do to it; one
   * that is refused hinders no other. What had been done already is done: asking again after a lost answer is safe.
   */
  changeMany: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/bulk',
    access: at('bot_id', 'edit'),
    body: z.object({
      bot_id: numericId,
      ids: z.array(textId).check(z.minLength(1), z.maxLength(LIMITS.bulkStep)),
      change: bulkChange,
    }),
    answer: z.object({ results: z.array(bulkResult) }),
  }),
};
