/** A server whose installation has a model: the local one of the same wire. */
import { type FakeLlm, startFakeLlm } from '../assistant/llm/testing.ts';
import { startTestServer, type TestServer } from '../testing.ts';

export interface ModelServer {
  fake: FakeLlm;
  server: TestServer;
  close(): Promise<void>;
}

/** @param timeouts how long the model may take; short ones where a test waits for their end */
export async function startModelServer(timeouts = { first: 1_500, whole: 4_000 }): Promise<ModelServer> {
  const fake = await startFakeLlm();
  const server = await startTestServer({
    outboundTrustedOrigins: [new URL(fake.url).origin],
    llm: {
      baseUrl: fake.url,
      apiKey: null,
      model: 'modelo-1',
      dailyTokens: 50_000,
      timeouts,
    },
  });
  return {
    fake,
    server,
    async close() {
      await server.close();
      await fake.close();
    },
  };
}
