/** The Assistant service (docs/product.md §7). A bot's assistant and its dialog nodes; edits go to the bot's draft. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { boundedJson, formFlag } from '../bounded.ts';
import { assistant, iaConfigs, importReport, trainModule } from '../entities/assistant.ts';
import { difference, draftFault, testPhrase } from '../entities/bot-draft.ts';
import { answerTexts, buttonLabel, clientNode, nodeDraft } from '../entities/bot-node.ts';
import { LIMITS } from '../limits.ts';
import type { Permission } from '../permissions.ts';
import { instant, numericId, shortText, textId, wholeNumberParam } from '../primitives.ts';
import { atBot, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/** Public exports of assistants nest some ten deep and hold some ten thousand values. */
const SKILL_FILE = { depth: 50, values: 500_000 };

const one = (permission: Permission) =>
  ({
    kind: 'entity',
    entity: 'assistant',
    in: 'params',
    name: 'id',
    module: 'skill_base',
    permission,
  }) as const;
const id = z.object({ id: textId });
const nodeParams = z.object({ id: textId, nodeId: z.string().check(z.maxLength(100)) });
const oneNode = z.object({ payload: clientNode, revision: z.int() });

export const assistantCalls = {
  /** A bot has at most one. */
  assistants: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/assistants',
    access: atBot('query', 'bot_id')('read'),
    query: z.object({ bot_id: idParam }),
    answer: z.array(assistant),
  }),
  assistant: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/assistants/{id}',
    access: one('read'),
    params: id,
    answer: assistant,
  }),
  /** 409 when the bot has one. */
  createAssistant: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants',
    access: atBot('body', 'bot_id')('add'),
    body: z.object({ bot_id: numericId, name: z.optional(shortText(80)), ia_configs: z.optional(iaConfigs) }),
    answer: assistant,
  }),
  /** Keys of `ia_configs` that are absent stay as they are. */
  updateAssistant: defineCall({
    service: 'assistant',
    method: 'PUT',
    path: '/api/assistants/{id}',
    access: one('edit'),
    params: id,
    body: z.object({ name: z.optional(shortText(80)), ia_configs: z.optional(iaConfigs) }),
    answer: assistant,
  }),
  /** The assistant's settings go; what the bot says stays. */
  deleteAssistant: defineCall({
    service: 'assistant',
    method: 'DELETE',
    path: '/api/assistants/{id}',
    access: one('delete'),
    params: id,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** Asks for a training in the background; its progress stands in `trainings`. */
  trainLlm: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/train_llm',
    access: one('edit'),
    params: id,
    body: z.object({ modules_to_train: z.array(trainModule).check(z.minLength(1), z.maxLength(4)) }),
    answer: assistant,
  }),
  /**
   * Takes over a Watson Assistant v1 workspace (both forms of `output`) into the draft: `replace` in place of the
   * owner's own things (templates stay), otherwise beside them. 422 for what is no workspace.
   */
  generateFromWatson: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/generate_from_watson',
    access: one('edit'),
    params: id,
    form: { file: 'file', maxBytes: BOT_LIMITS.skillFileBytes },
    body: z.object({
      workspace: z.optional(boundedJson(SKILL_FILE)),
      replace: z.optional(formFlag),
    }),
    answer: z.extend(edited, { report: importReport }),
  }),
  /** Reads the draft again and trains what is published, for when something seems stale. */
  refreshAssistant: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/refresh',
    access: one('edit'),
    params: id,
    answer: assistant,
  }),
  /** The subjects of the bot: sections with their intents, as 'Clasificación IA' lists them. */
  refetchTopicsCategories: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/refetch_topics_categories',
    access: one('read'),
    params: id,
    answer: z.object({
      categories: z.array(
        z.object({
          name: z.string(),
          topics: z.array(z.object({ intent_name: z.string(), title: z.string(), examples: z.int() })),
        }),
      ),
    }),
  }),
  /** https and public only; null takes it away. 422 with `details.fields`; 409: somebody set another since `revision`. */
  setWebhook: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/set_webhook',
    access: one('edit'),
    params: id,
    body: z.object({ webhook_url: z.nullable(shortText(500)), revision: seenRevision }),
    answer: assistant,
  }),
  /**
   * Calls the webhook once, now, with `event: 'test'`, signed as every call; how it went stands in `webhook`. 422 when
   * there is none.
   */
  testWebhook: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/test_webhook',
    access: one('edit'),
    params: id,
    answer: assistant,
  }),
  /**
   * A whole bot as `exportSkillBase` wrote it, into the draft, in place of what is there; what customers get stays until
   * it is published. With `check` nothing is changed: the answer says what would be. 422 for anything else, with
   * `details.problems` (lines in Spanish) where it is a bot with faults that can't be taken over. 409: the draft has
   * moved on since `revision`.
   */
  uploadSkillBase: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/upload_skill_base',
    access: atBot('body', 'bot_id')('upload'),
    form: { file: 'file', maxBytes: BOT_LIMITS.skillFileBytes },
    body: z.object({
      bot_id: idParam,
      skill: z.optional(boundedJson(SKILL_FILE)),
      check: z.optional(formFlag),
      revision: z.optional(wholeNumberParam),
    }),
    answer: z.extend(edited, {
      report: importReport,
      /** The bot that the file came from. */
      name: z.string(),
      test_phrases: z.int(),
      /** What has to be mended before it can be published, and what had better be. */
      faults: z.array(draftFault),
      /** What it changes of the draft. */
      differences: z.array(difference),
    }),
  }),
  /** A whole bot with its test set, for `uploadSkillBase` of the same or another bot: the draft, or what is published. */
  exportSkillBase: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/assistants/export_skill_base/{botId}',
    access: atBot('params', 'botId')('export'),
    params: z.object({ botId: idParam }),
    query: z.object({ of: z.optional(z.enum(['draft', 'published'])) }),
    answer: z.object({
      format: z.literal('charla-skill'),
      version: z.literal(1),
      name: z.string(),
      exported_at: instant,
      model: z.json(),
      test_phrases: z.array(testPhrase),
    }),
  }),
  /** 20 a page unless `limit` says otherwise (at most 100). */
  dialogNodes: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/assistants/{id}/dialog_nodes',
    access: one('read'),
    params: id,
    query: z.object({
      page: z.optional(idParam),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.pageItems))),
      search: z.optional(shortText(100)),
    }),
    answer: z.object({ payload: z.array(clientNode), totalDocs: z.int(), totalPages: z.int() }),
  }),
  createDialogNode: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/assistants/{id}/dialog_nodes',
    access: one('add'),
    params: id,
    body: z.extend(nodeDraft, { title: buttonLabel, answers: answerTexts }),
    answer: oneNode,
  }),
  updateDialogNode: defineCall({
    service: 'assistant',
    method: 'PUT',
    path: '/api/assistants/{id}/dialog_nodes/{nodeId}',
    access: one('edit'),
    params: nodeParams,
    body: z.extend(nodeDraft, { revision: seenRevision }),
    answer: oneNode,
  }),
  deleteDialogNode: defineCall({
    service: 'assistant',
    method: 'DELETE',
    path: '/api/assistants/{id}/dialog_nodes/{nodeId}',
    access: one('delete'),
    params: nodeParams,
    query: z.object({ revision: seenInQuery }),
    answer: edited,
  }),
};
