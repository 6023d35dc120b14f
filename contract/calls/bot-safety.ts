/** What keeps an owner from breaking their bot, beside the draft itself: what it could not answer, who changed what. */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import { testPhrase } from '../entities/bot-draft.ts';
import { examplePhrase } from '../entities/bot-intent.ts';
import { answerTexts, buildingName, buttonLabel } from '../entities/bot-node.ts';
import { SUBJECT_LIMITS, subject } from '../entities/subject.ts';
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
  /**
   * Takes questions off the list, or (`dismissed: false`) back onto it. Keys that are gone are passed over, but for
   * those of subjects (`remember`), which may stand in conversations of the team alone.
   */
  dismissUnanswered: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/unanswered/dismiss',
    access: atBot('body', 'bot_id', ['faqs'])('edit'),
    body: z.object({
      bot_id: numericId,
      keys: z.array(questionKey).check(z.minLength(1), z.maxLength(LIMITS.pageItems)),
      dismissed: z.boolean(),
      remember: z.optional(z.boolean()),
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
  /**
   * The open questions gathered into subjects, most asked first, with what people of the team answered to them in
   * conversations that the caller sees (who may not read the inbox is shown none of that).
   */
  botSubjects: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/unanswered/{botId}/subjects',
    access: atBot('params', 'botId', ['faqs'])('read'),
    params: botId,
    answer: z.object({
      subjects: z.array(subject),
      /** Subjects in all: those past the limit come once these are decided. */
      total: z.int(),
    }),
  }),
  /**
   * Takes subjects into the draft, all or none: their examples into `intent_name` or into a new interaction (`create`),
   * `test` into the test set. 404: no such intent. 422 with `details.fields` as `subjects.0.examples`: an example that
   * another intent has, an answer in which something of a person is still masked.
   */
  acceptSubjects: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/unanswered/accept',
    access: atBot('body', 'bot_id', ['faqs'])('edit'),
    body: z.object({
      bot_id: numericId,
      subjects: z
        .array(
          z.object({
            keys: z.array(questionKey).check(z.minLength(1), z.maxLength(SUBJECT_LIMITS.questions)),
            examples: z.array(examplePhrase).check(z.minLength(1), z.maxLength(SUBJECT_LIMITS.questions)),
            test: z.nullable(testPhrase.shape.text),
            intent_name: z.optional(buildingName),
            create: z.optional(z.object({ title: buttonLabel, answers: answerTexts })),
          }),
        )
        .check(z.minLength(1), z.maxLength(SUBJECT_LIMITS.accepted)),
    }),
    answer: z.extend(edited, {
      /** In the order of the wish: what each went to. */
      intent_names: z.array(z.string()),
      /** Phrases that the test set has more than before. */
      tests: z.int(),
    }),
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
