/** Macros: kept beside quick replies, by the same rules, and run on a conversation (docs/decisions/0063-macros.md). */
import * as z from 'zod/mini';
import { macro, macroRun, macroSteps } from '../entities/macro.ts';
import { attachmentIds } from '../entities/message.ts';
import { offeredLabels, offeredLinks } from '../entities/offer.ts';
import { MACRO_LIMITS } from '../macro-limits.ts';
import { shortText, temporalId, textId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId } from './conversation-access.ts';
import { idParam } from './main.ts';

const atBot = (permission: 'read' | 'add' | 'edit' | 'delete') =>
  ({ kind: 'bot', in: 'params', name: 'botId', module: 'live', permission }) as const;
const bot = z.object({ botId: idParam });
const oneOfBot = z.object({ botId: idParam, id: textId });

export const macroDraft = z.object({
  name: shortText(MACRO_LIMITS.name).check(z.minLength(1)),
  steps: macroSteps,
  /** All files of its answer: those it has and one's own uploads of the bot. Absent: they stay as they are. */
  attachments: z.optional(attachmentIds),
  /** Absent: they stay as they are. */
  buttons: z.optional(offeredLabels),
  /** Absent: they stay as they are. */
  links: z.optional(offeredLinks),
  shared: z.boolean(),
});
export type MacroDraft = z.infer<typeof macroDraft>;

export const macroCalls = {
  /** The shared ones, then one's own, each in its order. */
  macros: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/macros/{botId}',
    access: atBot('read'),
    params: bot,
    answer: z.array(macro),
  }),
  /**
   * Last in its order. 409 when the name is taken: among the shared ones, or among one's own. 422 for what is no macro
   * (`macroFault`, `offerFault`), another's file, a person who may not have conversations here, and beyond `MACRO_LIMITS.shared` or `MACRO_LIMITS.own`.
   */
  createMacro: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/macros/{botId}',
    access: atBot('add'),
    params: bot,
    body: macroDraft,
    answer: macro,
  }),
  /**
   * The order of the shared ones (by somebody who sees the whole bot, 422 for others) or of one's own: all of them, each
   * once. 409 where they are others meanwhile.
   */
  orderMacros: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/macros/{botId}/order',
    access: atBot('edit'),
    params: bot,
    body: z.object({
      shared: z.boolean(),
      ids: z.array(textId).check(z.minLength(1), z.maxLength(MACRO_LIMITS.shared)),
    }),
    answer: z.array(macro),
  }),
  /** A shared one is changed by its author, or by somebody who sees the whole bot (422 for others). As `createMacro`. */
  updateMacro: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/macros/{botId}/{id}',
    access: atBot('edit'),
    params: oneOfBot,
    body: macroDraft,
    answer: macro,
  }),
  deleteMacro: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/macros/{botId}/{id}',
    access: atBot('delete'),
    params: oneOfBot,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /**
   * All of it or nothing, once per person and `temporal_id`. Each part asks what its own call asks: the answer live's
   * add, somebody else's name shunt-agent. A refusal has the code of that call, names the part in its sentence and in
   * `details.part`; 409 stale_view where a colleague answered after `last_seen`, 409 where the macro is no longer the one
   * of `revision`, 422 where it is gone.
   */
  runMacro: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/macro_runs',
    access: byConversation('edit'),
    params: conversationId,
    body: z.object({
      macro_id: textId,
      revision: wholeNumber,
      temporal_id: temporalId,
      /** The highest `order` that who runs it had seen; 0: nothing. */
      last_seen: wholeNumber,
    }),
    answer: macroRun,
  }),
  /**
   * Brings back what the run changed, but for what it said: by who ran it, for `MACRO_LIMITS.undo` and the time of a slow
   * call. The same again changes nothing. 409 where the conversation is not as the run left it.
   */
  undoMacro: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/macro_runs/{run_id}/undo',
    access: byConversation('edit'),
    params: z.object({ id: textId, run_id: textId }),
    answer: macroRun,
  }),
};
