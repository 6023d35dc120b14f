/** What the hub says of changes outside the inbox, whatever server it hears. */
import { expect, it } from 'vitest';
import { ADMIN, BOT, World } from '../../../tests/support/hub/world.ts';
import { StaleTopics } from './stale-topics.ts';

function heard() {
  const told: string[] = [];
  const topics = new StaleTopics((queries) => told.push(...queries));
  return { topics, told: () => told.splice(0) };
}
const all = `topic/${BOT}/*`;

it('HUB-80 asks again for all after a join, then for what STALE names', () => {
  const { topics, told } = heard();
  topics.joined(BOT);
  expect(told()).toEqual([all]);
  topics.head({ bot_id: BOT, seq: 1, live: 7, told: 5 });
  topics.stale({ bot_id: BOT, topics: ['documents', 'lead:9'], live: 8 });
  topics.head({ bot_id: BOT, seq: 1, live: 8, told: 8 });
  expect(told()).toEqual([`topic/${BOT}/documents`, `topic/${BOT}/lead:9`]);
  topics.closed();
  topics.joined(BOT);
  expect(told()).toEqual([all, 'places']);
});

it('HUB-80 asks again for all when a number is explained by no STALE, and not for changes that are not for it', () => {
  const { topics, told } = heard();
  topics.joined(BOT);
  topics.head({ bot_id: BOT, seq: 1, live: 7, told: 7 });
  told();
  topics.head({ bot_id: BOT, seq: 1, live: 9, told: 7 });
  expect(told()).toEqual([]);
  topics.head({ bot_id: BOT, seq: 1, live: 10, told: 10 });
  expect(told()).toEqual([all]);
  // A database that was set back.
  topics.head({ bot_id: BOT, seq: 1, live: 3, told: 3 });
  expect(told()).toEqual([all]);
  topics.head({ bot_id: BOT, seq: 1, live: 3, told: 3 });
  expect(told()).toEqual([]);
});

it('HUB-80 understands a server that says fewer numbers, or none', () => {
  const { topics, told } = heard();
  topics.joined(BOT);
  told();
  topics.head({ bot_id: BOT, seq: 1 });
  topics.head({ bot_id: BOT, seq: 2 });
  expect(told()).toEqual([]);
  topics.head({ bot_id: BOT, seq: 2, live: 4 });
  topics.stale({ bot_id: BOT, topics: ['roles'] });
  topics.head({ bot_id: BOT, seq: 2, live: 5 });
  expect(told()).toEqual([`topic/${BOT}/roles`]);
  topics.head({ bot_id: BOT, seq: 2, live: 6 });
  expect(told()).toEqual([all]);
});

it('HUB-80 tells every tab, once each', async () => {
  const world = new World();
  const session = world.session(ADMIN);
  const tabs = [await world.openTab(session), await world.openTab(session)];
  for (const tab of tabs) tab.show({ kind: 'counters', botId: BOT });
  await world.until(() => tabs[0]?.value({ kind: 'counters', botId: BOT }) !== undefined, 'live');
  const named = (tab: (typeof tabs)[number]) =>
    tab.frames.flatMap((frame) => (frame.type === 'stale' ? frame.queries : []));
  await world.until(() => tabs.every((tab) => named(tab).includes(all)), 'the join');
  world.server.say('STALE', { bot_id: BOT, topics: ['draft'], live: 1 });
  await world.until(() => tabs.every((tab) => named(tab).includes(`topic/${BOT}/draft`)), 'the topic');
  for (const tab of tabs)
    expect(named(tab).filter((query) => query === `topic/${BOT}/draft`)).toHaveLength(1);
});
