/** What tabs and people with many of them rely on. */
import { describe, expect, it } from 'vitest';
import {
  cards,
  connection,
  counters,
  happens,
  opened,
  patchesOf,
} from '../../../tests/support/hub/tab-scene.ts';
import { ADMIN, ANA, BOT, BRUNO, type HandTab, World } from '../../../tests/support/hub/world.ts';
import type { Topic } from '../surface/topics.ts';

describe('tabs', () => {
  it('HUB-18 one socket for six tabs', async () => {
    const world = new World();
    for (let n = 0; n < 6; n += 1) await opened(world);
    expect(world.server.connected).toBe(1);
  });

  it('HUB-19 a list travels as what changed', async () => {
    const world = new World();
    for (let n = 0; n < 10; n += 1) happens(world);
    const tab = await opened(world);
    const before = patchesOf(tab).length;
    happens(world);
    await world.until(() => cards(tab) === 11, 'the card');
    const said = patchesOf(tab).slice(before);
    const lists = said.filter((patch) => 'items' in patch);
    expect(lists.length).toBeGreaterThan(0);
    for (const patch of lists)
      if ('items' in patch) expect(patch.items.changed.length).toBeLessThanOrEqual(1);
  });

  it('HUB-19 a tab hears of what it shows and of nothing else', async () => {
    const world = new World();
    await opened(world);
    const other = await world.openTab(world.session(ADMIN));
    other.show(connection);
    await world.moment();
    const before = patchesOf(other).length;
    happens(world);
    await world.moment();
    expect(patchesOf(other)).toHaveLength(before);
  });

  it('HUB-100 tabs show the end of a rush when the server says that it is the end', async () => {
    const world = new World();
    const tabs = [await opened(world), await opened(world)];
    await world.moment(1_000);
    const rush = () => {
      for (let n = 0; n < 160; n += 1) world.server.rows.newConversation('web', null);
      world.server.push();
    };
    rush();
    await world.moment(30);
    expect(tabs.map(cards)).toEqual([0, 0]);
    world.server.say('HEAD', { bot_id: BOT, seq: world.server.rows.head });
    await world.moment(30);
    expect(tabs.map(cards)).toEqual([160, 160]);

    // One that has not got everything yet waits for the rest.
    await world.moment(1_000);
    rush();
    world.server.say('HEAD', { bot_id: BOT, seq: world.server.rows.head + 1 });
    await world.moment(30);
    expect(tabs.map(cards)).toEqual([160, 160]);
  });

  it('HUB-21 forgets a tab that is gone, and its bot is left when no other shows it', async () => {
    const world = new World();
    const tab = await opened(world);
    const other = await opened(world);
    expect(await world.hub.api.selectBot(tab.id, null)).toEqual({ left: null });
    world.closeTab(other);
    await world.moment();
    const { tabs } = await world.hub.api.inspect();
    expect(tabs).toBe(1);
    await world.hub.api.selectBot(tab.id, BOT);
    expect(await world.hub.api.selectBot(tab.id, null)).toEqual({ left: BOT });
  });

  it('HUB-21 says farewell when the last page closes, and not before', async () => {
    const world = new World();
    const tab = await opened(world);
    const other = await opened(world);
    const farewells = () => world.server.emitted.filter(({ name }) => name === 'FAREWELL');
    tab.say({ type: 'farewell' });
    await world.moment(20);
    expect(farewells()).toEqual([]);
    other.say({ type: 'farewell' });
    await world.moment(20);
    expect(farewells()).toEqual([{ name: 'FAREWELL', argument: { botIds: [BOT] } }]);
  });

  it('HUB-22 every frame carries the epoch, and the lock named by join is free only when the hub is dead', async () => {
    const world = new World();
    const tab = await opened(world);
    expect(new Set(tab.frames.map(({ epoch }) => epoch))).toEqual(new Set([world.hub.epoch]));
    let dead = false;
    const { lock } = await world.hub.join(
      { tabId: 'x', build: 'b1', product: { name: 'Charla', slug: 'charla' }, session: null },
      { postMessage: () => undefined, onMessage: () => undefined, close: () => undefined },
    );
    world.locks.of('watcher').request(lock, {}, async () => {
      dead = true;
    });
    await world.moment();
    expect(dead).toBe(false);
    const { epoch } = world.hub;
    world.respawn();
    await world.moment();
    expect(dead).toBe(true);
    expect(world.hub.epoch).not.toBe(epoch);
  });

  it('HUB-23 a newer build writes alone; the older one offers to reload and keeps work safe', async () => {
    const world = new World();
    const old = await opened(world, ANA);
    const oldHub = world.hub;
    world.clock.pass(1000);
    const hub = world.startHub('b2');
    const tab = await world.openTab(world.session(ANA), hub);
    for (const topic of [connection, counters]) tab.show(topic);
    await world.until(() => tab.value(counters) !== undefined, 'the new one is live');
    expect(old.value(connection)).toMatchObject({ superseded: true });
    expect(tab.value(connection)).toMatchObject({ superseded: false, state: 'live' });
    expect(world.server.connected).toBe(1);

    world.server.rows.newConversation('web', null);
    const id = [...world.server.rows.rows.keys()][0] ?? '';
    world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
    world.server.push();
    const draft: Topic = { kind: 'draft', conversationId: id, mode: 'reply' };
    const typed = () => (tab.value(draft) as { text: string } | undefined)?.text;
    tab.show(draft);
    await oldHub.api.saveDraft(id, BOT, 'reply', 'desde la pest', old.id);
    await world.until(() => typed() === 'desde la pest', 'the draft in the new one');
    await oldHub.api.send({ botId: BOT, conversationId: id, text: 'desde la pestaña vieja', note: false });
    await world.until(() => typed() === '', 'the draft gone from the new one');
    await world.until(() => world.server.rows.rows.get(id)?.messages.length === 2, 'sent by the new one');
  });
});

describe('notices', () => {
  it('HUB-24 one tab tells of a new conversation: the focused one, else the latest seen', async () => {
    const world = new World();
    const first = await opened(world);
    const second = await opened(world);
    second.say({ type: 'visibility', visible: true, focused: false });
    first.say({ type: 'visibility', visible: true, focused: true });
    await world.moment(20);
    happens(world);
    await world.moment();
    expect([first.notices.length, second.notices.length]).toEqual([1, 0]);
    first.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(20);
    happens(world);
    await world.moment();
    expect([first.notices.length, second.notices.length]).toEqual([1, 1]);
  });

  it('HUB-24 a doubled sound rings once, and old conversations of a replay do not ring', async () => {
    const world = new World();
    const tab = await opened(world);
    for (const _ of [1, 2]) world.server.say('SOUND_NEW_CONVERSATION', { bot_id: BOT, event_id: 'e1' });
    await world.moment();
    expect(tab.notices).toEqual([{ kind: 'sound', sound: 'new-conversation', eventId: 'e1' }]);
    world.server.cut();
    world.server.rows.newConversation('web', null);
    await world.until(() => cards(tab) === 1, 'the card');
    expect(tab.notices).toHaveLength(1);
  });

  it('HUB-24 a person who is given a conversation gets a notice, after a gap too', async () => {
    const world = new World();
    const id = happens(world);
    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    const tab = await opened(world, ANA);
    world.server.cut();
    world.server.rows.command(id, { type: 'derive', agent_id: ANA.user_id });
    await world.until(() => tab.notices.some(({ kind }) => kind === 'derived'), 'told');
  });

  const push = (event_id: string, action = 'user_tagged', bot_id = BOT) => ({
    type: action,
    bot_id,
    event_id,
    icon: 'mention',
    link: '/charla-live-2',
    categories: [],
    tracking_code: null,
    subject: 'Te mencionaron en una nota',
    user_id: ANA.user_id,
    from_agent: null,
  });
  const notification = (event_id: string, action = 'user_tagged', bot_id = BOT) => ({
    ...push(event_id, action, bot_id),
    action,
    notification: {
      item: {
        id: event_id,
        icon: 'mention',
        body: 'Bruno te mencionó',
        link: '/charla-live-2',
        created_at: '2026-11-21T12:00:00.000Z',
      },
      read: false,
      archived: false,
      user_id: ANA.user_id,
      bot_id,
      type: action,
    },
  });

  it('HUB-50 NOTIFICATION and PUSH_DATA of one event are one notice, whichever comes first', async () => {
    const world = new World();
    const tab = await opened(world, ANA);
    const other = await opened(world, ANA);
    world.server.say('NOTIFICATION', notification('n1'));
    world.server.say('PUSH_DATA', push('n1'));
    world.server.say('PUSH_DATA', push('n2'));
    world.server.say('NOTIFICATION', notification('n2'));
    await world.moment();
    expect([...tab.notices, ...other.notices].map((notice) => 'eventId' in notice && notice.eventId)).toEqual(
      ['n1', 'n2'],
    );
    // The bell of every tab asks its list again: the server names it as it names all that changes.
    world.server.say('STALE', { bot_id: BOT, topics: ['notifications'], live: 1 });
    await world.moment();
    for (const each of [tab, other])
      expect(each.frames.flatMap((frame) => (frame.type === 'stale' ? frame.queries : []))).toContain(
        `topic/${BOT}/notifications`,
      );
  });

  it('HUB-50 what grows by one after the other is one notice that changes: its tag is the line that gathers them', async () => {
    const world = new World();
    const tab = await opened(world, ANA);
    const grown = (event_id: string, count: number) => {
      const one = notification(event_id, 'answer_due');
      const item = { ...one.notification.item, id: 'line', body: `${count} plazos de respuesta vencidos` };
      return { ...one, notification: { ...one.notification, item, count } };
    };
    for (const count of [1, 2, 3]) world.server.say('NOTIFICATION', grown(`d${count}`, count));
    await world.moment();
    expect(tab.notices.map((notice) => notice.kind === 'notification' && notice.tag)).toEqual([
      'd1',
      'line',
      'line',
    ]);
  });

  it('HUB-50 what the log of a followed bot tells is not told by the channel too; of another bot it is', async () => {
    const world = new World();
    const tab = await opened(world, ANA);
    world.server.say('NOTIFICATION', notification('t1', 'transfer_conversation'));
    world.server.say('PUSH_DATA', push('t1', 'transfer_conversation'));
    await world.moment();
    expect(tab.notices).toEqual([]);
    world.server.say('NOTIFICATION', notification('t2', 'transfer_conversation', 7));
    await world.moment();
    expect(tab.notices).toMatchObject([{ kind: 'notification', botId: 7, action: 'transfer_conversation' }]);
  });

  it('HUB-50 tells an agent of a customer who writes to them, and nobody else', async () => {
    const world = new World();
    const id = happens(world);
    world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
    const ana = await opened(world, ANA);
    world.server.rows.write(id, { from: 'Cliente', text: '¿sigues ahí?' });
    world.server.rows.write(id, { from: 'agent', text: 'sí' });
    world.server.push();
    await world.moment();
    expect(ana.notices).toMatchObject([{ kind: 'message', conversationId: id, text: '¿sigues ahí?' }]);
    const admins = new World();
    const theirs = happens(admins);
    admins.server.rows.command(theirs, { type: 'take', agent_id: ANA.user_id });
    const admin = await opened(admins, ADMIN);
    admins.server.rows.write(theirs, { from: 'Cliente' });
    admins.server.push();
    await admins.moment();
    expect(admin.notices).toEqual([]);
  });

  it('HUB-50 a conversation that waits, or was assigned, is shown to those it concerns', async () => {
    const world = new World();
    const [one, two] = [happens(world), happens(world)];
    const tab = await opened(world, ANA);
    world.server.rows.command(one, { type: 'handoff' });
    world.server.rows.command(two, { type: 'handoff_assigned', agent_id: ANA.user_id });
    world.server.push();
    await world.moment();
    expect(tab.notices).toMatchObject([
      { kind: 'pending', conversationId: one, assigned: false },
      { kind: 'pending', conversationId: two, assigned: true },
    ]);
  });
});

describe('unread', () => {
  const unread = (tab: HandTab) => (tab.value(counters) as { unread: number } | undefined)?.unread;

  it('HUB-51 a hidden tab hears how many of one’s own conversations are unread', async () => {
    const world = new World();
    const id = happens(world);
    world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
    const tab = await world.openTab(world.session(ANA));
    tab.show(counters);
    await world.until(() => unread(tab) === 0, 'counted');
    tab.say({ type: 'visibility', visible: false, focused: false });
    world.server.rows.patch(id, { pending_messages_count: 2, unread: false });
    world.server.push();
    await world.until(() => unread(tab) === 1, 'unread');
    world.server.rows.patch(id, { pending_messages_count: 0 });
    world.server.push();
    await world.until(() => unread(tab) === 0, 'read');
  });

  it('HUB-51 counts those below the first page too, and not what somebody else has', async () => {
    const world = new World();
    for (let n = 0; n < 95; n += 1) {
      const id = happens(world);
      world.server.rows.command(id, { type: 'take', agent_id: n === 94 ? BRUNO : ANA.user_id });
      if (n % 2 === 0) world.server.rows.patch(id, { unread: true });
    }
    const tab = await world.openTab(world.session(ANA));
    tab.show(counters);
    await world.until(() => unread(tab) === 47, 'all of them');
    world.server.cut();
    world.server.rows.patch([...world.server.rows.rows.keys()][1] ?? '', { unread: true });
    await world.until(() => unread(tab) === 48, 'after a gap');
  });
});

describe('products', () => {
  const products: Topic = { kind: 'products', botId: BOT };
  it('HUB-52 every tab shows the same upload: bar, training, loaded until one of them acknowledges', async () => {
    const world = new World();
    const tab = await opened(world);
    const other = await opened(world);
    for (const each of [tab, other]) each.show(products);
    await world.moment(20);
    expect(tab.value(products)).toEqual({ state: 'idle', progress: 0 });
    world.server.say('LOAD_PRODUCTS', { bot_id: BOT, progress: 40 });
    await world.moment(20);
    expect(other.value(products)).toEqual({ state: 'loading', progress: 40 });
    world.server.say('LOAD_PRODUCTS', { bot_id: BOT, progress: 100 });
    await world.moment(20);
    expect(tab.value(products)).toMatchObject({ state: 'training' });
    await world.moment(4_000);
    expect(tab.value(products)).toMatchObject({ state: 'loaded' });
    await world.hub.api.acknowledgeProducts(BOT);
    await world.moment(20);
    for (const each of [tab, other]) expect(each.value(products)).toMatchObject({ state: 'idle' });
  });

  it('HUB-52 a loader that fell silent leaves no bar behind', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.show(products);
    world.server.say('LOAD_PRODUCTS', { bot_id: BOT, progress: 40 });
    await world.moment(20);
    world.clock.pass(121_000);
    await world.until(() => (tab.value(products) as { state: string }).state === 'idle', 'forgotten');
  });
});
