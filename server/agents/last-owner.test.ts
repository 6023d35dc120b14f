/** A bot keeps an owner, also when its last two remove each other at the same moment: on either database. */
import { afterEach, describe, expect, it } from 'vitest';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
afterEach(() => server.close());

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  it('of two owners who remove each other at once one stays', async () => {
    server = await startTestServer({}, undefined, await testDatabase({ engine }));
    await server.addBot(64);
    await server.addBot(9);
    const owner = await server.addPerson('duena');
    const second = await server.addPerson('socia');
    const links = new Map<Person, number>();
    for (const person of [owner, second]) {
      links.set(person, await server.link(person, 64, 'propietario'));
      await server.link(person, 9, 'propietario');
    }
    const remove = (person: Person, as: Person) =>
      server.call('DELETE', `/svc/main/userbot/userbotdestroy/${links.get(person)}`, { as });
    const answers = await Promise.all([remove(second, owner), remove(owner, second)]);
    const left = await server.app.db.query<{ user_id: number }>(
      sql`select user_id from user_bots where bot_id = 64`,
    );
    expect(left).toHaveLength(1);
    const [stays, gone] = left[0]?.user_id === owner.id ? [owner, second] : [second, owner];
    const [removed, refused] = stays === owner ? answers : answers.toReversed();
    expect(removed?.status).toBe(200);
    // The one who comes when the other is through is nobody at this bot any more.
    const late = fault(await remove(stays, gone));
    expect(late.status).toBe(404);
    if (refused?.status !== late.status) {
      const message = 'El chatbot debe conservar al menos un propietario.';
      expect(refused && fault(refused)).toMatchObject({ status: 422, message });
    }
  });
});
