/** A server of a file's own that has a language model: the local one, which says what a test tells it to. */
import { type FakeLlm, startFakeLlm } from '../../server/assistant/llm/testing.ts';
import { ServerProcess } from './server-process.ts';

export async function launchWithModel(): Promise<{ model: FakeLlm; server: ServerProcess }> {
  const model = await startFakeLlm();
  const server = await ServerProcess.launch('', {
    OUTBOUND_TRUSTED_ORIGINS: new URL(model.url).origin,
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'modelo-local',
  });
  return { model, server };
}
