/** Words that were typed right before the page ended: the next page of the tab has them, and no words that are over. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshPage } from '../../tests/support/hub/fresh-page.ts';
import type { Spawning } from '../../tests/support/hub/tab-platform.ts';
import { emptyStorage } from '../../tests/support/hub/tab-storage.ts';
import { ADMIN, ANA, BOT, World } from '../../tests/support/hub/world.ts';

type Viewer = typeof ANA;
const REPLY = { kind: 'draft', conversationId: 'c1', mode: 'reply' } as const;

let world: World;
let pages: Spawning[];

beforeEach(() => {
  world = new World();
  pages = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('sessionStorage', emptyStorage());
  vi.stubGlobal('localStorage', emptyStorage());
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of this tab is loaded and shows the draft. */
async function load(person: Viewer = ANA) {
  const session = world.session(person);
  localStorage.setItem('uid', session.credentials.uid);
  const { client, draftBuffer, spawned } = await freshPage(world, session);
  pages.push(spawned);
  const reply = draftBuffer(BOT, 'c1', 'reply');
  reply.subscribe(() => undefined);
  const told = () => client.topicStore.peek(REPLY)?.text;
  await world.until(() => told() !== undefined, 'told');
  const stored = async (text: string) => {
    vi.advanceTimersByTime(1_000);
    await world.until(() => told() === text && reply.text() === null, `stored: ${text}`);
    await world.moment();
  };
  return { client, reply, stored, draftBuffer, shown: () => reply.text() ?? told() };
}

/** The page ends at once: what it was about to do is not done. */
function leave(): void {
  vi.clearAllTimers();
  for (const page of pages) {
    page.broken = true;
    page.close();
  }
}
/** The only page is reloaded: the worker ends with it. */
async function reload(person: Viewer = ANA) {
  leave();
  world.respawn();
  return load(person);
}

const kept = () => Object.keys(sessionStorage);

it('TAB-11 what was typed in the moment of a reload is the draft, goes to the hub, and is kept twice no longer', async () => {
  const first = await load();
  first.reply.save('Hola, le');
  await first.stored('Hola, le');
  expect(kept()).toEqual([]);
  first.reply.save('Hola, le escribo');
  const next = await reload();
  expect(next.shown()).toBe('Hola, le escribo');
  await next.stored('Hola, le escribo');
  expect(kept()).toEqual([]);
  // An emptied field as well.
  next.reply.save('');
  expect((await reload()).shown()).toBe('');
});

it('TAB-11 what is on its way to the hub when both end is not lost either', async () => {
  const first = await load();
  first.reply.save('a');
  first.reply.flush();
  first.reply.save('ab');
  first.reply.flush();
  first.reply.save('abc');
  // The worker has got it, its page does not hear so any more.
  const underWay = { ...sessionStorage };
  await world.moment();
  Object.assign(sessionStorage, underWay);
  expect((await reload()).shown()).toBe('abc');
});

it('TAB-11 a draft of a conversation that is not open any more reaches the hub, and no other one', async () => {
  const first = await load();
  const note = first.draftBuffer(BOT, 'c2', 'note');
  note.subscribe(() => undefined);
  await world.moment();
  note.save('Solo para c2');
  const next = await reload();
  await world.moment();
  vi.advanceTimersByTime(1_000);
  await world.moment();
  expect(next.shown()).toBe('');
  expect(await next.client.hub().unsent()).toEqual({ outbox: 0, drafts: 1 });
  expect(next.draftBuffer(BOT, 'c2', 'reply').text()).toBeNull();
  expect(kept()).toEqual([]);
});

it('TAB-12 a message that was sent is no draft after a reload, whenever that comes', async () => {
  const first = await load();
  first.reply.save('Enviado ya');
  await first.stored('Enviado ya');
  first.reply.save('Enviado ya.');
  const sent = first.reply.send('Enviado ya.');
  await world.until(() => first.reply.text() === null, 'cleared');
  await sent;
  expect(kept()).toEqual([]);
  expect((await reload()).shown()).toBe('');
});

it('TAB-12 a message that the hub queued while the page ended is no draft, one that it did not is', async () => {
  const first = await load();
  first.reply.save('Hola');
  await first.stored('Hola');
  const quietly = () => undefined;
  // The worker never hears of it.
  pages.at(-1)?.close();
  first.reply.send('Hola, ¿sigue ahí?').catch(quietly);
  const next = await reload();
  expect(next.shown()).toBe('Hola, ¿sigue ahí?');
  await next.stored('Hola, ¿sigue ahí?');
  // The worker hears of it, its page does not hear so.
  const before = { ...sessionStorage };
  next.reply.send('Hola, ¿sigue ahí?').catch(quietly);
  const underWay = { ...sessionStorage };
  expect(underWay).not.toEqual(before);
  await world.until(() => next.reply.text() === null, 'queued');
  await world.moment();
  Object.assign(sessionStorage, underWay);
  expect((await reload()).shown()).toBe('');
  expect(kept()).toEqual([]);
});

it('TAB-12 what another tab wrote since stays', async () => {
  const first = await load();
  first.reply.save('De la primera');
  leave();
  await world.hub.api.saveDraft('c1', BOT, 'reply', 'De la otra', 'another-tab');
  const next = await load();
  expect(next.shown()).toBe('De la otra');
  expect(kept()).toEqual([]);
});

it('TAB-12 words of one person are never the next one’s draft', async () => {
  const first = await load();
  first.reply.save('De Ana');
  expect(kept()).toHaveLength(1);
  const next = await reload(ADMIN);
  expect(next.shown()).toBe('');
  expect(kept()).toEqual([]);
  next.reply.save('De la administradora');
  await next.client.hub().signOut('by-hand');
  await world.until(() => next.reply.text() === null, 'forgotten');
  expect(kept()).toEqual([]);
});
