/** What tabs rely on: the inbox is the present after any gap, and nothing of what was taken away stays. */
import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { stateTotals } from '../../contract/entities/counters.ts';
import type { HandTab } from '../../tests/support/hub/world.ts';
import { ADMIN, ANA, BOT, BRUNO, query, World } from '../../tests/support/hub/world.ts';
import type { Topic } from './surface/topics.ts';

const counters: Topic = { kind: 'counters', botId: BOT };
const connection: Topic = { kind: 'connection' };
const list = (state: Parameters<typeof query>[0]): Topic => ({
  kind: 'list',
  botId: BOT,
  query: query(state),
});
const card = (conversationId: string): Topic => ({ kind: 'conversation', botId: BOT, conversationId });
const messages = (conversationId: string): Topic => ({ kind: 'messages', botId: BOT, conversationId });

function newConversation(world: World): string {
  world.server.rows.tick(1000);
  world.server.rows.newConversation('web', null);
  return [...world.server.rows.rows.keys()].at(-1) ?? '';
}
const byState = (tab: HandTab) => (tab.value(counters) as { byState: unknown } | undefined)?.byState;
const shown = (tab: HandTab, state: Parameters<typeof query>[0]): string[] =>
  ((tab.value(list(state)) as { cards: { id: string }[] } | undefined)?.cards ?? []).map(({ id }) => id);
const fresh = (world: World, viewer = ADMIN) => stateTotals(world.server.rows.matrix(viewer));
const online = (tab: HandTab) => (tab.value(connection) as { state: string } | undefined)?.state;

async function opened(world: World, viewer = ADMIN): Promise<HandTab> {
  const tab = await world.openTab(world.session(viewer));
  for (const topic of [connection, counters, list('active'), list('pending')]) tab.show(topic);
  await world.until(() => online(tab) === 'live' && byState(tab) !== undefined, 'live');
  await world.until(
    () => (tab.value(list('pending')) as { loading?: boolean } | undefined)?.loading === false,
    'lists',
  );
  return tab;
}

it('HUB-35 a worker that was killed in mid-wipe leaves no log: a start without a session goes over what is there', async () => {
  const world = new World();
  await opened(world);
  const logs = async () =>
    ((await world.disk?.indexedDB.databases()) ?? []).filter(({ name }) => name?.startsWith('charla-log:'));
  await world.moment(500);
  expect(await logs()).not.toEqual([]);
  world.respawn();
  await world.openTab(null);
  await world.moment(500);
  expect(await logs()).toEqual([]);
});

describe('gaps', () => {
  it('HUB-1 catches up after a broken connection, whatever happened meanwhile', async () => {
    const world = new World();
    const id = newConversation(world);
    const tab = await opened(world);
    world.server.cut();
    newConversation(world);
    world.server.rows.command(id, { type: 'handoff' });
    await world.until(() => shown(tab, 'pending').includes(id), 'the moved card');
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-1 asks for a hole in what arrives and applies what came after it', async () => {
    const world = new World();
    const tab = await opened(world);
    let lost = 0;
    world.server.carry = (frames) => frames.filter((_, at) => at !== 0 || ++lost !== 1);
    newConversation(world);
    world.server.push();
    newConversation(world);
    world.server.push();
    await world.until(() => shown(tab, 'active').length === 2, 'both cards');
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-1 takes a HEAD ahead of the fold for a lost tail', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.carry = () => [];
    newConversation(world);
    world.server.push();
    world.server.say('HEAD', { bot_id: BOT, seq: world.server.rows.head });
    await world.until(() => shown(tab, 'active').length === 1, 'the lost card');
  });

  it('HUB-1 asks again after the machine slept, though the socket looks open', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.carry = () => [];
    newConversation(world);
    world.server.push();
    world.clock.sleep(60_000);
    await world.until(() => shown(tab, 'active').length === 1, 'the lost card');
  });

  it('HUB-2 applies each number once, doubled and reordered frames included', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.carry = (frames) => [...frames.toReversed(), ...frames, ...frames];
    const id = newConversation(world);
    world.server.push();
    world.server.rows.command(id, { type: 'handoff' });
    world.server.push();
    await world.until(() => shown(tab, 'pending').includes(id), 'the card');
    await world.moment();
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-3 holds what arrives during a replay of many pages and applies it after the last', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.replayPage = 2;
    world.server.cut();
    for (let n = 0; n < 5; n += 1) newConversation(world);
    await world.until(() => online(tab) === 'catching-up' || shown(tab, 'active').length > 0, 'catching up');
    newConversation(world);
    world.server.push();
    await world.until(() => shown(tab, 'active').length === 6, 'all cards');
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-4 drops everything at once when the sight changes, and loads what the new one shows', async () => {
    const world = new World();
    const id = newConversation(world);
    const tab = await opened(world);
    expect(shown(tab, 'active')).toEqual([id]);
    world.server.sight = 's2';
    const open = world.server.gate('counters');
    world.server.say('RESET', { bot_id: BOT });
    await world.moment();
    expect(shown(tab, 'active')).toEqual([]);
    open();
    await world.until(() => shown(tab, 'active').length === 1, 'the new base');
  });

  it('HUB-81 tells tabs to ask again what no event told, when another base takes the place of the first', async () => {
    const world = new World();
    const id = newConversation(world);
    const tab = await opened(world);
    tab.show(messages(id));
    await world.moment(1_000);
    const asked = () => tab.frames.flatMap((frame) => (frame.type === 'stale' ? frame.queries : []));
    expect(asked()).not.toContain(`search/${BOT}`);
    world.server.say('RESET', { bot_id: BOT });
    await world.moment(1_000);
    expect(asked()).toEqual(
      expect.arrayContaining([`search/${BOT}`, `statuses/${BOT}`, `conversation/${id}`]),
    );
  });

  it('HUB-5 heals a counter that the server sees differently and keeps a record of it', async () => {
    const world = new World();
    newConversation(world);
    const tab = await opened(world);
    world.server.skew = 1;
    world.clock.pass(60_000);
    await world.until(() => (byState(tab) as { active: number }).active === 2, 'healed');
    const { diagnostics } = await world.hub.api.inspect();
    expect(diagnostics.map(({ kind }) => kind)).toContain('counters-differ');
  });

  it('HUB-5 forgets no new base because a catch-up that failed waits for its next try', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.refusals.set('replay', { status: 503, error: 'unavailable' });
    world.server.cut();
    await world.until(() => world.server.refusals.size === 0, 'a replay that is refused');
    world.server.cut();
    await world.until(() => online(tab) === 'waiting', 'the broken connection');
    await world.until(() => online(tab) === 'live', 'the next connection');
    const { head } = world.server.rows;
    newConversation(world);
    // Of a newer server, perhaps: only the number can be read.
    for (let seq = head + 1; seq <= world.server.rows.head; seq += 1)
      world.server.say('NEW_CONVERSATION', { bot_id: BOT, seq });
    // Long before the counters are compared again.
    await world.until(() => shown(tab, 'active').length === 1, 'what could not be read');
  });

  it('HUB-5 tells when the counters were last found equal', async () => {
    const world = new World();
    const tab = await opened(world);
    world.clock.pass(60_000);
    const verifiedAt = () => (tab.value(counters) as { verifiedAt: number | null }).verifiedAt;
    await world.until(() => verifiedAt() !== null, 'verified');
  });
});

describe('pages', () => {
  it('HUB-6 merges a page that was overtaken by events with those events applied', async () => {
    const world = new World();
    const first = newConversation(world);
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(counters);
    await world.until(() => byState(tab) !== undefined, 'base');
    const open = world.server.gate('list');
    tab.show(list('active'));
    // The list of one's own, behind the counters, is another.
    const asked = () =>
      world.server.requests.filter(
        ({ route, body }) =>
          route === 'list' && (body as { filters: { state: string } }).filters.state === 'active',
      );
    await world.until(() => asked().length > 0, 'asked');
    // The page was read; now the world goes on.
    const second = newConversation(world);
    world.server.rows.command(first, { type: 'handoff' });
    world.server.push();
    await world.moment();
    open();
    await world.until(() => shown(tab, 'active').length > 0, 'the page');
    expect(shown(tab, 'active')).toEqual([second]);
    expect(asked()).toHaveLength(1);
  });

  it('HUB-6 lets a page that is ahead wait for the fold, and asks for what it lacks after a second', async () => {
    const world = new World();
    const tab = await opened(world);
    world.server.carry = () => [];
    const id = newConversation(world);
    world.server.push();
    tab.show(messages(id));
    const loaded = () => (tab.value(messages(id)) as { messages: unknown[] } | undefined)?.messages.length;
    await world.until(() => loaded() === 1, 'the messages');
    expect(shown(tab, 'active')).toEqual([id]);
  });

  it('HUB-6 shows why a page could not be loaded and keeps the list it had', async () => {
    const world = new World();
    const id = newConversation(world);
    const tab = await opened(world);
    world.server.answering = () => 'error';
    await world.hub.api.reload(list('active'));
    await world.moment();
    expect(tab.value(list('active'))).toMatchObject({ error: 'No disponible', loading: false });
    expect(shown(tab, 'active')).toEqual([id]);
  });
});

describe('the local log', () => {
  it('HUB-7 paints a cold start from snapshot and tail before any request is answered', async () => {
    const world = new World();
    const id = newConversation(world);
    await opened(world);
    const later = newConversation(world);
    world.server.push();
    await world.moment(300);
    world.respawn();
    world.server.up = false;
    const tab = await world.openTab(world.session(ADMIN));
    tab.show(counters);
    tab.show(list('active'));
    await world.until(() => shown(tab, 'active').length === 2, 'painted offline');
    expect(shown(tab, 'active')).toEqual([later, id]);
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-8 goes on from what is stored after the worker died in mid-stream', async () => {
    const world = new World();
    const tab = await opened(world);
    for (let n = 0; n < 30; n += 1) {
      newConversation(world);
      world.server.push();
    }
    // Nothing was written yet: the cursor of the next life is what is on disk.
    const hub = world.respawn();
    await world.attach(tab, world.session(ADMIN), hub);
    await world.until(() => shown(tab, 'active').length === 30, 'all of them');
    expect(byState(tab)).toEqual(fresh(world));
  });

  it('HUB-9 leaves no text of a conversation on disk or on screen after another agent took it', async () => {
    const world = new World();
    const id = newConversation(world);
    world.server.rows.command(id, { type: 'handoff' });
    const secret = 'mi tarjeta termina en 4242';
    const tab = await opened(world, ANA);
    for (const topic of [card(id), messages(id)]) tab.show(topic);
    world.server.rows.write(id, { from: 'Cliente', text: secret });
    world.server.push();
    await world.until(() => JSON.stringify(tab.value(messages(id)) ?? '').includes(secret), 'the text');
    await world.moment(300);
    expect(await diskOf(world)).toContain(secret);

    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    world.server.push();
    await world.moment(300);
    expect(await diskOf(world)).not.toContain(secret);
    expect(await diskOf(world)).not.toContain(`Cliente ${id}`);
    expect(tab.value(card(id))).toMatchObject({ card: null });
    expect(tab.value(messages(id))).toMatchObject({ messages: [], loading: false });
    expect(byState(tab)).toEqual(fresh(world, ANA));

    // And the scrubbed log still folds to the same inbox.
    world.respawn();
    world.server.up = false;
    const again = await world.openTab(world.session(ANA));
    again.show(counters);
    await world.until(() => byState(again) !== undefined, 'painted offline');
    expect(byState(again)).toEqual(fresh(world, ANA));
  });

  it('HUB-9 never writes the text of what was said and taken away within one batch', async () => {
    const world = new World();
    const id = newConversation(world);
    world.server.rows.command(id, { type: 'handoff' });
    await opened(world, ANA);
    world.server.rows.write(id, { from: 'Cliente', text: 'mi clave es 1234' });
    world.server.push();
    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    world.server.push();
    await world.moment(300);
    expect(await diskOf(world)).toContain(id);
    expect(await diskOf(world)).not.toContain('mi clave es 1234');
  });

  it('HUB-9 keeps a conversation that was taken away and given back at once', async () => {
    const world = new World();
    const id = newConversation(world);
    world.server.rows.command(id, { type: 'handoff' });
    const tab = await opened(world, ANA);
    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    world.server.push();
    world.server.rows.command(id, { type: 'release' });
    world.server.push();
    await world.until(() => shown(tab, 'pending').includes(id), 'back');
    await world.moment(300);
    world.respawn();
    world.server.up = false;
    const again = await world.openTab(world.session(ANA));
    again.show(list('pending'));
    await world.until(() => shown(again, 'pending').includes(id), 'painted offline');
  });

  it('HUB-10 works in memory and says so where there is no storage', async () => {
    const world = new World();
    world.disk = null;
    world.startHub();
    newConversation(world);
    const tab = await opened(world);
    expect(tab.value(connection)).toMatchObject({ memoryOnly: true, state: 'live' });
    expect(shown(tab, 'active')).toHaveLength(1);
  });

  it('HUB-10 goes on in memory when the disk fails in mid-use', async () => {
    const world = new World();
    const tab = await opened(world);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('disk full', 'QuotaExceededError');
    });
    newConversation(world);
    world.server.push();
    await world.until(() => shown(tab, 'active').length === 1, 'the card');
    await world.moment(300);
    expect(byState(tab)).toEqual(fresh(world));
    expect(full).toHaveBeenCalled();
    expect(tab.value(connection)).toMatchObject({ logInMemory: true, memoryOnly: false, state: 'live' });
  });
});

/** Everything that the browser's disk holds, as text. */
async function diskOf(world: World): Promise<string> {
  const { indexedDB } = world.disk ?? {};
  if (!indexedDB) return '';
  const texts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('charla-log')) continue;
    const database = await done<IDBDatabase>(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = await done<unknown[]>(database.transaction(store).objectStore(store).getAll());
      texts.push(JSON.stringify(all, (_, value: unknown) => (value instanceof Map ? [...value] : value)));
    }
    database.close();
  }
  return texts.join('\n');
}
function done<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('request failed'));
  });
}
