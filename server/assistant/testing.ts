/** What the tests of bot building begin with. */
import type { Person, TestServer } from '../testing.ts';

let people = 0;

/**
 * Somebody new with a bot of the template 'generica': one person has only so many trials.
 *
 * @param bot_name what the owner calls it
 * @returns the owner, their name, and the bot's id
 */
export async function ownerOfNewBot(
  server: TestServer,
  bot_name: string,
): Promise<{ owner: Person; name: string; botId: number }> {
  people += 1;
  const name = `duena${people}`;
  const owner = await server.addPerson(name);
  // Who owns a bot already may make another one.
  const first = 9000 + people;
  await server.addBot(first);
  await server.link(owner, first, 'propietario');
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name, template: 'generica' },
  });
  return { owner, name, botId: (made.body as { id: number }).id };
}
