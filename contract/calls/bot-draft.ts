/**
 * Draft, publication, versions, preview, test set. The calls of the Templates service edit the
 * draft; customers talk to what was published last.
 */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { boundedJson } from '../bounded.ts';
import { botVersion, difference, draftState, engineSettings, testPhrase } from '../entities/bot-draft.ts';
import { nodeTicket } from '../entities/bot-node.ts';
import { previewTrace } from '../entities/bot-trace.ts';
import { LLM_LIMITS } from '../entities/llm.ts';
import { productCard } from '../entities/product-card.ts';
import { LIMITS } from '../limits.ts';
import { numericId, shortText, wholeNumber } from '../primitives.ts';
import { area, channel } from '../states.ts';
import { atBot, edited, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/** What an engine keeps of a talk: names and short values. */
const TALK_CONTEXT = { depth: 10, values: 5_000 };

const botId = z.object({ botId: idParam });
const read = atBot('params', 'botId', ['menu_inicial', 'faqs'])('read');
const edit = atBot('body', 'bot_id')('edit');
const versionParams = z.object({ botId: idParam, version: idParam });

/** Answered with the right intent (or rightly with none), offered among the choices, not understood, answered wrongly. */
export const testOutcome = z.enum(['right', 'offered', 'missed', 'wrong']);
export type TestOutcome = z.infer<typeof testOutcome>;

/** The test set as it was saved last; `revision` 0: never. It is no part of the draft and counts for itself. */
const testSet = z.object({ revision: z.int(), phrases: z.array(testPhrase) });

export const botDraftCalls = {
  /** What the draft is like: its revision, how far it is from what customers get, what is wrong with it. */
  draftState: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/draft/{botId}',
    access: read,
    params: botId,
    answer: draftState,
  }),
  /** What publishing would change, thing by thing. */
  draftDifference: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/draft/{botId}/difference',
    access: read,
    params: botId,
    answer: z.array(difference),
  }),
  /**
   * Trains the draft and swaps it in at once, for new messages of all conversations. With `revision`: 409 'conflict'
   * when the draft has moved on. 422 with `details.faults` while it has errors. Nothing to publish: 422.
   */
  publishDraft: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/draft/publish',
    access: edit,
    body: z.object({
      bot_id: numericId,
      revision: z.optional(wholeNumber),
      note: z.optional(z.nullable(shortText(300))),
    }),
    answer: z.object({ ok: z.literal(true), version: botVersion, draft: draftState }),
  }),
  /** The draft is what is published again. */
  discardDraft: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/draft/discard',
    access: edit,
    body: z.object({ bot_id: numericId, revision: z.optional(wholeNumber) }),
    answer: edited,
  }),
  engineSettings: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/draft/{botId}/settings',
    access: atBot('params', 'botId')('read'),
    params: botId,
    answer: engineSettings,
  }),
  /** Fields that are absent stay as they are. 422 with `details.fields`. */
  updateEngineSettings: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/draft/settings',
    access: edit,
    body: z.object({ bot_id: numericId, settings: z.partial(engineSettings), revision: seenRevision }),
    answer: z.extend(edited, { settings: engineSettings }),
  }),
  /** Newest first, 20 a page. */
  botVersions: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/versions/{botId}',
    access: atBot('params', 'botId')('read'),
    params: botId,
    query: z.object({ page: z.optional(idParam) }),
    answer: z.object({ versions: z.array(botVersion), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /**
   * What bringing this version back into the draft would change of the draft; with `against`, what changed from that
   * version to this one. 404: not kept.
   */
  versionDifference: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/versions/{botId}/{version}/difference',
    access: atBot('params', 'botId')('read'),
    params: versionParams,
    query: z.object({ against: z.optional(idParam) }),
    answer: z.array(difference),
  }),
  /**
   * Puts a version into the draft, in place of what is there; with `publish` customers get it at once. 404: not kept.
   * With `revision`: 409 'conflict' when the draft has moved on.
   */
  restoreVersion: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/versions/restore',
    access: edit,
    body: z.object({
      bot_id: numericId,
      version: wholeNumber,
      publish: z.optional(z.boolean()),
      revision: seenRevision,
    }),
    answer: z.extend(edited, { version: z.nullable(botVersion) }),
  }),
  /**
   * One turn with the draft (`of: 'published'`: with what customers get), without a conversation: nothing is kept, the
   * caller sends back the `context` of the last answer. Without text and button: the greeting. The language model is
   * asked where the chat would ask it; it counts in the bot's budget, and answers a person only so often in a minute.
   */
  previewTurn: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/draft/preview',
    access: atBot('body', 'bot_id', ['chatbot'])('read'),
    body: z.object({
      bot_id: numericId,
      of: z.optional(z.enum(['draft', 'published'])),
      text: z.optional(shortText(LIMITS.messageText)),
      button: z.optional(shortText(120)),
      /** As the last answer gave it; null or what can't be read: a new talk. */
      context: z.optional(boundedJson(TALK_CONTEXT)),
      /** What was said before, the oldest first, for a language model. */
      earlier: z.optional(
        z
          .array(
            z.object({
              from: z.enum(['customer', 'bot']),
              text: z.string().check(z.maxLength(LIMITS.messageText)),
            }),
          )
          .check(z.maxLength(LLM_LIMITS.earlier)),
      ),
      /** As if the customer wrote there. Default: web. */
      channel: z.optional(channel),
      /** As if people attended now, or not. Absent: by the bot's hours and the clock. */
      open: z.optional(z.boolean()),
    }),
    answer: z.object({
      messages: z.array(
        z.object({
          text: z.string(),
          buttons: z.array(z.object({ id: z.string(), label: z.string() })),
          cards: z.optional(z.array(productCard)),
        }),
      ),
      /** Here a person would take over, of this area. */
      handoff: z.nullable(z.object({ area: z.nullable(area) })),
      /** Here these tickets would be opened; texts say a code that none has. */
      tickets: z.optional(z.array(nodeTicket)),
      context: z.json(),
      trace: previewTrace,
      revision: z.int(),
    }),
  }),
  /** The 'frases que debe entender' of a bot. */
  testPhrases: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/tests/{botId}',
    access: atBot('params', 'botId', ['faqs'])('read'),
    params: botId,
    answer: testSet,
  }),
  /** In place of the old ones. With `revision` (the test set's): 409 'conflict' when somebody saved others since. */
  saveTestPhrases: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/tests/{botId}',
    access: atBot('params', 'botId', ['faqs'])('edit'),
    params: botId,
    body: z.object({
      phrases: z.array(testPhrase).check(z.maxLength(BOT_LIMITS.botTestPhrases)),
      revision: seenRevision,
    }),
    answer: testSet,
  }),
  /** Runs the test set through the draft. `confusion`: which intent was taken for which (null: none), and how often. */
  runTestPhrases: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/tests/{botId}/run',
    access: atBot('params', 'botId', ['faqs'])('read'),
    params: botId,
    answer: z.object({
      revision: z.int(),
      phrases: z.int(),
      right: z.int(),
      offered: z.int(),
      missed: z.int(),
      wrong: z.int(),
      results: z.array(
        z.object({
          text: z.string(),
          expected: z.nullable(z.string()),
          found: z.nullable(z.string()),
          score: z.nullable(z.number()),
          outcome: testOutcome,
          /** What the published bot makes of it; null: nothing is published. */
          published: z.nullable(z.object({ found: z.nullable(z.string()), outcome: testOutcome })),
        }),
      ),
      confusion: z.array(
        z.object({ expected: z.nullable(z.string()), found: z.nullable(z.string()), count: z.int() }),
      ),
    }),
  }),
};
