/** What a hub keeps of what nobody shows: enough to go back at once, and no more. */
import { expect, it } from 'vitest';
import { ADMIN, BOT, World } from '../../../tests/support/hub/world.ts';

const messages = (conversationId: string) => ({ kind: 'messages', botId: BOT, conversationId }) as const;

it('HUB-33 of many conversations that were read the latest stay in memory, and those that are shown', async () => {
  const world = new World();
  for (let made = 0; made < 42; made += 1) world.server.rows.newConversation('web', null);
  const ids = [...world.server.rows.rows.keys()];
  const tab = await world.openTab(world.session(ADMIN));
  for (const id of ids) {
    tab.show(messages(id));
    await world.until(() => tab.value(messages(id)) !== undefined, id);
  }
  const kept = async () => (await world.hub.api.inspect()).bots[0]?.messages;
  await world.until(() => tab.value(messages(ids.at(-1) ?? ''))?.loading === false, 'the last one');
  const [first = ''] = ids;
  for (const id of ids) if (id !== first) tab.say({ type: 'unsubscribe', topic: messages(id) });
  // A tab that has just opened something is not made to wait for it.
  await world.moment(1_000);
  expect(await kept()).toBe(42);
  await world.moment(3_000);
  expect(await kept()).toBe(21);
  // What was shown and what was read last is there without the server.
  world.server.cut();
  const again = await world.openTab(world.session(ADMIN));
  for (const id of [first, ids.at(-1) ?? '']) {
    again.show(messages(id));
    await world.until(() => again.value(messages(id))?.loading === false, `${id} from memory`, 200);
  }
});
