/** The calls of contract/calls/llm.ts. */
import { llmCalls } from '../../../contract/calls/llm.ts';
import type { App } from '../../platform/app.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { Limit } from '../../platform/limits/limiter.ts';
import type { DocumentKnowledge } from '../documents/knowledge.ts';
import { askLlm } from './ask.ts';
import { changeLlmSettings, readLlmConfig, readLlmSettings } from './settings.ts';

/** How often a person may make the model answer in a minute, wherever they try it. */
export const llmTries = (app: App): Limit => app.sharedLimit('llm.tries', 20, 60);

/** Mounts the calls. */
export function registerLlm(app: App, knowledge: DocumentKnowledge, tries: Limit): void {
  registerCall(app, llmCalls.llmSettings, ({ params }) => readLlmSettings(app, params.botId));
  registerCall(app, llmCalls.updateLlmSettings, ({ session, body }) => changeLlmSettings(app, session, body));
  registerCall(app, llmCalls.tryLlm, async ({ session, params, body, reply: answer }) => {
    await tries.take(String(session.user.id));
    const reply = await askLlm(app, knowledge, {
      botId: params.botId,
      text: body.text,
      earlier: [],
      config: await readLlmConfig(app, app.db, params.botId),
      sight: 'draft',
      signal: callerGone(answer),
    });
    return 'text' in reply
      ? { answer: reply.text, reason: null, sources: reply.sources, tokens: reply.tokens }
      : { answer: null, reason: reply.reason, sources: [], tokens: reply.tokens };
  });
}
