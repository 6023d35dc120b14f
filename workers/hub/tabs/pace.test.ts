/** How fast tabs get patches: as they paint, in turns, hidden ones now and then, frozen ones not at all. */
import { describe, expect, it } from 'vitest';
import { cards, counters, happens, opened } from '../../../tests/support/hub/tab-scene.ts';
import { BOT, query, World } from '../../../tests/support/hub/world.ts';
import type { Topic } from '../surface/topics.ts';

describe('the pace of a tab', () => {
  it('HUB-20 a hidden tab hears counters alone, and everything when it is shown again', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(20);
    happens(world);
    await world.until(
      () => (tab.value(counters) as { byState: { active: number } }).byState.active === 1,
      'counters',
    );
    await world.moment();
    expect(cards(tab)).toBe(0);
    tab.say({ type: 'visibility', visible: true, focused: true });
    await world.until(() => cards(tab) === 1, 'the list');
  });

  it('HUB-20 a tab that has not painted the last patches gets no others, then the present', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.freeze();
    const before = tab.frames.length;
    for (let n = 0; n < 50; n += 1) {
      happens(world);
      await world.moment(20);
    }
    const frames = tab.frames.slice(before).filter(({ type }) => type === 'patches');
    expect(frames).toHaveLength(1);
    tab.thaw();
    await world.until(() => cards(tab) === 50, 'the present');
  });

  it('HUB-20 what is opened while the last patches are being painted is sent at once', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.freeze();
    happens(world);
    await world.moment(20);
    tab.show({ kind: 'colleagues', botId: BOT });
    await world.moment(20);
    expect(tab.value({ kind: 'colleagues', botId: BOT })).toBeDefined();
  });

  it('HUB-20 what comes in a place that is still empty does not wait for what is being painted', async () => {
    const world = new World();
    const tab = await opened(world);
    happens(world);
    await world.until(() => cards(tab) === 1, 'a card');
    const pending: Topic = { kind: 'list', botId: BOT, query: query('pending') };
    const open = world.server.gate('list');
    tab.show(pending);
    await world.until(() => tab.value(pending) !== undefined, 'that it loads');
    tab.freeze();
    happens(world);
    await world.until(() => cards(tab) === 2, 'patches that are not painted');
    open();
    await world.moment(40);
    expect(tab.value(pending)).toMatchObject({ loading: false });
  });

  it('HUB-20 two tabs that painted slowly paint in turns, and get what happened meanwhile in one', async () => {
    const world = new World();
    const tabs = [await opened(world), await opened(world)];
    const told = () => tabs.map(({ frames }) => frames.filter(({ type }) => type === 'patches').length);
    const slowly = async () => {
      for (const tab of tabs) tab.freeze();
      happens(world);
      await world.moment(200);
      for (const tab of tabs) tab.thaw();
    };
    await slowly();
    await world.moment(300);
    for (const tab of tabs) tab.freeze();
    const before = told();
    for (let n = 0; n < 10; n += 1) {
      happens(world);
      await world.moment(10);
    }
    expect(told().reduce((sum, count, tab) => sum + count - (before[tab] ?? 0), 0)).toBe(1);
    for (const tab of tabs) tab.thaw();
    await world.until(() => tabs.every((tab) => cards(tab) === 11), 'the present');
    expect(
      told()
        .map((count, tab) => count - (before[tab] ?? 0))
        .sort(),
    ).toEqual([1, 2]);
  });

  it('HUB-99 hidden tabs are told one after the other, never many at once, each of twenty within a second', async () => {
    const world = new World();
    const tabs: Awaited<ReturnType<typeof opened>>[] = [];
    for (let n = 0; n < 20; n += 1) tabs.push(await opened(world));
    for (const tab of tabs) tab.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(1_000);
    const told = () => tabs.map((tab) => tab.frames.filter(({ type }) => type === 'patches').length);
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const before = told();
    let most = 0;
    for (let passed = 0; passed < 2_500; passed += 50) {
      const sofar = sum(told());
      happens(world);
      await world.moment(50);
      most = Math.max(most, sum(told()) - sofar);
    }
    expect(most).toBeLessThanOrEqual(2);
    const after = told();
    for (const [n, count] of after.entries()) expect(count - (before[n] ?? 0)).toBeGreaterThanOrEqual(2);
  });

  it('HUB-20 a hidden tab gets its figures now and then', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(600);
    const before = tab.frames.length;
    for (let n = 0; n < 50; n += 1) {
      happens(world);
      await world.moment(20);
    }
    await world.until(
      () => (tab.value(counters) as { byState: { active: number } }).byState.active === 50,
      'the present',
    );
    const patches = tab.frames.slice(before).filter(({ type }) => type === 'patches');
    expect(patches.length).toBeLessThanOrEqual(4);
  });

  it('HUB-20 what a frozen tab has to be told besides does not pile up either', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.freeze();
    const before = tab.frames.length;
    for (let n = 0; n < 200; n += 1) {
      await world.hub.api.announceStale([n % 2 ? 'places' : 'notifications']);
      happens(world);
      await world.moment(20);
    }
    // Eight frames; the last may be a notice and what is stale together.
    expect(tab.frames.length - before).toBeLessThanOrEqual(9);
    const told = tab.frames.length;
    tab.say({ type: 'ack', n: tab.frames.at(-1)?.n ?? 0 });
    await world.until(() => tab.frames.slice(told).some(({ type }) => type === 'stale'), 'the stale queries');
    const stale = tab.frames.slice(told).filter((frame) => frame.type === 'stale');
    expect(stale).toHaveLength(1);
    const named = stale.flatMap(({ queries }) => queries);
    expect(named).toEqual(expect.arrayContaining(['notifications', 'places']));
    expect(new Set(named).size).toBe(named.length);
    expect(tab.frames.length - told).toBeLessThanOrEqual(30);
  });
});
