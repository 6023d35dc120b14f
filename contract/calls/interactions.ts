/**
 * An interaction saved as people see it: what it understands (its intent's phrases) and what it says (its node) are one
 * call, all of it or nothing. The spec's calls for each of the two stay beside it (bot-intents.ts, bot-nodes.ts).
 */
import * as z from 'zod/mini';
import { examplePhrases } from '../entities/bot-intent.ts';
import { answerTexts, buttonLabel, clientNode, nodeDraft } from '../entities/bot-node.ts';
import { numericId } from '../primitives.ts';
import { atBot, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/**
 * The owner's own interactions are edited at '/dashboard/chatbot/preguntas', which is of the module FAQs (docs/protocol.md
 * 'Modules without a row'); those of a template need Skill Base, whatever the call: 403.
 */
const inBody = atBot('body', 'bot_id', ['faqs']);
const nodeName = z.string().check(z.maxLength(100));
const fields = z.extend(z.omit(nodeDraft, { intent_name: true }), {
  bot_id: numericId,
  /**
   * In place of its phrases. Empty: it is reached by options alone, and its intent goes unless another node answers it.
   * Absent: they stay.
   */
  examples: z.optional(examplePhrases),
});
const answer = z.extend(edited, { node: clientNode });

export const interactionCalls = {
  /** A new one of the owner's own. 422 with `details.fields` as `createCustomNode` and `createCustomIntent`. */
  createInteraction: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/interactions',
    access: inBody('add'),
    body: z.extend(fields, { title: buttonLabel, answers: answerTexts }),
    answer,
  }),
  /**
   * Fields that are absent stay as they are. The revision is compared for what is sent: the node where one of its fields
   * is, the intent where its phrases are. 404: no such node in the draft.
   */
  updateInteraction: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/interactions',
    access: inBody('edit'),
    body: z.extend(fields, { node_id: nodeName, revision: seenRevision }),
    answer,
  }),
  /** Answers, options and phrases as the template wrote them; whether it is switched on stays. 422: it has no template. */
  resetInteraction: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/interactions/reset',
    access: atBot('body', 'bot_id')('edit'),
    body: z.object({ bot_id: numericId, node_id: nodeName, revision: seenRevision }),
    answer,
  }),
  /** The node with the options that led to it, and its intent unless another node answers it. */
  deleteInteraction: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/interactions/{node}',
    access: atBot('query', 'bot_id', ['faqs'])('delete'),
    params: z.object({ node: nodeName }),
    query: z.object({ bot_id: idParam, revision: seenInQuery }),
    answer: edited,
  }),
};
