/** What is asked for before anybody shows it: a start has no round trip that it could have spared. */
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../contract/entities/user.ts';
import { slowSocket } from '../../tests/support/hub/slow-socket.ts';
import { cards, counters, happens } from '../../tests/support/hub/tab-scene.ts';
import { ADMIN, BOT, query, World } from '../../tests/support/hub/world.ts';
import { Gate } from './platform/gate.ts';
import type { Topic } from './surface/topics.ts';

const active: Topic = { kind: 'list', botId: BOT, query: query('active') };
const asked = (world: World, route: string) =>
  world.server.requests.filter((request) => request.route === route).length;

/** The counters of the hubs that start from now on are read once the answer is called: after pages that were asked for with them. */
function lateCounters({ server }: World): () => void {
  const answered = server.fetch;
  const isLate = new Gate();
  Object.assign(server, {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).includes('count_states')) await isLate.opened;
      return answered(input, init);
    },
  });
  return isLate.open;
}

describe('ahead of what is shown', () => {
  it('HUB-95 has what a tab will show before the tab subscribes to it', async () => {
    const world = new World();
    for (let n = 0; n < 3; n += 1) happens(world);
    const tab = await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [active] });
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    await world.moment();
    expect(tab.frames.filter(({ type }) => type === 'patches')).toEqual([]);
    tab.show(active);
    await world.moment(20);
    expect(cards(tab)).toBe(3);
    expect(asked(world, 'list')).toBe(1);
  });

  it('HUB-95 a tab that joins a hub at work makes its bot and its topics ready too', async () => {
    const world = new World();
    const other = await world.openTab(world.session(ADMIN));
    await world.hub.api.selectBot(other.id, null);
    const bots = async () => (await world.hub.api.inspect()).bots.length;
    await world.moment(31_000);
    expect(await bots()).toBe(0);
    const lists = asked(world, 'list');
    await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [active] });
    await world.until(() => asked(world, 'list') === lists + 1, 'its list is asked for');
  });

  it('HUB-95 what was expected and is not shown is let go of once the tab shows anything', async () => {
    const world = new World();
    const pending: Topic = { kind: 'list', botId: BOT, query: query('pending') };
    const tab = await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [pending] });
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    tab.show(counters);
    await world.moment();
    // A new base loads what is shown: the list that was expected is no part of it.
    const lists = asked(world, 'list');
    world.server.changeSight({ ...ADMIN, base: 'agente' });
    await world.until(() => asked(world, 'counters') >= 2, 'another base');
    await world.moment();
    const bodies = world.server.requests.filter(({ route }) => route === 'list');
    const states = bodies
      .slice(lists)
      .map(({ body }) => (body as { filters: { state?: string } }).filters.state);
    expect(states).not.toContain('pending');
  });

  it('HUB-96 asks for the first pages beside the base that they are merged into, once', async () => {
    const world = new World();
    happens(world);
    const open = world.server.gate('counters');
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(active);
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    expect(cards(tab)).toBe(0);
    open();
    await world.until(() => cards(tab) === 1, 'the list');
    await world.moment();
    expect(asked(world, 'list')).toBe(1);
  });

  it('HUB-97 shows base and first page before its socket is open, and then what happened in between', async () => {
    const world = new World();
    happens(world);
    const open = slowSocket(world);
    const tab = await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [active] });
    tab.show(active);
    await world.until(
      () => asked(world, 'counters') === 1 && asked(world, 'list') === 1,
      'both are asked for',
    );
    await world.moment();
    expect(cards(tab)).toBe(1);
    world.server.rows.newConversation('web', null);
    open();
    await world.until(() => cards(tab) === 2, 'both conversations');
    await world.moment();
    expect([asked(world, 'counters'), asked(world, 'list')]).toEqual([1, 1]);
  });

  it('HUB-97 a page that its base overtook is asked for again once there is a socket', async () => {
    const world = new World();
    happens(world);
    const open = slowSocket(world);
    const late = lateCounters(world);
    world.respawn();
    const tab = await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [active] });
    tab.show(active);
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    world.server.rows.newConversation('web', null);
    late();
    await world.moment();
    // Nothing says that it is all there is.
    expect(tab.value(active)).toMatchObject({ cards: [], partial: true });
    open();
    await world.until(() => cards(tab) === 2, 'both');
    expect(asked(world, 'list')).toBe(2);
  });

  it('HUB-97 what was asked for ahead under a sight that is no longer goes once the socket says so', async () => {
    const world = new World();
    const supporter = { ...ADMIN, base: 'agente', areas: ['soporte'] } satisfies Viewer;
    world.server.rows.newConversation('web', 'ventas');
    world.server.rows.newConversation('web', 'soporte');
    const open = slowSocket(world);
    const tab = await world.openTab(world.session(ADMIN), world.hub, { botId: BOT, topics: [active] });
    tab.show(active);
    await world.until(() => cards(tab) === 2, 'both are shown');
    world.server.changeSight(supporter);
    open();
    await world.until(() => cards(tab) < 2, 'what is out of sight goes');
    await world.moment();
    const fresh = await world.openTab(world.session(supporter), world.startHub('b2'));
    fresh.show(active);
    await world.until(() => cards(fresh) > 0, 'a fresh load');
    expect(cards(tab)).toBe(cards(fresh));
    expect(cards(tab)).toBe(1);
    expect(asked(world, 'counters')).toBeGreaterThan(1);
  });

  it('HUB-96 asks again for a page that failed while its base was on its way', async () => {
    const world = new World();
    happens(world);
    const open = slowSocket(world);
    world.server.refusals.set('list', { status: 503, error: 'unavailable' });
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(active);
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    await world.moment();
    open();
    await world.until(() => cards(tab) === 1, 'the list');
    expect(asked(world, 'list')).toBe(2);
  });

  it('HUB-96 asks again for a page that its base overtook', async () => {
    const world = new World();
    happens(world);
    const late = lateCounters(world);
    world.respawn();
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(active);
    await world.until(() => asked(world, 'list') === 1, 'the list is asked for');
    world.server.rows.newConversation('web', null);
    late();
    await world.until(() => cards(tab) === 2, 'both');
    expect(asked(world, 'list')).toBe(2);
  });
});
