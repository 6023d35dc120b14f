/** Lists and searches without the server, who is where, and what woke. */
import { describe, expect, it } from 'vitest';
import type { HandTab } from '../../../tests/support/hub/world.ts';
import { ADMIN, ANA, BOT, query, World } from '../../../tests/support/hub/world.ts';
import type { Topic } from '../surface/topics.ts';
import type { ListView } from '../surface/views.ts';

const connection: Topic = { kind: 'connection' };
const active: Topic = { kind: 'list', botId: BOT, query: query('active') };
const whatsapp: Topic = { kind: 'list', botId: BOT, query: { ...query('pending'), channel: 'whatsapp' } };
const presence = { kind: 'presence', botId: BOT } as const;

const state = (tab: HandTab) => (tab.value(connection) as { state: string } | undefined)?.state;
const view = (tab: HandTab, topic: Topic) => tab.value(topic) as ListView | undefined;
const ids = (list: ListView | undefined) => list?.cards.map(({ id }) => id) ?? [];

function add(world: World, channel: 'web' | 'whatsapp' = 'web'): string {
  world.server.rows.tick(1000);
  world.server.rows.newConversation(channel, null);
  return [...world.server.rows.rows.keys()].at(-1) ?? '';
}
async function opened(world: World, viewer = ADMIN): Promise<HandTab> {
  const tab = await world.openTab(world.session(viewer));
  for (const topic of [connection, active, presence]) tab.show(topic);
  await world.until(() => state(tab) === 'live' && view(tab, active)?.loading === false, 'live');
  return tab;
}
/** No way to the server, and none of its answers. */
async function unplug(world: World, tab: HandTab): Promise<void> {
  world.server.up = false;
  world.server.cut();
  await world.until(() => state(tab) === 'waiting', 'waiting');
}

describe('without the server', () => {
  it('HUB-61 shows what is known of a list that is not known whole, and says so', async () => {
    const world = new World();
    const [first, second] = [add(world, 'whatsapp'), add(world)];
    const tab = await opened(world);
    // One moves to a list that nobody has loaded.
    world.server.rows.command(first, { type: 'handoff' });
    world.server.push();
    await world.until(() => ids(view(tab, active)).length === 1, 'moved');
    await unplug(world, tab);
    tab.show(whatsapp);
    await world.until(() => view(tab, whatsapp) !== undefined, 'the partial list');
    expect(view(tab, whatsapp)).toMatchObject({ partial: true, loading: false, cards: [{ id: first }] });
    // What was whole still is.
    expect(view(tab, active)).toMatchObject({ partial: false, cards: [{ id: second }] });
    world.server.up = true;
    await world.until(() => view(tab, whatsapp)?.partial === false, 'the whole list', 60_000);
    expect(ids(view(tab, whatsapp))).toEqual([first]);
  });

  it('HUB-62 searches names, previews and messages of what is known, by the filters', async () => {
    const world = new World();
    const [one, two] = [add(world), add(world, 'whatsapp')];
    world.server.rows.write(one, { from: 'Cliente', text: 'Busco una CARPA para dos' });
    world.server.rows.write(two, { from: 'Cliente', text: '¿La carpa es impermeable?' });
    world.server.rows.mark(two, { tags: ['vip'] });
    const tab = await opened(world);
    await unplug(world, tab);
    const find = async (filters: object) => {
      const { conversations, found } = await world.hub.api.searchKnown({ bot_id: BOT, ...filters });
      return { ids: conversations.map(({ id }) => id).sort(), found };
    };
    expect((await find({ search: 'carpa' })).ids).toEqual([one, two].sort());
    expect((await find({ search: 'carpa', channel: 'whatsapp' })).ids).toEqual([two]);
    expect((await find({ tags: ['vip'] })).ids).toEqual([two]);
    expect((await find({ catalogue: { marca: 'vip' } })).ids).toEqual([two]);
    expect((await find({ search: 'carpa', archived: true })).ids).toEqual([]);
    expect((await find({ search: 'carpa dos' })).ids).toEqual([]);
    expect((await find({ search: 'para dos' })).found).toEqual([
      { conversation_id: one, in: 'message', text: 'Busco una CARPA para dos', message_id: null },
    ]);
  });

  it('HUB-62 finds nothing that was taken from sight', async () => {
    const world = new World();
    const id = add(world);
    const tab = await opened(world, ANA);
    expect(ids(view(tab, active))).toEqual([id]);
    world.server.rows.command(id, { type: 'take', agent_id: 99 });
    world.server.push();
    await world.until(() => ids(view(tab, active)).length === 0, 'lost');
    expect((await world.hub.api.searchKnown({ bot_id: BOT })).conversations).toEqual([]);
  });
});

it('HUB-63 tells lists who types and looks, and forgets it with the connection', async () => {
  const world = new World();
  const id = add(world);
  const tab = await opened(world);
  const agents = [
    { id: 1, name: 'Yo' },
    { id: 12, name: 'Bruno' },
  ];
  world.server.say('VIEWING', { bot_id: BOT, conversation_id: id, agents });
  world.server.say('TYPING', { bot_id: BOT, conversation_id: id, who: 'visitor', name: null });
  await world.until(() => Object.keys(tab.value(presence) ?? {}).length > 0, 'presence');
  expect(tab.value(presence)).toEqual({
    [id]: { viewing: [{ id: 12, name: 'Bruno' }], typing: [{ who: 'visitor', name: null }] },
  });
  await unplug(world, tab);
  await world.until(() => Object.keys(tab.value(presence) ?? {}).length === 0, 'nobody');
});

it('HUB-64 tells of a snooze that ended, once, to the one whom it concerns', async () => {
  const world = new World();
  const id = add(world);
  const admin = await opened(world);
  world.server.rows.mark(id, { snoozed_until: null }, { woke_for: ANA.user_id });
  world.server.rows.mark(id, { snoozed_until: null }, { woke_for: ADMIN.user_id });
  world.server.rows.mark(id, { unread: true });
  world.server.push();
  world.server.push();
  await world.until(() => admin.notices.length > 0, 'the notice');
  await world.moment();
  expect(admin.notices).toMatchObject([{ kind: 'woke', botId: BOT, conversationId: id }]);
});
