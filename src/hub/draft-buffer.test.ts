/** What is typed in a tab belongs to the person who typed it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshPage } from '../../tests/support/hub/fresh-page.ts';
import type { Spawning } from '../../tests/support/hub/tab-platform.ts';
import { emptyStorage } from '../../tests/support/hub/tab-storage.ts';
import { ADMIN, ANA, BOT, World } from '../../tests/support/hub/world.ts';

const world = new World();
let spawned: Spawning;
/** Keystrokes are gathered for a moment. */
const gathered = () => vi.advanceTimersByTime(1_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('sessionStorage', emptyStorage());
  vi.stubGlobal('localStorage', emptyStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  spawned.close();
});

it('TAB-8 words of somebody who signs out are neither shown to the next person nor kept as theirs', async () => {
  const page = await freshPage(world, world.session(ANA));
  spawned = page.spawned;
  const { hub, topicStore } = page.client;
  const mine = page.draftBuffer(BOT, 'c1', 'reply');
  const stop = mine.subscribe(() => undefined);
  mine.save('De Ana');
  gathered();
  const stored = () => topicStore.peek({ kind: 'draft', conversationId: 'c1', mode: 'reply' })?.text;
  await world.until(() => stored() === 'De Ana', 'kept');
  // The last letters are still on their way to the hub.
  mine.save('De Ana, y algo más');
  await hub().signOut('by-hand');
  await world.until(() => mine.text() === null, 'forgotten');
  stop();
  await hub().signIn(world.session(ADMIN));
  const next = page.draftBuffer(BOT, 'c1', 'reply');
  expect(next.text()).toBeNull();
  gathered();
  expect(await hub().unsent()).toEqual({ outbox: 0, drafts: 0 });
});
