/** A server whose installation has a model: the local one of the same wire. */
import { type FakeLlm, startFakeLlm } from '../assistant/llm/testing.ts';
import { startTestServer, type TestServer } from '../testing.ts';

export interface ModelServer {
  fake: FakeLlm;
  server: TestServer;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const fake = await startFakeLlm();
  const server = await startTestServer({
    outboundTrustedOrigins: [new URL(fake.url).origin],
    llm: {
      baseUrl: fake.url,
      apiKey: null,
      model: 'modelo-1',
      dailyTokens: 50_000,
      timeouts: { first: 1_500, whole: 4_000 },
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
