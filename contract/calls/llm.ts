/** Configuración de IA, its language model: in the Assistant service, by bot. */
import * as z from 'zod/mini';
import { LLM_LIMITS, llmConfig, llmSettings } from '../entities/llm.ts';
import { shortText } from '../primitives.ts';
import { atBot, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const params = z.object({ botId: idParam });

export const llmCalls = {
  llmSettings: defineCall({
    service: 'assistant',
    method: 'GET',
    path: '/api/llm/{botId}',
    access: atBot('params', 'botId')('read'),
    params,
    answer: llmSettings,
  }),
  /** What is absent stays. Makes the bot's assistant when there is none. 422 with `details.fields`; 409: somebody saved since `revision`. Audited. */
  updateLlmSettings: defineCall({
    service: 'assistant',
    method: 'PUT',
    path: '/api/llm/{botId}',
    access: atBot('params', 'botId')('edit'),
    params,
    body: z.extend(z.partial(llmConfig), { revision: seenRevision }),
    answer: llmSettings,
  }),
  /** One question as a customer would ask it, whether switched on or not; it counts in the budget. */
  tryLlm: defineCall({
    service: 'assistant',
    method: 'POST',
    path: '/api/llm/{botId}/try',
    access: atBot('params', 'botId')('edit'),
    params,
    body: z.object({ text: shortText(LLM_LIMITS.question).check(z.minLength(1)) }),
    answer: z.object({
      /** Null: the engine would answer; `reason` says why, in Spanish. */
      answer: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** Titles of the documents that it named. */
      sources: z.array(z.string()),
      tokens: z.int(),
    }),
  }),
};
