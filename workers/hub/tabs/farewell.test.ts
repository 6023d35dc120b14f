/** Who says that a browser's last page closes, and what holds when somebody is there after all. */
import { expect, it } from 'vitest';
import { ADMIN, BOT, type HandTab, World } from '../../../tests/support/hub/world.ts';

async function opened(world: World): Promise<HandTab> {
  const tab = await world.openTab(world.session(ADMIN));
  tab.show({ kind: 'counters', botId: BOT });
  await world.until(() => tab.value({ kind: 'counters', botId: BOT }) !== undefined, 'open');
  return tab;
}

it('HUB-34 a tab knows whether it is the only one, and the socket whose lease its farewell ends', async () => {
  const world = new World();
  const tab = await opened(world);
  const told = (of: HandTab) =>
    of.frames.flatMap((frame) => (frame.type === 'alone' ? [frame.socket] : [])).at(-1) ?? null;
  await world.moment();
  const first = told(tab);
  expect(first).toMatch(/^socket-/);
  const other = await opened(world);
  await world.moment();
  expect([told(tab), told(other)]).toEqual([null, null]);
  world.closeTab(tab);
  await world.moment();
  expect(told(other)).toBe(first);
  // Another socket has another lease.
  world.server.cut();
  await world.until(() => told(other) !== first && told(other) !== null, 'the next socket');
});

it('HUB-34 who is there after a farewell comes with a new socket: what was said of the old one is past', async () => {
  const world = new World();
  const tab = await opened(world);
  const sockets = () => world.server.emitted.filter(({ name }) => name === 'AUTO_RECONNECT').length;
  const asked = sockets();
  tab.say({ type: 'farewell' });
  await world.moment(20);
  // A page that closes says this last.
  tab.say({ type: 'visibility', visible: false, focused: false });
  await world.moment(200);
  expect(sockets()).toBe(asked);
  tab.say({ type: 'visibility', visible: true, focused: true });
  await world.until(() => sockets() > asked, 'catching up again');
  expect(world.server.connected).toBe(1);
});
