/** A bot's intents and entities (docs/product.md §7 'Templates service', Intents and Entities). Every call edits the draft. */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import { clientEntity, clientIntent, entityDraft, examplePhrases } from '../entities/bot-intent.ts';
import { buildingName, buttonLabel } from '../entities/bot-node.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { atBot, copyAnswer, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const inBody = atBot('body', 'bot_id');
const botId = z.object({ botId: idParam });
const ofBot = z.object({ bot_id: idParam, revision: seenInQuery });
const ofTemplate = z.object({ template: templateName, revision: seenInQuery });
const removed = z.extend(edited, { deleted: z.int() });

/** With `intent_names` those of the template alone; without it all. */
const copyIntents = z.object({
  bot_id: numericId,
  template: templateName,
  intent_names: z.optional(z.array(buildingName).check(z.minLength(1), z.maxLength(500))),
});

/** The two answers of the spec to 'create/custom'. */
export const INTENT_CREATED = 'intent created, the next step will create node' as const;
export const INTENT_UPDATED = 'intent updated, the next step will update node' as const;

export const botIntentCalls = {
  /** Puts the template's intents into the draft, in place of those of the same name. */
  copyIntents: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/intents/copy',
    access: inBody('add'),
    body: copyIntents,
    answer: copyAnswer,
  }),
  /** Adds those of the template that the draft lacks and touches no other. */
  completeIntents: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/intents/complete',
    access: inBody('add'),
    body: copyIntents,
    answer: copyAnswer,
  }),
  clientIntents: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/intents/list/{botId}',
    access: atBot('params', 'botId', ['faqs', 'menu_inicial'])('read'),
    params: botId,
    answer: z.array(clientIntent),
  }),
  /**
   * Creates the intent, or updates the one of this name (its examples replace the old ones; a template's intent stays
   * the template's). `details` says which, in the spec's words; the audit record is already written.
   * 422 'rule' with `details.fields` for a name that can't be one, for no example, and for an example that another
   * intent of the draft has (`details.taken_by`).
   */
  createCustomIntent: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/intents/create/custom',
    access: inBody('edit'),
    body: z.object({
      bot_id: numericId,
      intent_name: buildingName,
      examples: examplePhrases,
      title: z.optional(buttonLabel),
      revision: seenRevision,
    }),
    answer: z.extend(edited, {
      details: z.enum([INTENT_CREATED, INTENT_UPDATED]),
      intent: clientIntent,
      audit: z.nullable(audit),
    }),
  }),
  /** Deletes the intent; its nodes stay and are reached by options alone. 404 when the draft has none of this name. */
  deleteCustomIntent: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/intents/delete/custom/{intent}',
    access: atBot('query', 'bot_id')('delete'),
    params: z.object({ intent: z.string().check(z.maxLength(100)) }),
    query: ofBot,
    answer: edited,
  }),
  /** Deletes every intent that came with the template. */
  deleteIntentsByTemplate: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/intents/delete/by_template/{botId}',
    access: atBot('params', 'botId')('delete'),
    params: botId,
    query: ofTemplate,
    answer: removed,
  }),
  copyEntities: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/entities/copy',
    access: inBody('add'),
    body: z.object({ bot_id: numericId, template: templateName }),
    answer: copyAnswer,
  }),
  clientEntities: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/entities/list/{botId}',
    access: atBot('params', 'botId')('read'),
    params: botId,
    answer: z.array(clientEntity),
  }),
  deleteEntitiesByTemplate: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/entities/delete/by_template/{botId}',
    access: atBot('params', 'botId')('delete'),
    params: botId,
    query: ofTemplate,
    answer: removed,
  }),
  /**
   * Creates the entity of this name or replaces its values. 422 with `details.fields` for a pattern that is no regular
   * expression of RE2's kind.
   */
  saveEntity: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/entities/custom',
    access: inBody('edit'),
    body: z.extend(entityDraft, { revision: seenRevision }),
    answer: z.extend(edited, { entity: clientEntity }),
  }),
  /** 404 when the draft has none of this name. */
  deleteEntity: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/entities/custom/{entity}',
    access: atBot('query', 'bot_id')('delete'),
    params: z.object({ entity: z.string().check(z.maxLength(100)) }),
    query: ofBot,
    answer: edited,
  }),
};
