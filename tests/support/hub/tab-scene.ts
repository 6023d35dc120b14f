/** A tab that shows a bot's counters and active list, and what happens there: for tests of what tabs receive. */
import type { HubFrame } from '../../../workers/hub/surface/stream.ts';
import type { Topic } from '../../../workers/hub/surface/topics.ts';
import { ADMIN, BOT, type HandTab, query, type World } from './world.ts';

export const connection: Topic = { kind: 'connection' };
export const counters: Topic = { kind: 'counters', botId: BOT };
const active: Topic = { kind: 'list', botId: BOT, query: query('active') };
/** How many cards its active list shows. */
export const cards = (tab: HandTab) =>
  ((tab.value(active) as { cards: unknown[] } | undefined)?.cards ?? []).length;
/** All patches that it received. */
export const patchesOf = (tab: HandTab) =>
  tab.frames.flatMap((frame: HubFrame) => (frame.type === 'patches' ? frame.patches : []));

/** Resolves when counters and list are there. */
export async function opened(world: World, viewer = ADMIN): Promise<HandTab> {
  const tab = await world.openTab(world.session(viewer));
  for (const topic of [connection, counters, active]) tab.show(topic);
  await world.until(
    () =>
      tab.value(counters) !== undefined &&
      (tab.value(active) as { loading?: boolean } | undefined)?.loading === false,
    'open',
  );
  return tab;
}
/** A new conversation; its id. */
export function happens(world: World): string {
  world.server.rows.tick(1000);
  world.server.rows.newConversation('web', null);
  world.server.push();
  return [...world.server.rows.rows.keys()].at(-1) ?? '';
}
