/** What keeps an owner from breaking their bot, beside the draft itself: what it could not answer, who changed what. */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import { examplePhrase } from '../entities/bot-intent.ts';
import { answerTexts, buildingName, buttonLabel } from '../entities/bot-node.ts';
import { questionKey, UNANSWERED_STANDINGS, unansweredQuestion } from '../entities/unanswered.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId } from '../primitives.ts';
import { atBot, edited } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const botId = z.object({ botId: idParam });

export const botSafetyCalls = {
  /** Most asked first, 20 a page. Kept for `BOT_LIMITS.botUnansweredDays` after they were asked last. */
  unansweredQuestions: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/unanswered/{botId}',
    access: atBot('params', 'botId', ['faqs'])('read'),
    params: botId,
    query: z.object({
      page: z.optional(idParam),
      /** Default: open. */
      standing: z.optional(z.enum(UNANSWERED_STANDINGS)),
      order: z.optional(z.enum(['count', 'recent'])),
    }),
    answer: z.object({
      questions: z.array(unansweredQuestion),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
    }),
  }),
  /** Takes questions off the list, or (`dismissed: false`) back onto it. Keys that are gone are passed over. */
  dismissUnanswered: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/unanswered/dismiss',
    access: atBot('body', 'bot_id', ['faqs'])('edit'),
    body: z.object({
      bot_id: numericId,
      keys: z.array(questionKey).check(z.minLength(1), z.maxLength(LIMITS.pageItems)),
      dismissed: z.boolean(),
    }),
    answer: z.object({ ok: z.literal(true), changed: z.int() }),
  }),
  /**
   * Makes the question an example of an intent of the draft: of `intent_name`, or of a new custom interaction (`create`).
   * One of the two. 404: no such question, no such intent. 422 with `details.fields` as `createCustomIntent`.
   */
  teachUnanswered: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/unanswered/teach',
    access: atBot('body', 'bot_id', ['faqs'])('edit'),
    body: z.object({
      bot_id: numericId,
      key: questionKey,
      /** In better words; absent: as it was asked. */
      text: z.optional(examplePhrase),
      intent_name: z.optional(buildingName),
      create: z.optional(z.object({ title: buttonLabel, answers: answerTexts })),
    }),
    answer: z.extend(edited, { intent_name: z.string(), node_id: z.nullable(z.string()) }),
  }),
  /** Who changed what of the bot's content, newest first, 50 a page. */
  buildingChanges: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/changes/{botId}',
    access: atBot('params', 'botId')('read'),
    params: botId,
    query: z.object({
      page: z.optional(idParam),
      user_id: z.optional(idParam),
      from: z.optional(instant),
      to: z.optional(instant),
    }),
    answer: z.object({
      audits: z.array(audit),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      /** Everybody who ever changed something of it. */
      authors: z.array(z.object({ id: numericId, name: z.string() })),
    }),
  }),
};
