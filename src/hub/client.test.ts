/** What the hub says while no screen listens. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshPage } from '../../tests/support/hub/fresh-page.ts';
import { emptyStorage } from '../../tests/support/hub/tab-storage.ts';
import { ADMIN, BOT, World } from '../../tests/support/hub/world.ts';

let world: World;
let close: () => void;

beforeEach(() => {
  world = new World();
  vi.stubGlobal('sessionStorage', emptyStorage());
  vi.stubGlobal('localStorage', emptyStorage());
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** A page whose hub follows the bot, and nothing drawn yet. */
async function page() {
  const { client, spawned } = await freshPage(world, world.session(ADMIN));
  close = () => spawned.close();
  await client.hub().selectBot(client.tabId(), BOT);
  await world.moment(500);
  return client;
}
const says = async (name: string, argument: unknown) => {
  world.server.say(name, argument);
  await world.moment(500);
};

it('TAB-13 what became old before the first screen was drawn is told to all that listen from then on', async () => {
  const client = await page();
  await says('RESET', { bot_id: BOT });
  const [first, second] = [vi.fn(), vi.fn()];
  client.onHub('stale', first);
  client.onHub('stale', second);
  await world.moment(500);
  for (const heard of [first, second]) {
    expect(heard.mock.calls.flat(2)).toEqual(expect.arrayContaining(['places', 'notifications']));
    // Screens that are drawn now ask for it themselves.
    expect(heard.mock.calls.flat(2).filter((query) => query.startsWith('topic/'))).toEqual([]);
  }
  const later = vi.fn();
  client.onHub('stale', later);
  await world.moment(500);
  expect(later).not.toHaveBeenCalled();
});

it('TAB-13 a screen that comes back hears what became old while none listened', async () => {
  const client = await page();
  const before = vi.fn();
  client.onHub('stale', before)();
  await says('STALE', { bot_id: BOT, topics: ['notifications'], live: 1 });
  const after = vi.fn();
  client.onHub('stale', after);
  await world.moment(500);
  expect(after.mock.calls.flat(2)).toContain(`topic/${BOT}/notifications`);
  expect(before).not.toHaveBeenCalled();
});

it('TAB-13 a notice that comes before anything can show it is shown by what comes, once', async () => {
  const client = await page();
  const { rows } = world.server;
  rows.newConversation('web', null);
  const id = [...rows.rows.keys()].at(-1) ?? '';
  rows.command(id, { type: 'handoff' });
  world.server.push();
  await world.moment(500);
  const first = vi.fn();
  client.onHub('notice', first);
  expect(first.mock.calls.map(([notice]) => [notice.kind, notice.conversationId])).toEqual([
    ['new-conversation', id],
    ['pending', id],
  ]);
  const second = vi.fn();
  client.onHub('notice', second);
  expect(second).not.toHaveBeenCalled();
});
