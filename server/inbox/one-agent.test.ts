/** One agent stalls nobody: what one person may ask is bounded, and waits behind itself alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

const BOT = 64;
const COUNT = '/svc/conversations/conversations/count_matching';
const LIST = '/svc/conversations/conversations/filter_conversation';

let server: TestServer;
let team: Team;
const post = (as: Person, path: string, body: unknown) => server.call('POST', path, { as, body });
const ready = () => server.call('GET', '/readyz');

/** Holds the one connection of the embedded database until it is called. */
async function holdDatabase(): Promise<() => Promise<void>> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let transaction: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    transaction = server.app.db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      begun();
      await ended;
    });
  });
  return async () => {
    end();
    await transaction;
  };
}

beforeAll(async () => {
  server = await startTestServer({}, undefined, await testDatabase({ engine: 'pglite' }));
  team = await server.addTeam(BOT);
  for (let at = 0; at < 40; at += 1) {
    await server.addConversation(`c-${at}`, BOT, { state: 'pending', category: null, agent_id: null });
  }
});
afterAll(() => server.close());

describe('what one call may ask', () => {
  const wildcards = '%_'.repeat(LIMITS.searchText / 2);
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);

  it('refuses 80 searches of wildcards with 2,000 tags each, as the attack made them', async () => {
    const filters = Array.from({ length: 80 }, () => ({
      search: wildcards,
      tags: Array<string>(2_000).fill('x'),
    }));
    const refused = await post(team.ana, COUNT, { bot_id: BOT, filters });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: 'bad_request' });
  });

  it('takes so many tags, and so many searched texts, and not one more', async () => {
    const filter = { search: wildcards, tags: tags(LIMITS.tags) };
    const most = Array.from({ length: LIMITS.searchesCounted }, () => filter);
    expect((await post(team.ana, COUNT, { bot_id: BOT, filters: most })).status).toBe(200);
    expect((await post(team.ana, COUNT, { bot_id: BOT, filters: [...most, filter] })).status).toBe(400);
    const tagged = (count: number) => ({ bot_id: BOT, filters: [{ tags: tags(count) }] });
    expect((await post(team.ana, COUNT, tagged(LIMITS.tags))).status).toBe(200);
    expect((await post(team.ana, COUNT, tagged(LIMITS.tags + 1))).status).toBe(400);
    const many = Array.from({ length: LIMITS.filtersCounted }, () => ({ tags: ['a'] }));
    expect((await post(team.ana, COUNT, { bot_id: BOT, filters: many })).status).toBe(200);
  });

  it('takes wildcards for the signs that they are', async () => {
    await server.app.db.query(sql`update conversations set lead_name = '100%_\\x' where id = 'c-7'`);
    const found = async (search: string) => {
      const { body } = await post(team.ana, LIST, { filters: { bot_id: BOT, search } });
      return (body as { total: number }).total;
    };
    expect(await Promise.all(['%', '_', '\\', '%_\\'].map(found))).toEqual([1, 1, 1, 1]);
    expect(await Promise.all(['%%', '_%', 'c%7'].map(found))).toEqual([0, 0, 0]);
  });

  it.each([
    ['an id beyond int4', { bot_id: 2 ** 31 }],
    ['no day of any calendar', { bot_id: BOT, from: '2026-02-30T00:00:00.000Z' }],
    ['a year that no column holds', { bot_id: BOT, to: '0000-01-01T00:00:00.000Z' }],
  ])('answers 400 to %s', async (_, filters) => {
    expect((await post(team.ana, LIST, { filters })).status).toBe(400);
  });
});

describe('what one person may ask at a time', () => {
  it('is ready while the database is busy with what people ask', async () => {
    const release = await holdDatabase();
    expect(await ready()).toMatchObject({ status: 200, body: { ok: true } });
    await release();
  });

  it("answers another agent's call after a few of the eighty that waited before it", async () => {
    const release = await holdDatabase();
    const answered: string[] = [];
    const ask = async (who: string, person: Person) => {
      const { status } = await post(person, LIST, { filters: { bot_id: BOT, search: '%_%' } });
      answered.push(`${who} ${status}`);
    };
    let arrived = 0;
    server.app.http.fastify.server.on('request', () => {
      arrived += 1;
    });
    const calls = Array.from({ length: 80 }, () => ask('ana', team.ana));
    await expect.poll(() => arrived).toBe(80);
    calls.push(ask('bruno', team.bruno));
    await expect.poll(() => arrived).toBe(81);
    await release();
    await Promise.all(calls);
    expect(answered.indexOf('bruno 200')).toBeLessThan(12);
    expect(answered.filter((answer) => answer === 'ana 200')).toHaveLength(80);
  });
});
