/** A person's places at bots: named, or all of theirs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserBot } from '../../contract/entities/user.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const [FIRST, SECOND, OTHERS] = [64, 65, 66];
let server: TestServer;
let olga: Person;
beforeAll(async () => {
  server = await startTestServer();
  for (const bot of [FIRST, SECOND, OTHERS]) await server.addBot(bot);
  olga = await server.addPerson('olga');
  await server.link(olga, FIRST, 'propietario');
  await server.link(olga, SECOND, 'agente');
  await server.link(await server.addPerson('paz'), OTHERS, 'propietario');
});
afterAll(() => server.close());

it.each([
  ['nothing named', {}, [FIRST, SECOND]],
  ['none', { bot_ids: [] }, []],
  ['one', { bot_ids: [SECOND] }, [SECOND]],
  ['another’s too', { bot_ids: [FIRST, OTHERS] }, [FIRST]],
])('answers those of the person alone: %s', async (_, body, bots) => {
  const path = `/svc/main/userbot/find_user_bot_with_permissions/${olga.id}`;
  const answer = await server.call('POST', path, { as: olga, body });
  expect(answer.status).toBe(200);
  const places = answer.body as UserBot[];
  expect(places.map(({ bot_id, user_id }) => [bot_id, user_id])).toEqual(bots.map((bot) => [bot, olga.id]));
});
