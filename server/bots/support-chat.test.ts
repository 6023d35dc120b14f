import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bot } from '../../contract/entities/bot.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.addPerson('cualquiera');
});
afterAll(() => server.close());

const chat = async (backend: string) =>
  (await server.call('GET', `/svc/bots/support_chat/${backend}`, { as: stranger })).body;

it('a new bot never gets the id of the support chat: everybody would be led to it', async () => {
  for (const id of [541, 603]) {
    await server.app.db.query(sql`select setval(pg_get_serial_sequence('bots', 'id'), ${id - 1})`);
    const made = await server.call('POST', '/svc/main/bot', {
      as: stranger,
      body: { bot_name: `Uno ${id}`, template: 'generica' },
    });
    expect(made).toMatchObject({ status: 200, body: { id: id + 1 } });
    expect((await server.app.db.query(sql`select 1 from bots where id = ${id}`)).length).toBe(0);
    // All that comes with a bot came with this one.
    expect((made.body as Bot).client_subscription).not.toBeNull();
  }
});

it('is shown to everybody who is signed in, for the backend that is asked, where it exists and is on', async () => {
  expect([await chat('qa'), await chat('production')]).toEqual([{ chat: null }, { chat: null }]);
  await server.addBot(603);
  expect(await chat('qa')).toEqual({ chat: null });
  expect(await chat('production')).toEqual({
    chat: { bot_id: 603, bot_name: expect.any(String), token: 'token-603' },
  });
  await server.app.db.query(sql`update bots set activated = false where id = 603`);
  expect(await chat('production')).toEqual({ chat: null });
  expect((await server.call('GET', '/svc/bots/support_chat/64', { as: stranger })).status).toBe(400);
  expect((await server.call('GET', '/svc/bots/support_chat/production')).status).toBe(401);
});
