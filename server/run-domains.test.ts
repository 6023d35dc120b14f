/** What keeps a server from starting half composed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLOSED_GATE } from './platform/http/gate.ts';
import { runDomains } from './run-domains.ts';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const lead = { from: 'leads e', id: 'e.id', bot: 'e.bot_id' };

it('refuses two domains that say whose the same entity is', async () => {
  const both = [
    { name: 'one', entities: { lead } },
    { name: 'other', entities: { lead } },
  ];
  await expect(runDomains(server.app, both)).rejects.toThrow('other: another domain has the entity lead');
});

it('refuses two domains that have the same live topic', async () => {
  const other = { ...server.app, http: { ...server.app.http, routes: [] } };
  const both = [
    { name: 'one', topics: ['leads'] as const },
    { name: 'other', topics: ['leads'] as const },
  ];
  await expect(runDomains(other, both)).rejects.toThrow('other: one has the topic leads');
});

it('refuses a call whose entity no domain has', async () => {
  await expect(runDomains(server.app, [{ name: 'one', entities: { lead } }])).rejects.toThrow(
    /no domain has the entity/,
  );
});

it('lets nobody in before somebody decides who may', async () => {
  await expect(CLOSED_GATE.session({ kind: 'public' }, { headers: {} })).rejects.toMatchObject({
    code: 'unavailable',
  });
});
